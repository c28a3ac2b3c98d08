import { sessionUserAnswer, UNKNOWN_PERSON } from '../answers/profile.ts';
import { accountOf, addressOf, limitAttempts } from '../auth/attempts.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { startSession } from '../auth/sessions.ts';
import { findAccount } from '../db/accounts.ts';
import { addProfile } from '../db/profiles.ts';
import { fail } from '../fail.ts';
import { route } from '../http/route.ts';

export const signIn = route('signIn', async ({ context, input, request, reply }) => {
  const { db, clock } = context;
  const { email, password } = input;
  const limited = [addressOf(request), accountOf(email)];
  const account = await limitAttempts(context, limited, async () => {
    const found = await findAccount(db, email);
    return (await verifyPassword(password, found?.passwordHash)) ? found : undefined;
  });
  if (!account) throw fail('wrongCredentials');
  const { userId, passwordHash } = account;
  // An account whose sign-up stopped before its profile was saved gets one now (DECISIONS 4).
  const isNewUser = await addProfile(db, userId, UNKNOWN_PERSON, clock());
  const user = { userId, isNewUser, passwordHash, signedInBy: 'password' };
  if (!(await startSession(context, request, reply, user))) throw fail('wrongCredentials');
  return await sessionUserAnswer(db, { userId, email, isNewUser });
});
