import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { countStranger } from './attempts.ts';
import { mailCode, newCode } from './codes.ts';
import { requireBudget } from './guesses.ts';
import { browserOfSession, knownBrowserOfProven } from './known-browsers.ts';
import { limitCodeMail } from './mail-limits.ts';
import type { Session } from './queries/sessions.ts';

/** Mails a code that proves an address for a signed-in person, and returns its challenge. */
export async function mailAddressCode(
  context: Context,
  request: FastifyRequest,
  session: Session,
  asked: {
    readonly purpose: 'changeEmail' | 'proveAddress';
    readonly email: string;
    readonly userId: string;
  },
): Promise<string> {
  const { email } = asked;
  const isOwn = email === session.email;
  // The session's own tries count only for its own address, and its own letters only for a proven one.
  const guesser = isOwn ? await browserOfSession(context, request, session) : undefined;
  await requireBudget(context, { email, browser: guesser });
  const browser = await knownBrowserOfProven(context, request, email);
  await limitCodeMail(context, request, { email, browser });
  if (!isOwn && !(await countStranger(context, request, session.email))) {
    throw fail('strangersSpent');
  }
  const { challenge, stored, code } = newCode(context, asked);
  const letter = { kind: 'changeEmailCode', code } as const;
  if (!(await mailCode(context, stored, email, letter))) throw fail('userNotFound');
  return challenge;
}
