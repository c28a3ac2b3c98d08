import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { notMeLink } from './not-me.ts';
import { requireOwner } from './owner.ts';
import { isCommonPassword } from './passwords.ts';
import { changePassword as changeStoredPassword, type StoredAccount } from './queries/accounts.ts';
import { sealedIdTokenOf, startSession } from './sessions.ts';

export const changePassword = route(
  'changePassword',
  async ({ context, input, session, request, reply }) => {
    const { db, outbox, passwords, jobs, secrets, clock } = context;
    const { password, newPassword } = input;
    if (await isCommonPassword(newPassword, session.email)) throw fail('passwordTooCommon');
    const account = await requireOwner(context, session, request, password);
    const { userId, email } = account;
    const passwordHash = await passwords.hash(newPassword, { key: userId, isKnown: true });
    const change = {
      account,
      tokenHash: session.tokenHash,
      passwordHash,
      emailHash: secrets.keyedHash(email),
      notice: outbox.enclose({ to: email, letter: letterAbout(context, account, passwordHash) }),
    };
    const sealedIdToken = await sealedIdTokenOf(context, request);
    const changed = await changeStoredPassword(db, change, clock());
    if (changed !== 'changed') throw fail(changed);
    jobs.wake('mail');
    const user = { userId, isNewUser: session.isNewUser, passwordHash, sealedIdToken };
    if (!(await startSession(context, request, reply, user))) throw fail('signedOut');
    return {};
  },
);

/** The first password of a proven account is a new way to sign in, which the owner can end from the letter. */
function letterAbout(
  context: Context,
  { userId, passwordHash: former, emailProven }: StoredAccount,
  passwordHash: string,
): Letter {
  if (former !== '' || !emailProven) return { kind: 'passwordChanged' };
  const link = notMeLink(context, userId, 'password', {
    kind: 'password',
    tag: context.secrets.keyedHash(passwordHash),
  });
  return { kind: 'wayInAdded', way: 'password', email: '', link };
}
