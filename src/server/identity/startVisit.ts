import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errors } from '../../contract/errors.ts';
import {
  PROVIDER_KEYS,
  PROVIDERS,
  type ProviderKey,
  VISIT_END_PATH,
  VISIT_MODES,
  VISIT_PURPOSES,
} from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { providerFault } from './provider-faults.ts';
import { startVisit as begin, type Visit } from './provider-visits.ts';
import { currentSession } from './sessions.ts';
import { dropOutcome, giveVisitToken, setOutcome } from './visit-cookies.ts';

const params = z.object({ provider: z.enum(PROVIDER_KEYS) });
const querystring = z.object({
  id: z.uuid('must be a UUID'),
  purpose: z.enum(VISIT_PURPOSES),
  mode: z.enum(VISIT_MODES),
});

/**
 * Redirects the browser to a provider's sign-in page. This route is not a call of the contract, because the
 * browser navigates to it, in a popup or in place of the app's page.
 */
export const startVisit = {
  bind(app: FastifyInstance, context: Context): void {
    const { config, log } = context;
    app.get<{ Params: z.infer<typeof params>; Querystring: z.infer<typeof querystring> }>(
      '/api/auth/:provider/start',
      { schema: { params, querystring, hide: true } },
      async (request, reply) => {
        const { provider } = request.params;
        const visit: Visit = { provider, ...request.query };
        if (!config.providers[provider]) throw fail('noSuchCall');
        // Only Google has spreadsheets.
        if (visit.purpose === 'sheets' && provider !== 'google') throw fail('noSuchCall');
        // Another site must not start a sign-in in the app's name.
        const from = request.headers['sec-fetch-site'];
        if (from === 'cross-site' || from === 'same-site') throw fail('crossSite');
        // Drop the outcome of an earlier flow, so that the last screen cannot show it for this one.
        dropOutcome(config.publicUrl, request, reply);
        // The browser shows this response as a page, so the screen that it is redirected to reports errors.
        const endWith = (problem: string) => {
          setOutcome(config.publicUrl, reply, { ...visit, problem });
          return reply.redirect(VISIT_END_PATH, 303);
        };
        try {
          const session =
            visit.purpose === 'signIn' ? undefined : await currentSession(context, request, reply);
          if (visit.purpose !== 'signIn' && !session) return endWith(errors.signedOut.message);
          const browser = giveVisitToken(config.publicUrl, request, reply);
          const url = await begin(context, visit, browser, session?.userId ?? null);
          return reply.redirect(url.href, 303);
        } catch (error) {
          log.error({ provider, ...providerFault(error) }, 'Provider sign-in could not be started');
          return endWith(unreachable(provider));
        }
      },
    );
  },
};

function unreachable(provider: ProviderKey): string {
  return `${PROVIDERS[provider]} cannot be reached right now. Please try again.`;
}
