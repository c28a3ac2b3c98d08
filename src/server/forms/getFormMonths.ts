import { setImmediate } from 'node:timers/promises';
import { DAY_MS, dateOf, startOfDay } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { findNewestTime } from './queries/forms.ts';

/** The most months that are listed. An imported file may have forms of all centuries, and each month costs a query. */
const MOST_MONTHS = 1200;
/** After this many queries, the server handles other requests: on SQLite, a query blocks the event loop. */
const QUERIES_AT_ONCE = 20;
/** More than the largest difference between two time zones (ms). */
const APART_MS = 1.1 * DAY_MS;

/**
 * The months that have forms, the latest first. The zone of each form decides its month. Runs a short query for each
 * month.
 */
export const getFormMonths = route(
  'getFormMonths',
  async ({ context, access }) => {
    const months = new Set<string>();
    let before = Number.MAX_SAFE_INTEGER;
    for (let queries = 1; months.size < MOST_MONTHS; queries += 1) {
      if (queries % QUERIES_AT_ONCE === 0) await setImmediate();
      const newest = await findNewestTime(context.db, access.userId, before);
      if (!newest) break;
      const month = dateOf(newest.loggedAt, newest.timeZone).slice(0, 'YYYY-MM'.length);
      months.add(month);
      const { loggedAt, timeZone } = newest;
      const start = startOfDay(`${month}-01`, timeZone);
      // Near the ends of a month, forms from other zones may belong to the month before or after it.
      const isNearEnd = dateOf(loggedAt + APART_MS, timeZone).slice(0, 'YYYY-MM'.length) !== month;
      before = isNearEnd ? loggedAt : Math.min(loggedAt, start + APART_MS);
    }
    return [...months].sort().reverse();
  },
  { isHeavy: true },
);
