import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import type { Context } from '../context.ts';
import { fail } from '../fail.ts';
import type { ImportRequest, Watching } from './import.ts';
import type { ImportThreadData, ImportThreadMessage } from './import-thread.ts';

/** So that many files at once don't take all memory and cores: one after the other. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Imports a file in a thread.
 *
 * @throws importRefused with `faults`, pastSymptomsFull, userNotFound, unavailable; the signal's reason
 */
export async function runImport(
  { config, clock }: Context,
  request: Pick<ImportRequest, 'userId' | 'source' | 'dryRun'>,
  watching: Watching,
): Promise<ImportAnswer> {
  const work = turn.then(() => {
    watching.signal.throwIfAborted();
    const { dataDir, databaseUrl, timeZone } = config;
    const data: ImportThreadData = {
      database: { dataDir, databaseUrl },
      request: { ...request, now: clock(), zone: timeZone },
    };
    return inThread(data, watching);
  });
  turn = work.catch(() => {});
  const outcome = await work;
  if ('refused' in outcome) throw fail(outcome.refused);
  if ('faults' in outcome) throw fail('importRefused', { faults: outcome.faults });
  return outcome.answer;
}

type ThreadOutcome = Extract<ImportThreadMessage, { outcome: unknown }>['outcome'];

async function inThread(
  workerData: ImportThreadData,
  { onProgress, signal }: Watching,
): Promise<ThreadOutcome> {
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), { workerData });
  const cancel = () => worker.postMessage('cancel');
  signal.addEventListener('abort', cancel);
  let outcome: ThreadOutcome | undefined;
  worker.on('message', (message: ImportThreadMessage) => {
    if ('progress' in message) onProgress(message.progress.done, message.progress.total);
    if ('outcome' in message) outcome = message.outcome;
  });
  try {
    await once(worker, 'exit');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  if (outcome) return outcome;
  signal.throwIfAborted();
  throw new Error('The import ended without an outcome');
}
