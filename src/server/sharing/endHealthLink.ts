import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { healthLinkAnswer } from './getHealthLinks.ts';
import { setEnded } from './queries/links.ts';

export const endHealthLink = route('endHealthLink', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { healthLinkId: linkId } = input;
  const link = { kind: 'healthLink', userId: session.userId, linkId } as const;
  const ended = await setEnded(db, link, true, clock());
  if (typeof ended !== 'object') throw fail(ended ?? 'shareNotFound');
  return healthLinkAnswer(ended, clock());
});
