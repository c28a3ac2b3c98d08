import { randomUUID } from 'node:crypto';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { admissionOf, byNetwork, limitAttempts } from './attempts.ts';
import { laneOf } from './guesses.ts';
import { openInvitation } from './invitation-secrets.ts';
import { isCommonPassword } from './passwords.ts';
import { findExhausted } from './queries/attempts.ts';
import { type Admission, createAccount, takesNewAccounts } from './queries/new-accounts.ts';
import { startSession } from './sessions.ts';

export const signUp = route('signUp', async ({ context, input, request, reply }) => {
  const { config, db, limits, passwords, clock } = context;
  const { email, password } = input;
  const invitation =
    input.invitation === undefined
      ? undefined
      : await openInvitation(context, request, input.invitation);
  if (invitation && invitation.email !== email) throw fail('invitedOther');
  if (!invitation && !(await takesNewAccounts(db, config.signUp))) throw fail('signUpClosed');
  if (await isCommonPassword(password, email)) throw fail('passwordTooCommon');
  const { agreedTo, ...rules } = admissionOf(context, request);
  const own: Admission = { ...rules, agreedTo: input.consent ? agreedTo : undefined };
  const admission: Admission = invitation ? { ...own, signUp: 'open' } : own;
  // Rate-limited, because the response reveals whether an address has an account.
  const limited = byNetwork(context, request, limits.attempts);
  const userId = await limitAttempts(context, limited, async () => {
    // Check this limit before hashing the password, which is slow.
    if (await findExhausted(db, admission.networks, clock())) throw fail('tooManyAttempts');
    const passwordHash = await passwords.hash(password, laneOf(request));
    const account = {
      ...{ userId: randomUUID(), email, passwordHash },
      emailProven: invitation?.isByLetter === true,
    };
    const outcome = await db
      .transaction()
      .execute((trx) => createAccount(trx, account, admission, clock()));
    if (outcome === 'emailInUse') return undefined;
    if (outcome !== 'created') throw fail(outcome);
    return account.userId;
  });
  if (!userId) throw fail('emailInUse');
  const user = { userId, isNewUser: true, signedInBy: 'password', isFirst: true };
  await startSession(context, request, reply, user);
  return { userId, email };
});
