import { PASSWORD_RESET } from '../../contract/account-endpoints.ts';
import { fail } from '../platform/http/fail.ts';
import { CODE_MAILED, route } from '../platform/http/route.ts';
import type { FirstProof, Stays } from '../platform/mail/letters.ts';
import { givenCode, MAX_CODE_TRIES, mailCode, newCode } from './codes.ts';
import { limitCodes, requireBudget } from './guesses.ts';
import { knownBrowser, knownBrowserOfProven } from './known-browsers.ts';
import { limitCodeMail } from './mail-limits.ts';
import { ownsOf } from './owns.ts';
import { isCommonPassword } from './passwords.ts';
import { resetPassword as resetStoredPassword } from './queries/address-proof.ts';

/**
 * The first call only mails a code; it does not store the new password. Whether the address has an account is looked up
 * when the email is sent, so that neither the response nor its timing reveals it (DECISIONS 5).
 */
export const resetPassword = route('resetPassword', async ({ context, input, request, reply }) => {
  const { db, outbox, passwords, jobs, clock } = context;
  const { email, newPassword, challenge, code } = input;
  const asked = { purpose: 'resetPassword', email } as const;
  if (await isCommonPassword(newPassword, email)) throw fail('passwordTooCommon');
  const guesser = { email, browser: await knownBrowser(context, request, email) };
  if (challenge === undefined || code === undefined) {
    await requireBudget(context, guesser);
    const browser = await knownBrowserOfProven(context, request, email);
    await limitCodeMail(context, request, { email, browser });
    const fresh = newCode(context, asked);
    const letter = { kind: 'resetCode', code: fresh.code } as const;
    await mailCode(context, fresh.stored, email, letter, { toAccountsOnly: true });
    reply.code(CODE_MAILED);
    return { challenge: fresh.challenge };
  }
  const check = await limitCodes(context, request, guesser, async (lane) => {
    const passwordHash = await passwords.hash(newPassword, lane);
    const proof = {
      email,
      code: givenCode(context, asked, { challenge, code }),
      maxTries: MAX_CODE_TRIES,
      owns: await ownsOf(context, request, reply, guesser.browser),
      notice: (firstProof: FirstProof | undefined, stays: Stays | undefined) =>
        outbox.enclose({
          to: email,
          letter: {
            kind: 'passwordChanged',
            isReset: true,
            ...(firstProof && { firstProof }),
            ...(stays && { stays }),
          },
        }),
      passwordHash,
    };
    return await resetStoredPassword(db, proof, clock());
  });
  if (check !== 'right') throw fail('resetFailed');
  jobs.wake('mail');
  return { message: PASSWORD_RESET };
});
