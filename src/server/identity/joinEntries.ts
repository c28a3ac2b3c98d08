import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { limitPasswords } from './guesses.ts';
import { joinBoth } from './joining.ts';
import { findAccountOf } from './queries/accounts.ts';
import { findSplit } from './queries/splits.ts';

export const joinEntries = route('joinEntries', async ({ context, input, session, request }) => {
  const { db, passwords } = context;
  const { userId, email } = session;
  const split = await findSplit(db, userId);
  if (split?.ownerId !== userId) throw fail('notSplit');
  const former = await findAccountOf(db, split.userId);
  // The password is not that of the session's account, so the session has no tries of its own.
  const isRight = await limitPasswords(
    context,
    request,
    { email, browser: undefined },
    async (lane) =>
      (await passwords.verify(input.password, former?.passwordHash, lane)) ? true : undefined,
    fail('oldPasswordSpent'),
  );
  if (!isRight) throw fail('wrongPassword');
  if (!(await joinBoth(context, split, { keepsAccess: true }))) throw fail('notSplit');
  return await sessionUserAnswer(context, { userId: split.userId, email, isNewUser: false });
});
