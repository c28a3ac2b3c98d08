import { endSession } from '../auth/sessions.ts';
import { deleteSessionsOf } from '../db/sessions.ts';
import { route } from '../http/route.ts';

export const signOutEverywhere = route(
  'signOutEverywhere',
  async ({ context, session, request, reply }) => {
    await deleteSessionsOf(context.db, session.userId);
    await endSession(context, request, reply);
    return {};
  },
);
