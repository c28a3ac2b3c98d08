import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImportAnswer, ImportFault } from '../../contract/open-formats.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import type { ImportRequest, Watching } from './import.ts';
import type { ImportThreadData, ImportThreadMessage } from './import-thread.ts';
import { ImportTurns } from './import-turns.ts';

const turns = new ImportTurns();

interface ImportLimits {
  /** The time-out in milliseconds, so that one file cannot block all others. Ten years take a second. */
  readonly timeMs: number;
  /** The thread's heap limit in MB. A file that exceeds it ends its thread, not the server. */
  readonly memoryMb: number;
}
const LIMITS: ImportLimits = { timeMs: 60_000, memoryMb: 1024 };

/** The fault of a file that exceeds the heap limit. */
export const HOLDS_TOO_MUCH: ImportFault = {
  row: null,
  path: '',
  rule: 'holds more than can be read',
};
const TAKES_TOO_LONG: ImportFault = { row: null, path: '', rule: 'took too long to import' };

/** The time that a cancelled thread has to end by itself, in milliseconds. */
const CANCEL_LIMIT_MS = 1000;

/**
 * Imports a file in a worker thread, one at a time.
 *
 * @throws importRefused with `faults`, pastSymptomsFull, userNotFound, unavailable; the signal's
 *   reason
 */
export async function runImport(
  { config, clock }: Context,
  request: Pick<ImportRequest, 'userId' | 'source' | 'dryRun'>,
  watching: Watching,
  limits = LIMITS,
): Promise<ImportAnswer> {
  const outcome = await turns.take(watching.signal, () => {
    const { dataDir, databaseUrl, timeZone } = config;
    const data: ImportThreadData = {
      database: { dataDir, databaseUrl },
      request: { ...request, now: clock(), zone: timeZone },
    };
    return inThread(data, watching, limits);
  });
  if ('refused' in outcome) throw fail(outcome.refused);
  if ('faults' in outcome) throw fail('importRefused', { faults: outcome.faults });
  return outcome.answer;
}

type ThreadOutcome = Extract<ImportThreadMessage, { outcome: unknown }>['outcome'];

async function inThread(
  workerData: ImportThreadData,
  { onProgress, signal }: Watching,
  { timeMs, memoryMb }: ImportLimits,
): Promise<ThreadOutcome> {
  const worker = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let outcome: ThreadOutcome | undefined;
  let isAllWritten = false;
  worker.on('message', (message: ImportThreadMessage) => {
    if ('progress' in message) {
      const { done, total } = message.progress;
      isAllWritten = done === total;
      onProgress(done, total);
    }
    if ('outcome' in message) outcome = message.outcome;
  });
  let timeIsUp = false;
  const timeLimit = setTimeout(() => {
    timeIsUp = true;
    cancel();
  }, timeMs);
  let cancelLimit: NodeJS.Timeout | undefined;
  const cancel = () => {
    worker.postMessage('cancel');
    // The thread handles the message when it pauses, but not while it waits for a lock. When it is
    // terminated, its connection closes and the database rolls back the transaction.
    cancelLimit = setTimeout(() => void worker.terminate(), CANCEL_LIMIT_MS);
  };
  signal.addEventListener('abort', cancel);
  try {
    await once(worker, 'exit');
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    outcome = { faults: [HOLDS_TOO_MUCH] };
  } finally {
    clearTimeout(timeLimit);
    clearTimeout(cancelLimit);
    signal.removeEventListener('abort', cancel);
  }
  if (outcome) return outcome;
  signal.throwIfAborted();
  // The time-out came during the commit, so the result is unknown. Importing the file again is safe.
  if (timeIsUp && isAllWritten) return { refused: 'unavailable' };
  if (timeIsUp) return { faults: [TAKES_TOO_LONG] };
  throw new Error('The import ended without an outcome');
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
