import { route } from '../platform/http/route.ts';
import { endSession } from './sessions.ts';

export const signOut = route('signOut', async ({ context, request, reply }) => {
  await endSession(context, request, reply);
  return {};
});
