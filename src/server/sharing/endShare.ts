import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setEnded } from './queries/shares.ts';
import { shareAnswer } from './serializer.ts';

export const endShare = route('endShare', (call) => change(call, true));

/** Restores a link that the person ended by mistake. The sessions of its readers work again too. */
export const restoreShare = route('restoreShare', (call) => change(call, false));

async function change(
  { context, input, session }: Call<'endShare'> | Call<'restoreShare'>,
  isEnded: boolean,
) {
  const { db, clock } = context;
  const share = { userId: session.userId, shareId: input.shareId };
  const changed = await setEnded(db, share, isEnded, clock());
  if (!changed) throw fail('shareNotFound');
  if (changed === 'tooManyShares') throw fail(changed);
  return shareAnswer(changed, clock());
}
