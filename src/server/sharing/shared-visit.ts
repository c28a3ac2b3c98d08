import { MAX_VISIT_DAYS } from '../../domain/visit.ts';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import { addDays, type CalendarDate, dateOf } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../identity/queries/readers.ts';
import { fail } from '../platform/http/fail.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { findVisitSummary } from '../report/visit-summary.ts';

/** What a reader sees. @throws shareEnded if the account was deleted meanwhile */
export async function findShared(
  { db, clock }: Context,
  { userId, from, scope }: Pick<Reader, 'userId' | 'from' | 'scope'>,
): Promise<VisitSummary> {
  const zone = await findTimeZone(db, userId);
  if (zone === undefined) throw fail('shareEnded');
  // A person who chose a day shares nothing from before it.
  const wanted =
    from === null ? {} : { from: firstDay(from, dateOf(clock(), zone)), hidesBefore: true };
  return await findVisitSummary(db, userId, wanted, scope, clock());
}

/**
 * The first day of a link as it is today: a summary is limited to a year, and the link may have been made in a zone where
 * it is tomorrow.
 */
function firstDay(from: CalendarDate, today: CalendarDate): CalendarDate {
  const earliest = addDays(today, 1 - MAX_VISIT_DAYS);
  if (from < earliest) return earliest;
  return from > today ? today : from;
}
