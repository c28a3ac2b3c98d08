import { route } from '../platform/http/route.ts';
import { signOutAllSessions } from './queries/sessions.ts';
import { leaveSession } from './sessions.ts';

export const signOutEverywhere = route(
  'signOutEverywhere',
  async ({ context, session, request, reply }) => {
    await signOutAllSessions(context.db, session.userId, context.clock());
    await leaveSession(context, request, reply);
    return {};
  },
);
