import { diary } from '../../contract/kinds/diary.ts';
import { type VisitEntry, visit } from '../../contract/kinds/visit.ts';
import { firstAuthor } from '../../domain/authors.ts';
import {
  lastVisit,
  MAX_VISIT_DAYS,
  type VisitBasis,
  type VisitScope,
  visitDays,
} from '../../domain/visit.ts';
import { visitSummaryOf } from '../../domain/visit-figures.ts';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  type Instant,
  startOfDay,
} from '../../domain/zone.ts';
import { entriesOf } from '../entries/queries/find.ts';
import { shownName } from '../identity/authors.ts';
import type { Database } from '../platform/db/database.ts';
import { fail } from '../platform/http/fail.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { type Figures, readFigures } from './figures.ts';
import { orderOf, type ReportOrder } from './order.ts';
import { countAuthors } from './queries.ts';
import { readParts } from './visit-parts.ts';

/** The days of a page for a visit, at most `MAX_VISIT_DAYS`; since the last visit by default. */
export interface WantedDays {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  /** True if nothing from before `from` may be shown: no comparison is made, and no figure depends on older entries. */
  readonly hidesBefore?: boolean;
}

/**
 * The period of a page for a visit, and the visits that decide it.
 *
 * @throws userNotFound, periodEmpty, periodTooLong
 */
export async function findVisitPeriod(
  db: Database,
  userId: string,
  wanted: WantedDays,
  now: Instant,
) {
  const zone = await findTimeZone(db, userId);
  if (zone === undefined) throw fail('userNotFound');
  const visits = await entriesOf(visit).all(db, userId);
  const today = dateOf(now, zone);
  const { basis, days } = visitDays(wanted, lastVisit(visits, today)?.day ?? undefined, today);
  if (days.first > days.last) throw fail('periodEmpty');
  if (daysBetween(days.first, days.last) > MAX_VISIT_DAYS) throw fail('periodTooLong');
  const from = startOfDay(days.first, zone);
  const to = startOfDay(addDays(days.last, 1), zone);
  return { from, to, basis, visits };
}

/**
 * What the page for a visit shows of a person: on the person's own page, on the reader's page of a share, and in the
 * report.
 *
 * @throws userNotFound, periodEmpty, periodTooLong
 */
export async function findVisitSummary(
  db: Database,
  userId: string,
  wanted: WantedDays,
  scope: VisitScope,
  now: Instant,
): Promise<VisitSummary> {
  const { from, to, basis, visits } = await findVisitPeriod(db, userId, wanted, now);
  const { hidesBefore = false } = wanted;
  const order = await orderOf(db, { userId, from, to, hidesBefore, paper: 'Letter', scope }, now);
  const figures = await readFigures(db, userId, order, scope);
  return await summaryOf(db, userId, { order, figures, visits, basis, scope });
}

/** The summary for a report whose figures are already read. */
export async function summaryOf(
  db: Database,
  userId: string,
  {
    order,
    figures,
    visits,
    basis,
    scope,
  }: {
    readonly order: ReportOrder;
    readonly figures: Figures;
    readonly visits: readonly VisitEntry[];
    readonly basis: VisitBasis;
    readonly scope: VisitScope;
  },
): Promise<VisitSummary> {
  const { period, zone, diagnosedYear, dateStyle: style, madeAt: now } = order;
  const { first, last } = period.days;
  const span = { from: startOfDay(first, zone), to: startOfDay(addDays(last, 1), zone) };
  const halfHours = scope.diary ? await entriesOf(diary).ofTimes(db, userId, span) : [];
  const authors = new Map<string, number>();
  const count = (author: string, entries: number) => {
    const name = shownName(firstAuthor(author));
    authors.set(name, (authors.get(name) ?? 0) + entries);
  };
  for (const [author, entries] of await countAuthors(db, userId, span)) count(author, entries);
  const doses = figures.doses.filter(({ takenAt }) => span.from <= takenAt && takenAt < span.to);
  const parts = await readParts(db, userId, { order, figures, halfHours, scope });
  for (const author of [
    ...[...doses, ...figures.checkIns, ...halfHours].map((each) => each.author),
    ...parts.authors,
  ]) {
    count(author, 1);
  }
  return visitSummaryOf(
    { ...figures, halfHours, visits, authors, sections: parts.sections },
    { basis, scope, diagnosedYear, style, now },
  );
}
