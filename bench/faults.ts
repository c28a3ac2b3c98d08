import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { JsonTestResults } from 'vitest/node';
import faults from './faults.json' with { type: 'json' };

/**
 * Plants the faults of `faults.json` in the server and the web app, one at a time, and runs the tests that must catch
 * each. Exits with 1 unless every fault is caught by a test. Each fault replaces a text of the code. If that code changes,
 * update the fault in `faults.json`.
 *
 *   node bench/faults.ts           every fault
 *   node bench/faults.ts backup    the faults with 'backup' in their name
 *   node bench/faults.ts --check   only checks that the text of each fault occurs exactly once
 */
const VITEST = 'node_modules/vitest/vitest.mjs';
const REPORT = 'test-results/faults.json';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const [word = ''] = positionals;
const chosen = faults.filter(({ name }) => name.includes(word));
const planted = chosen.map(textsOf);
process.stdout.write(`${chosen.length} faults. The text of each occurs once.\n`);
// Without a handler the signal would end this process before `finally` restores the file. The signal also ends the
// running tests.
process.on('SIGINT', () => process.exit(1));
if (!values.check) {
  const failed = failedTest([...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (failed) throw new Error(`A test fails without a planted fault: ${failed}`);
  for (const { name, tests, path, text, faulty } of planted) {
    writeFileSync(path, faulty);
    let caughtBy: string | undefined;
    try {
      caughtBy = failedTest(tests);
    } finally {
      writeFileSync(path, text);
    }
    process.stdout.write(`${name}: ${caughtBy ? `caught by ${caughtBy}` : 'NOT CAUGHT'}\n`);
    if (!caughtBy) process.exitCode = 1;
  }
}

function textsOf(fault: (typeof faults)[number]) {
  const path = `src/${fault.file}`;
  const text = readFileSync(path, 'utf8');
  const [before, after, ...more] = text.split(fault.find);
  if (after === undefined || more.length > 0) {
    throw new Error(
      `The text of this fault occurs ${more.length ? 'more than once' : 'nowhere'} in ${path}: ${fault.name}`,
    );
  }
  return { ...fault, path, text, faulty: `${before}${fault.replace}${after}` };
}

/**
 * Runs test files until a test fails, and returns its full name; undefined if all pass. A file that cannot be
 * loaded does not count as a failed test.
 */
function failedTest(files: readonly string[]): string | undefined {
  // Vitest runs each file whose path begins so, `.test.tsx` too, in the project that it belongs to.
  const paths = files.map((file) => `src/${file}.test.ts`);
  const reporting = ['--reporter=json', `--outputFile=${REPORT}`, '--bail=1'];
  rmSync(REPORT, { force: true });
  spawnSync(process.execPath, [VITEST, 'run', ...reporting, ...paths]);
  const { testResults }: JsonTestResults = JSON.parse(readFileSync(REPORT, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (results.length === 0) throw new Error(`No test ran in ${paths.join(', ')}`);
  return results.find(({ status }) => status === 'failed')?.fullName;
}
