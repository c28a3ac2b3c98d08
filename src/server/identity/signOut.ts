import { route } from '../platform/http/route.ts';
import { leaveSession } from './sessions.ts';

export const signOut = route('signOut', async ({ context, request, reply }) => {
  await leaveSession(context, request, reply);
  return {};
});
