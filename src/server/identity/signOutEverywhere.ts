import { route } from '../platform/http/route.ts';
import { leaveAtProvider } from './leave-at-provider.ts';
import { signOutAllSessions } from './queries/sessions.ts';
import { leaveSession } from './sessions.ts';

export const signOutEverywhere = route(
  'signOutEverywhere',
  async ({ context, session, request, reply }) => {
    const leaving = await leaveAtProvider(context, request);
    await signOutAllSessions(context.db, session.userId, context.clock());
    await leaveSession(context, request, reply);
    return leaving;
  },
);
