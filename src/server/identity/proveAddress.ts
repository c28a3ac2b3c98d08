import { fail } from '../platform/http/fail.ts';
import { CODE_MAILED, route } from '../platform/http/route.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { countStranger } from './attempts.ts';
import { givenCode, MAX_CODE_TRIES, mailCode, newCode } from './codes.ts';
import { countWrongCode, requireBudget } from './guesses.ts';
import { browserOfSession, knownBrowserOfProven } from './known-browsers.ts';
import { limitCodeMail } from './mail-limits.ts';
import { findAccountOf } from './queries/accounts.ts';
import { proveAddress as proveStoredAddress } from './queries/address-proof.ts';

/**
 * The first call mails a code, and the second one has it. While no address of the account was proven, another address
 * needs no password either, because whoever mistyped the first one must be able to correct it (DECISIONS 44).
 */
export const proveAddress = route(
  'proveAddress',
  async ({ context, input, session, request, reply }) => {
    const { db, secrets, jobs, clock } = context;
    const { userId, email, challenge, code } = input;
    const asked = { purpose: 'proveAddress', email, userId } as const;
    const isOwn = email === session.email;
    if (challenge === undefined || code === undefined) {
      const account = await findAccountOf(db, userId);
      if (!account) throw fail('userNotFound');
      if (account.emailProven && !isOwn) throw fail('confirmationNeeded');
      // The session's own tries count only for its own address.
      const guesser = isOwn ? await browserOfSession(context, request, session) : undefined;
      await requireBudget(context, { email, browser: guesser });
      const browser = await knownBrowserOfProven(context, request, email);
      await limitCodeMail(context, request, { email, browser });
      if (!isOwn && !(await countStranger(context, request, session.email))) {
        throw fail('strangersSpent');
      }
      const fresh = newCode(context, asked);
      const letter = { kind: 'changeEmailCode', code: fresh.code } as const;
      if (!(await mailCode(context, fresh.stored, email, letter))) throw fail('userNotFound');
      reply.code(CODE_MAILED);
      return { challenge: fresh.challenge };
    }
    const proof = {
      userId,
      email,
      code: givenCode(context, asked, { challenge, code }),
      maxTries: MAX_CODE_TRIES,
      tokenHash: session.tokenHash,
      formerEmailHash: secrets.keyedHash(session.email),
    };
    const result = await proveStoredAddress(db, proof, clock());
    if (result === 'wrong') await countWrongCode(context, email);
    if (result === 'wrong' || result === 'gone') throw fail('wrongCode');
    if (result !== 'proven') throw fail(result);
    jobs.wake('mail');
    return await sessionUserAnswer(context, { userId, email, isNewUser: session.isNewUser });
  },
);
