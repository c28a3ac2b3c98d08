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
  /** No one's file is to keep all others from their turn: ten years take a second. In milliseconds. */
  readonly timeMs: number;
  /** What a file may take of the memory; one that wants more ends its thread, and not the server. */
  readonly memoryMb: number;
}
const LIMITS: ImportLimits = { timeMs: 60_000, memoryMb: 1024 };

/** What is wrong with a file that wants more memory than it may have. */
export const HOLDS_TOO_MUCH: ImportFault = {
  row: null,
  path: '',
  rule: 'holds more than can be read',
};
const TAKES_TOO_LONG: ImportFault = { row: null, path: '', rule: 'takes too long to bring in' };

/** How long a cancelled thread has to end by itself, in milliseconds. */
const CANCEL_LIMIT_MS = 1000;

/**
 * Imports a file in a thread.
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
    // It hears of it between two pieces of its work, and not while it waits for a lock. The database undoes
    // the transaction of a connection that is gone.
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
  // It was ended in its commit: nobody knows what became of it. The same file again adds nothing twice.
  if (timeIsUp && isAllWritten) return { refused: 'unavailable' };
  if (timeIsUp) return { faults: [TAKES_TOO_LONG] };
  throw new Error('The import ended without an outcome');
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
