import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { requireOwner } from './owner.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { changePassword as changeStoredPassword } from './queries/accounts.ts';
import { startSession } from './sessions.ts';

export const changePassword = route(
  'changePassword',
  async ({ context, input, session, request, reply }) => {
    const { db, outbox, jobs, secrets, clock } = context;
    const { password, newPassword } = input;
    if (await isCommonPassword(newPassword, session.email)) throw fail('passwordTooCommon');
    const account = await requireOwner(context, session, request, password);
    const { userId, email } = account;
    const passwordHash = await hashPassword(newPassword, { key: userId, isKnown: true });
    const change = {
      account,
      tokenHash: session.tokenHash,
      passwordHash,
      emailHash: secrets.keyedHash(email),
      notice: outbox.enclose({ to: email, letter: { kind: 'passwordChanged' as const } }),
    };
    const changed = await changeStoredPassword(db, change, clock());
    if (changed !== 'changed') throw fail(changed);
    jobs.wake('mail');
    const user = { userId, isNewUser: session.isNewUser, passwordHash };
    if (!(await startSession(context, request, reply, user))) throw fail('signedOut');
    return {};
  },
);
