import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { barePage } from '../platform/http/bare-page.ts';
import { END_PATH, ownerOfLink } from './end-link.ts';
import { changeReminders } from './queries/reminders.ts';

/** Mail programs send the body 'List-Unsubscribe=One-Click', which the server ignores. */
const MAX_BODY_BYTES = 4096;

const HEADING = 'Weekly Health Report';
const BUTTON = 'Stop these emails';
const ASK = `<p>Press the button to stop the weekly report emails.</p>
<form method="post"><button type="submit">${BUTTON}</button></form>`;
const ENDED = `<p>You will get no more weekly reports by email.</p>
<p>You can turn them on again in Settings.</p>`;
const UNKNOWN = `<p>This link does not work.</p>
<p>You can turn off the weekly report in Settings.</p>`;

/**
 * The link in the weekly report's email (DECISIONS 8, RFC 8058). It needs no session: its secret is the permission. A
 * GET changes nothing, because mail programs and scanners open links. A POST may come from a mail program, without our
 * origin and with the body of a form. Calls of the contract reject such requests, so these routes are not calls.
 */
export const endWeeklyReport = {
  bind(app: FastifyInstance, { secrets, db, clock }: Context): void {
    app.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const;
    app.addContentTypeParser('*', options, (_request, _body, done) => done(null));
    // A wildcard, because Fastify limits the length of a named parameter, and the secret is longer.
    const url = `${END_PATH}/*`;

    app.get<{ Params: { '*': string } }>(url, { schema: { hide: true } }, (request, reply) => {
      const isKnown = ownerOfLink(secrets, request.params['*']) !== undefined;
      return isKnown ? page(reply, 200, ASK) : page(reply, 404, UNKNOWN);
    });

    app.post<{ Params: { '*': string } }>(
      url,
      { schema: { hide: true } },
      async (request, reply) => {
        const userId = ownerOfLink(secrets, request.params['*']);
        if (userId === undefined) return await page(reply, 404, UNKNOWN);
        await changeReminders(db, userId, clock(), (stored) => ({
          ...stored,
          reminders: stored.reminders.map((each) =>
            each.kind === 'weeklyReport' ? { ...each, on: false } : each,
          ),
        }));
        return await page(reply, 200, ENDED);
      },
    );
  },
};

function page(reply: FastifyReply, status: number, content: string) {
  return barePage(reply, status, { heading: HEADING, content });
}
