import { findActivity } from '../db/activity.ts';
import { route } from '../http/route.ts';

/** However many are asked for, so many are answered with. */
const LARGEST_PAGE = 100;

export const getActivity = route('getActivity', async ({ context, input, session }) => {
  const { before, limit } = input;
  const entries = await findActivity(context.db, session.userId, {
    before,
    limit: Math.min(limit, LARGEST_PAGE),
  });
  return entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
});
