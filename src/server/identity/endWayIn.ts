import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { byNetwork, limitAttempts } from './attempts.ts';
import { openNotMe } from './not-me.ts';
import { endWayIn as endStoredWayIn } from './queries/ways-in.ts';

/**
 * Ends a way to sign in, a browser or a link for sharing that the owner did not add. It works without a session, from the
 * letter alone.
 */
export const endWayIn = route('endWayIn', async ({ context, input, request }) => {
  const { db, secrets, limits, jobs, clock } = context;
  const limited = byNetwork(context, request, limits.attempts);
  const isEnded = await limitAttempts(context, limited, async () => {
    const opened = openNotMe(context, input.secret);
    return (
      (opened &&
        (await endStoredWayIn(db, opened.userId, opened.way, secrets.keyedHash, clock()))) ||
      undefined
    );
  });
  if (!isEnded) throw fail('wayInEnded');
  jobs.wake('revoke');
  return {};
});
