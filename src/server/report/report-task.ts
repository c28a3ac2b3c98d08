import { visit as visitKind } from '../../contract/kinds/visit.ts';
import { entriesOf } from '../entries/queries/find.ts';
import { type Database, type DatabaseOptions, withDatabase } from '../platform/db/database.ts';
import { stackFrames } from '../platform/stack-frames.ts';
import type { Task } from '../platform/workers/workers.ts';
import { readFigures } from './figures.ts';
import { countOrdered, type ReportOrder } from './order.ts';
import { reportPdf } from './pdf/document.ts';
import { summaryOf } from './visit-summary.ts';

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
 * Makes a report in a worker process, on its own database connection. Ten years of forms take seconds of
 * computation, which must not block the server's event loop.
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
  const { paper, extent, madeAt, dateStyle, scope, hasTopics } = order;
  const figures = await readFigures(db, userId, order, scope, tell);
  const onForms = (written: number) => tell(count + written);
  const { report, medication, weeks } = figures;
  const visits = (await entriesOf(visitKind).all(db, userId)).map((each) =>
    hasTopics ? each : { ...each, topics: [] },
  );
  const visit = await summaryOf(db, userId, { order, figures, visits, basis: 'chosen', scope });
  const parts = { visit, medication, weeks };
  return { pdf: await reportPdf(report, { ...parts, paper, extent, madeAt, dateStyle, onForms }) };
}
