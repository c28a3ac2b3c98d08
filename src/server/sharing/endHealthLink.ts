import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { healthLinkAnswer } from './getHealthLinks.ts';
import { setHealthLinkEnded } from './queries/health-links.ts';

export const endHealthLink = route('endHealthLink', async ({ context, input, session }) => {
  const { db, clock } = context;
  const ended = await setHealthLinkEnded(db, session.userId, input.healthLinkId, clock());
  if (!ended) throw fail('shareNotFound');
  return healthLinkAnswer(ended, clock());
});
