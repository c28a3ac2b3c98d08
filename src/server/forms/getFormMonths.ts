import { dateOf, startOfDay } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { findNewestTime } from './queries/forms.ts';

/** The months that have forms, each by the clock of its newest form. One short query for each month. */
export const getFormMonths = route('getFormMonths', async ({ context, session }) => {
  const months = new Set<string>();
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const newest = await findNewestTime(context.db, session.userId, before);
    if (!newest) return [...months];
    const month = dateOf(newest.loggedAt, newest.timeZone).slice(0, 'YYYY-MM'.length);
    months.add(month);
    before = startOfDay(`${month}-01`, newest.timeZone);
  }
});
