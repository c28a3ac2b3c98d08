import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ReportForm, reportOf } from '../../domain/report.ts';
import { stackFrames } from '../platform/stack-frames.ts';
import type { ReportOrder } from './order.ts';
import { reportPdf } from './pdf/document.ts';

/**
 * Makes reports, one after the other, in a thread of its own: figures, text and compression take a second
 * for ten years of forms, for which no request should wait.
 */

/** What comes in: an order, its forms in pages, each once the one before it was taken, and an end. */
export type ToThread =
  | { readonly kind: 'begin'; readonly order: ReportOrder }
  | { readonly kind: 'forms'; readonly forms: readonly ReportForm[] }
  | { readonly kind: 'end' };

/** What goes out. Of a failure its kind and its place in the code; its text may quote what someone wrote. */
export type FromThread =
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly forms: number }
  | { readonly kind: 'made'; readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly type: string; readonly frames: string };

/** Whoever waits for an answer comes first. On Linux this is the thread's own; elsewhere the whole process's. */
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
    // A copy of its own, which goes to the other thread as it is.
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
