import { route } from '../platform/http/route.ts';
import { leaveAtProvider } from './leave-at-provider.ts';
import { leaveSession } from './sessions.ts';

export const signOut = route('signOut', async ({ context, request, reply }) => {
  const leaving = await leaveAtProvider(context, request);
  await leaveSession(context, request, reply);
  return leaving;
});
