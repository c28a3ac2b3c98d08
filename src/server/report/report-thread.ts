import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ReportForm, reportOf } from '../../domain/report.ts';
import { stackFrames } from '../platform/stack-frames.ts';
import type { ReportOrder } from './order.ts';
import { reportPdf } from './pdf/document.ts';

/**
 * Makes reports in a worker thread, one at a time. Ten years of forms take about a second of computation,
 * which must not block the server's event loop.
 */

/** Messages to the thread: an order, pages of forms, each after 'taken' for the page before, and an end. */
export type ToThread =
  | { readonly kind: 'begin'; readonly order: ReportOrder }
  | { readonly kind: 'forms'; readonly forms: readonly ReportForm[] }
  | { readonly kind: 'end' };

/** Messages from the thread. A failure has a type and stack frames, but no message: it may quote a person. */
export type FromThread =
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly forms: number }
  | { readonly kind: 'made'; readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly type: string; readonly frames: string };

/** Requests have priority over reports. Only on Linux does the priority apply to the thread alone. */
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let order: ReportOrder | undefined;
let forms: ReportForm[] = [];

parentPort?.on('message', async (message: ToThread) => {
  if (message.kind === 'begin') {
    order = message.order;
    forms = [];
  }
  if (message.kind === 'forms') {
    forms.push(...message.forms);
    tell({ kind: 'taken' });
  }
  if (message.kind === 'end' && order) {
    await make(order);
    order = undefined;
    forms = [];
  }
});

async function make({ person, symptoms, period, zone, paper, madeAt }: ReportOrder): Promise<void> {
  try {
    const report = reportOf({ person, symptoms, forms, period, zone });
    const onForms = (count: number) => tell({ kind: 'written', forms: count });
    // A copy with its own buffer, because the buffer is transferred to the other thread.
    const pdf = new Uint8Array(await reportPdf(report, { paper, madeAt, onForms }));
    tell({ kind: 'made', pdf }, [pdf.buffer]);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error();
    tell({ kind: 'failed', type: cause.name, frames: stackFrames(cause) });
  }
}

function tell(message: FromThread, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, given);
}
