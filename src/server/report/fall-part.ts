import { fall } from '../../contract/kinds/fall.ts';
import { MS_BEFORE_RATING } from '../../domain/after-dose.ts';
import { hasLevodopa, sinceLevodopaIn } from '../../domain/after-dose-window.ts';
import { slotAt } from '../../domain/diary.ts';
import { fallSection } from '../../domain/fall-section.ts';
import { startOfDay } from '../../domain/zone.ts';
import { entriesOf } from '../entries/queries/find.ts';
import type { VisitPart } from './visit-part.ts';

/**
 * Falls. Each has the time since the last dose of levodopa if the scope has medication, and the state of the diary if it has
 * the diary.
 */
export const fallPart: VisitPart = {
  name: 'falls',
  async read(db, userId, { order, figures, halfHours }) {
    const { period, zone, madeAt: now, dateStyle } = order;
    const { first, last } = period.days;
    const falls = await entriesOf(fall).ofDays(db, userId, { from: first, to: last });
    const start = startOfDay(first, zone);
    const isHidden = (at: number) => period.before === null && at < start + MS_BEFORE_RATING;
    const { doses, versions } = figures;
    const forms = figures.report.log.map(({ loggedAt: at, timeZone, ratings }) => {
      return { at, timeZone, ratings };
    });
    const hasDoses = hasLevodopa(versions) || doses.some(({ isLevodopa }) => isLevodopa);
    const since = sinceLevodopaIn(period.days, { forms, doses, versions }, { now, zone });
    const stateAt = new Map(halfHours.map(({ slot, state }) => [slot, state]));
    const facts = falls.map(({ fellAt, timeZone, reached, hurt }) => ({
      ...{ fellAt, timeZone, reached, hurt },
      since: !hasDoses ? undefined : isHidden(fellAt) ? ('hidden' as const) : since(fellAt),
      state: stateAt.get(slotAt(fellAt, timeZone)),
    }));
    return { section: fallSection(facts, dateStyle), authors: falls.map(({ author }) => author) };
  },
};
