import type { ImportAnswer, ImportFault } from '../../contract/open-formats.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { OutOfMemory, type Run, TimedOut } from '../platform/workers/workers.ts';
import type { ImportRequest } from './import.ts';
import type { ImportInput, ImportTaskOutcome } from './import-task.ts';

const FILE = new URL('./import-task.ts', import.meta.url);
/** The time-out of an import (ms). Ten years of forms take about a second. */
const TIME_LIMIT_MS = 60_000;

/** The fault that is reported if the import of a file exceeds the heap limit of its process. */
export const HOLDS_TOO_MUCH: ImportFault = {
  row: null,
  path: '',
  rule: 'has more data than we can import at once',
};
const TAKES_TOO_LONG: ImportFault = { row: null, path: '', rule: 'took too long to import' };

/**
 * Imports a file in a worker process.
 *
 * @throws importRefused with `faults`, pastSymptomsFull, tooManyEntries, tooMuchText, tooMuchImported, userNotFound,
 *   tooManyAttempts, unavailable; the signal's reason
 */
export async function runImport(
  { config, clock, limits, workers }: Context,
  request: Pick<ImportRequest, 'userId' | 'source' | 'dryRun' | 'uploader'>,
  { signal, onProgress }: Pick<Run, 'signal' | 'onProgress'>,
  timeMs = TIME_LIMIT_MS,
): Promise<ImportAnswer> {
  const { dataDir, databaseUrl } = config;
  const input: ImportInput = {
    database: { dataDir, databaseUrl },
    request: { ...request, now: clock(), limits },
  };
  let isAllWritten = false;
  const run: Run = {
    signal,
    onProgress(done, total) {
      isAllWritten = done === total;
      onProgress(done, total);
    },
    timeMs,
  };
  const job = { file: FILE, name: 'importInProcess', input };
  let outcome: ImportTaskOutcome;
  try {
    outcome = await workers.run<ImportInput, ImportTaskOutcome>(request.userId, job, run);
  } catch (error) {
    // If the time-out occurs during the commit, it is unknown whether the import was stored. Importing the file again
    // is safe, because it adds only what is missing.
    if (error instanceof TimedOut && isAllWritten) throw fail('unavailable');
    if (error instanceof TimedOut) throw refused([TAKES_TOO_LONG]);
    throw error instanceof OutOfMemory ? refused([HOLDS_TOO_MUCH]) : error;
  }
  if ('refused' in outcome) throw fail(outcome.refused);
  if ('faults' in outcome) throw refused(outcome.faults);
  return outcome.answer;
}

function refused(faults: readonly ImportFault[]) {
  return fail('importRefused', { faults });
}
