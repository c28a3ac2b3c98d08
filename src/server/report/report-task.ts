import { instantsForAfterDose } from '../../domain/after-dose-window.ts';
import { type CheckInWeek, checkInWeeks } from '../../domain/check-in-weeks.ts';
import { type Report, type ReportForm, reportOf } from '../../domain/report.ts';
import { type ReportMedication, reportMedication } from '../../domain/report-medication.ts';
import { findCheckIns } from '../check-ins/queries/check-ins.ts';
import { findDoses, loggedDoseOf } from '../medication/queries/doses.ts';
import { findMedications } from '../medication/queries/medications.ts';
import { type Database, type DatabaseOptions, withDatabase } from '../platform/db/database.ts';
import { stackFrames } from '../platform/stack-frames.ts';
import type { Task } from '../platform/workers/workers.ts';
import { countOrdered, orderedForms, type ReportOrder } from './order.ts';
import { reportPdf } from './pdf/document.ts';

export interface ReportInput {
  readonly database: Omit<DatabaseOptions, 'onError'>;
  readonly userId: string;
  readonly order: ReportOrder;
}

/** A failure has a type and stack frames but no message, because a message may quote a person's text. */
export type ReportOutcome =
  | { readonly pdf: Uint8Array }
  | { readonly refused: 'unavailable' }
  | { readonly failure: { readonly type: string; readonly frames: string } };

/**
 * Makes a report in a worker process, on its own database connection. Ten years of forms take about a second
 * of computation, which must not block the server's event loop.
 */
export async function makeReport({ input, onProgress }: Task<ReportInput>): Promise<ReportOutcome> {
  try {
    return await withDatabase(input.database, (db) => pdfOf(db, input, onProgress));
  } catch (error) {
    const cause = error instanceof Error ? error : new Error();
    return { failure: { type: cause.name, frames: stackFrames(cause) } };
  }
}

async function pdfOf(
  db: Database,
  { userId, order }: ReportInput,
  onProgress: Task<ReportInput>['onProgress'],
): Promise<{ readonly pdf: Uint8Array }> {
  const count = await countOrdered(db, userId, order);
  // Each form counts twice, for reading and for writing. The extra 1 keeps the progress below 100 %.
  const total = 2 * count + 1;
  const tell = (done: number) => onProgress(Math.min(done, total - 1), total);
  tell(0);
  const forms: ReportForm[] = [];
  for await (const page of orderedForms(db, userId, order)) {
    forms.push(...page);
    tell(forms.length);
  }
  const { paper, madeAt, dateStyle } = order;
  const onForms = (written: number) => tell(count + written);
  const report = reportOf({ ...order, forms });
  const medication = await medicationOf(db, userId, order, report);
  const weeks = await weeksOf(db, userId, order);
  return { pdf: await reportPdf(report, { medication, weeks, paper, madeAt, dateStyle, onForms }) };
}

async function medicationOf(
  db: Database,
  userId: string,
  { period, zone, madeAt }: ReportOrder,
  { charted, log }: Report,
): Promise<ReportMedication | undefined> {
  const versions = await findMedications(db, userId);
  const doses = await findDoses(db, userId, instantsForAfterDose(period.days));
  const entered = {
    versions,
    forms: log.map(({ loggedAt: at, timeZone, ratings }) => ({ at, timeZone, ratings })),
    doses: doses.map(loggedDoseOf),
  };
  const names = charted.map(({ name }) => name);
  return reportMedication(period.days, names, entered, { now: madeAt, zone });
}

/** The weeks of the check-ins, from the first one that has any. */
async function weeksOf(
  db: Database,
  userId: string,
  { period: { days } }: ReportOrder,
): Promise<CheckInWeek[]> {
  const checkIns = await findCheckIns(db, userId, { from: days.first, to: days.last });
  const first = checkIns.at(-1)?.day;
  if (first === undefined) return [];
  return checkInWeeks(checkIns, days).filter(({ last }) => last >= first);
}
