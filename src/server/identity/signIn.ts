import { unknownPerson } from '../../contract/facts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { limitPasswords } from './guesses.ts';
import { knownBrowser } from './known-browsers.ts';
import { findAccount } from './queries/accounts.ts';
import { findFormer } from './queries/splits.ts';
import { startSession } from './sessions.ts';

export const signIn = route('signIn', async ({ context, input, request, reply }) => {
  const { config, db, passwords, clock } = context;
  const { email, password } = input;
  const browser = await knownBrowser(context, request, email);
  const account = await limitPasswords(context, request, { email, browser }, async (lane) => {
    const found = await findAccount(db, email);
    if (await passwords.verify(password, found?.passwordHash, lane)) return found;
    // The address may have gone to another account since: then the old password still opens the entries.
    // Not with the tries of a browser that the other account knows.
    const former = found && !browser ? await findFormer(db, found.userId) : undefined;
    return former && (await passwords.verify(password, former.passwordHash, lane))
      ? former
      : undefined;
  });
  if (!account) throw fail('wrongCredentials');
  const { userId, passwordHash } = account;
  // An account whose sign-up was interrupted before its profile was saved gets an empty profile now
  // (DECISIONS 4).
  const isNewUser = await addProfile(db, userId, unknownPerson(config.timeZone), clock());
  const user = { userId, isNewUser, passwordHash, signedInBy: 'password' };
  if (!(await startSession(context, request, reply, user))) throw fail('wrongCredentials');
  return await sessionUserAnswer(context, { userId, email: account.email, isNewUser });
});
