import { MAX_VISIT_DAYS } from '../../domain/visit.ts';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import { addDays, type CalendarDate, dateOf, type Instant } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../identity/queries/readers.ts';
import { fail } from '../platform/http/fail.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { findVisitPeriod, findVisitSummary, type WantedDays } from '../report/visit-summary.ts';

/** The summary that a reader of a share sees. @throws shareEnded if the account was deleted meanwhile */
export async function findShared(
  context: Context,
  { userId, from, scope }: Pick<Reader, 'userId' | 'from' | 'scope'>,
): Promise<VisitSummary> {
  const wanted = await wantedDays(context, { userId, from });
  return await findVisitSummary(context.db, userId, wanted, scope, context.clock());
}

/** When the first day that a reader sees begins. @throws shareEnded if the account was deleted meanwhile */
export async function findSharedStart(
  context: Context,
  { userId, from }: Pick<Reader, 'userId' | 'from'>,
): Promise<Instant> {
  const wanted = await wantedDays(context, { userId, from });
  return (await findVisitPeriod(context.db, userId, wanted, context.clock())).from;
}

async function wantedDays(
  { db, clock }: Context,
  { userId, from }: Pick<Reader, 'userId' | 'from'>,
): Promise<WantedDays> {
  const zone = await findTimeZone(db, userId);
  if (zone === undefined) throw fail('shareEnded');
  // A person who chose a day shares nothing from before it.
  return from === null ? {} : { from: firstDay(from, dateOf(clock(), zone)), hidesBefore: true };
}

/**
 * The first day that a link shows today. It is at most a year ago, because a summary is limited to a year. A chosen day
 * in the future becomes today: the link may have been made in a zone whose date is ahead.
 */
function firstDay(from: CalendarDate, today: CalendarDate): CalendarDate {
  const earliest = addDays(today, 1 - MAX_VISIT_DAYS);
  if (from < earliest) return earliest;
  return from > today ? today : from;
}
