import { isoOf } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { findActivity } from './queries/activity.ts';

/** Upper bound on the page size, whatever limit the caller asks for. */
const LARGEST_PAGE = 100;

export const getActivity = route('getActivity', async ({ context, input, session }) => {
  const { before, limit } = input;
  const entries = await findActivity(context.db, session.userId, {
    before,
    limit: Math.min(limit, LARGEST_PAGE),
  });
  return entries.map((entry) => ({ ...entry, at: isoOf(entry.at) }));
});
