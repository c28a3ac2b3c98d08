import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { endSessionOf } from './queries/sessions.ts';

/** Ends a session in the list of signed-in devices (DECISIONS 46). */
export const endSession = route('endSession', async ({ context, input, session }) => {
  const { db, clock } = context;
  if (!(await endSessionOf(db, session, input.sessionId, clock()))) throw fail('signedOut');
  return {};
});
