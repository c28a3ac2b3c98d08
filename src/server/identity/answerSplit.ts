import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { joinBoth } from './joining.ts';
import { findAccountOf } from './queries/accounts.ts';
import { findSplit, keepApart, NEVER } from './queries/splits.ts';

export const answerSplit = route('answerSplit', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { userId, isNewUser } = session;
  const split = await findSplit(db, userId);
  if (split?.userId !== userId || split.joinsAt === NEVER) throw fail('notSplit');
  const isDone = input.isMe
    ? await joinBoth(context, split, { keepsAccess: true })
    : await keepApart(db, userId, clock());
  if (!isDone) throw fail('notSplit');
  const account = await findAccountOf(db, userId);
  if (!account) throw fail('userNotFound');
  return await sessionUserAnswer(context, { userId, email: account.email, isNewUser });
});
