import { endSession } from '../auth/sessions.ts';
import { route } from '../http/route.ts';

export const signOut = route('signOut', async ({ context, request, reply }) => {
  await endSession(context, request, reply);
  return {};
});
