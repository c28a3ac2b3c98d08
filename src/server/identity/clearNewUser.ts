import { route } from '../platform/http/route.ts';
import { setNewUser } from './queries/sessions.ts';

export const clearNewUser = route('clearNewUser', async ({ context, session }) => {
  await setNewUser(context.db, session.tokenHash, false);
  return {};
});
