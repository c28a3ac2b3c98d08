import { route } from '../platform/http/route.ts';
import { activityAnswer } from './activity-answer.ts';
import { findActivity } from './queries/activity.ts';

/** Upper bound on the page size, whatever limit the caller asks for. */
const LARGEST_PAGE = 100;

export const getActivity = route('getActivity', async ({ context, input, session }) => {
  const { db } = context;
  const { userId } = session;
  const { before, limit, kind } = input;
  const entries = await findActivity(db, userId, {
    before,
    kind,
    limit: Math.min(limit, LARGEST_PAGE),
  });
  return await activityAnswer(db, userId, entries);
});
