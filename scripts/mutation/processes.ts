import childProcess, { type ForkOptions } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Stryker does not support processes that the code under test starts. So this setup file activates the mutant in worker
 * processes. The code that they run counts as covered by the test that started them.
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
const REPORT_COVERAGE = new URL('./process-coverage.mjs', import.meta.url).href;
const { fork } = childProcess;

let processes = 0;

function forkMutated(file: string | URL, options: ForkOptions = {}) {
  const { activeMutant, currentTestId = '' } = stryker;
  processes += 1;
  const coverageFile = join(tmpdir(), `process-coverage-${process.pid}-${processes}.json`);
  const child = fork(file, {
    ...options,
    execArgv: [...(options.execArgv ?? []), '--import', REPORT_COVERAGE],
    env: {
      ...process.env,
      MUTATION_COVERAGE: coverageFile,
      ...(activeMutant ? { __STRYKER_ACTIVE_MUTANT__: activeMutant } : {}),
    },
  });
  child.on('exit', () => count(coverageFile, currentTestId));
  return child;
}

function count(coverageFile: string, testId: string): void {
  let hits: Hits;
  try {
    hits = JSON.parse(readFileSync(coverageFile, 'utf8'));
    rmSync(coverageFile);
  } catch {
    // A process that was killed during its first task has not written the file.
    return;
  }
  stryker.mutantCoverage ??= { static: {}, perTest: {} };
  const { static: ofFile, perTest } = stryker.mutantCoverage;
  if (testId) perTest[testId] ??= {};
  const total = perTest[testId] ?? ofFile;
  for (const [mutant, times] of Object.entries(hits)) total[mutant] = (total[mutant] ?? 0) + times;
}

childProcess.fork = forkMutated as typeof fork;
syncBuiltinESMExports();
