import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setEnded } from './queries/links.ts';
import { shareAnswer } from './serializer.ts';

export const endShare = route('endShare', (call) => change(call, true));

/** Restores a link that the person ended by mistake. The sessions of its readers work again too. */
export const restoreShare = route('restoreShare', (call) => change(call, false));

async function change(
  { context, input, session }: Call<'endShare'> | Call<'restoreShare'>,
  isEnded: boolean,
) {
  const { db, clock } = context;
  const link = { kind: 'share', userId: session.userId, linkId: input.shareId } as const;
  const changed = await setEnded(db, link, isEnded, clock());
  if (typeof changed !== 'object') throw fail(changed ?? 'shareNotFound');
  return shareAnswer(changed, clock());
}
