import { endSession } from '../auth/sessions.ts';
import { signOutAllSessions } from '../db/sessions.ts';
import { route } from '../http/route.ts';

export const signOutEverywhere = route(
  'signOutEverywhere',
  async ({ context, session, request, reply }) => {
    await signOutAllSessions(context.db, session.userId, context.clock());
    await endSession(context, request, reply);
    return {};
  },
);
