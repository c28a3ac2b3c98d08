import { setNewUser } from '../db/sessions.ts';
import { route } from '../http/route.ts';

export const clearNewUser = route('clearNewUser', async ({ context, session }) => {
  await setNewUser(context.db, session.tokenHash, false);
  return {};
});
