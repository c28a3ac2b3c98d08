import { readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';

/**
 * Stryker does not support worker threads that the code under test starts. This setup file activates the
 * mutant in them, and counts the code that they run as covered by the test that started them.
 */

type Hits = Record<string, number>;

interface Stryker {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Record<string, Hits> };
}

const scope = globalThis as { __stryker__?: Stryker };
scope.__stryker__ ??= {};
const stryker = scope.__stryker__;
const REPORT_COVERAGE = new URL('./thread-coverage.mjs', import.meta.url).href;

let threads = 0;

class MutatedWorker extends workerThreads.Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const { activeMutant, currentTestId = '' } = stryker;
    threads += 1;
    const coverageFile = join(tmpdir(), `thread-coverage-${process.pid}-${threads}.json`);
    super(file, {
      ...options,
      execArgv: [...process.execArgv, '--import', REPORT_COVERAGE],
      env: {
        ...process.env,
        MUTATION_COVERAGE: coverageFile,
        ...(activeMutant ? { __STRYKER_ACTIVE_MUTANT__: activeMutant } : {}),
      },
    });
    this.on('exit', () => count(coverageFile, currentTestId));
  }
}

function count(coverageFile: string, testId: string): void {
  let hits: Hits;
  try {
    hits = JSON.parse(readFileSync(coverageFile, 'utf8'));
    rmSync(coverageFile);
  } catch {
    // A thread that was terminated has not written the file.
    return;
  }
  stryker.mutantCoverage ??= { static: {}, perTest: {} };
  const { static: ofFile, perTest } = stryker.mutantCoverage;
  if (testId) perTest[testId] ??= {};
  const total = perTest[testId] ?? ofFile;
  for (const [mutant, times] of Object.entries(hits)) total[mutant] = (total[mutant] ?? 0) + times;
}

workerThreads.Worker = MutatedWorker;
syncBuiltinESMExports();
