import { type CheckInEntry, checkIn } from '../../contract/kinds/check-in.ts';
import { dose } from '../../contract/kinds/dose.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { MS_BEFORE_RATING } from '../../domain/after-dose.ts';
import { instantsForAfterDose } from '../../domain/after-dose-window.ts';
import { type CheckInWeek, checkInWeeks } from '../../domain/check-in-weeks.ts';
import type { Dose } from '../../domain/doses.ts';
import type { RegimenVersion } from '../../domain/regimen.ts';
import { versionsFrom } from '../../domain/regimen-changes.ts';
import { type Report, type ReportForm, reportOf } from '../../domain/report.ts';
import { type ReportMedication, reportMedication } from '../../domain/report-medication.ts';
import type { VisitScope } from '../../domain/visit.ts';
import { startOfDay } from '../../domain/zone.ts';
import { entriesOf } from '../entries/queries/find.ts';
import type { Database } from '../platform/db/database.ts';
import { orderedForms, type ReportOrder } from './order.ts';

/** The entries in a report's period, and the figures computed from them. */
export interface Figures {
  readonly report: Report;
  /** Undefined if nothing was planned or logged, or the scope has no medication. */
  readonly medication: ReportMedication | undefined;
  readonly versions: readonly RegimenVersion[];
  /** The doses of the period, and earlier ones that may be the last dose before the period's first ratings. */
  readonly doses: readonly (Dose & { readonly author: string; readonly timeZone: string })[];
  /** The weeks from the first week with a check-in, the oldest first. */
  readonly weeks: readonly CheckInWeek[];
  readonly checkIns: readonly CheckInEntry[];
}

/**
 * Reads the entries for a report. Medication and check-ins are read only if the scope has them.
 *
 * @param onForms called with the number of forms read so far
 */
export async function readFigures(
  db: Database,
  userId: string,
  order: ReportOrder,
  scope: Pick<VisitScope, 'medication' | 'checkIns'>,
  onForms: (count: number) => void = () => {},
): Promise<Figures> {
  const forms: ReportForm[] = [];
  for await (const page of orderedForms(db, userId, order)) {
    forms.push(...page);
    onForms(forms.length);
  }
  const report = reportOf({ ...order, forms });
  const { days } = order.period;
  const ofMedication = scope.medication ? await readMedication(db, userId, order, report) : NONE;
  const range = { from: days.first, to: days.last };
  const checkIns = scope.checkIns ? await entriesOf(checkIn).ofDays(db, userId, range) : [];
  const first = checkIns.at(-1)?.day;
  const weeks = first === undefined ? [] : checkInWeeks(checkIns, days);
  return {
    report,
    ...ofMedication,
    weeks: weeks.filter(({ last }) => last >= (first ?? last)),
    checkIns,
  };
}

const NONE = { medication: undefined, versions: [], doses: [] } as const;

async function readMedication(
  db: Database,
  userId: string,
  { period, zone, madeAt }: ReportOrder,
  { charted, log }: Report,
) {
  const { first } = period.days;
  // If nothing before the period may be shown, leave out the ratings of the period's first eight hours: their time
  // since the last dose could reveal a dose before the period.
  const firstRated = period.before ? 0 : startOfDay(first, zone) + MS_BEFORE_RATING;
  const all = await entriesOf(medication).all(db, userId);
  const versions = period.before ? all : versionsFrom(all, first);
  const doses = await entriesOf(dose).ofTimes(db, userId, instantsForAfterDose(period.days));
  const forms = log
    .filter(({ loggedAt }) => loggedAt >= firstRated)
    .map(({ loggedAt: at, timeZone, ratings }) => ({ at, timeZone, ratings }));
  const names = charted.map(({ name }) => name);
  const entered = { versions, forms, doses };
  const reported = reportMedication(period.days, names, entered, { now: madeAt, zone });
  return { medication: reported, versions, doses };
}
