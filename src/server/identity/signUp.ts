import { randomUUID } from 'node:crypto';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { addressOf, limitAttempts } from './attempts.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { addAccount } from './queries/accounts.ts';
import { startSession } from './sessions.ts';

export const signUp = route('signUp', async ({ context, input, request, reply }) => {
  const { email, password } = input;
  if (await isCommonPassword(password, email)) throw fail('passwordTooCommon');
  // Rate-limited, because the response reveals whether an address has an account.
  const userId = await limitAttempts(context, [addressOf(request)], async () => {
    const account = { userId: randomUUID(), email, passwordHash: await hashPassword(password) };
    return (await addAccount(context.db, account, context.clock())) ? account.userId : undefined;
  });
  if (!userId) throw fail('emailInUse');
  await startSession(context, request, reply, { userId, isNewUser: true, signedInBy: 'password' });
  return { userId, email };
});
