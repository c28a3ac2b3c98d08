import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Fault } from './faults/fault.ts';
import {
  buildWebApp,
  failureInPlaywright,
  failureInVitest,
  stopTests,
} from './faults/run-tests.ts';
import { WEB_FAULTS } from './faults/web.ts';

/**
 * Plants each fault in `src/web`, one at a time, and runs the tests that must catch it. Ends with 1 if one is
 * not caught. A fault is found by its text: if that has changed, the fault has to be written again.
 *
 *   node bench/faults.ts                the tests in `new`
 *   node bench/faults.ts 3 25-38 Undo   only the third, the 25th to the 38th, and those with 'Undo' in their name
 *   node bench/faults.ts --suite=old    the end-to-end tests in `old`
 */
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { suite: { type: 'string', default: 'new' } },
});
const isOld = options.suite === 'old';

/** The source file as it was, while a fault is planted. */
let planted: { readonly path: string; readonly text: string } | undefined;
process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopTests(signal);
    process.exit(1);
  });
}

const faults = WEB_FAULTS.map((fault, index) => ({ ...fault, number: index + 1 })).filter(isChosen);
faults.forEach(textsOf);
const failure = await firstFailure(faults);
if (failure) throw new Error(`This fails without a fault: ${failure}`);

const rows: string[] = [];
for (const fault of faults) {
  const { path, text, faulty } = textsOf(fault);
  planted = { path, text };
  writeFileSync(path, faulty);
  const { caughtBy, why } = await firstFailure([fault])
    .then((test) => ({ caughtBy: test, why: '' }))
    .catch((error: Error) => ({ caughtBy: undefined, why: `: ${error.message.split('\n')[0]}` }))
    .finally(restore);
  const outcome = caughtBy ? `caught by ${caughtBy}` : `NOT CAUGHT${why}`;
  process.stdout.write(`${fault.number}. ${fault.name}: ${outcome}\n`);
  rows.push(`| ${fault.number} | ${fault.name} | ${fault.file} | ${outcome} |`);
  if (!caughtBy) process.exitCode = 1;
}
if (faults.flatMap(testsOf).some(isBrowserTest)) await buildWebApp();
const head = '| # | fault | file | outcome |\n| --- | --- | --- | --- |';
process.stdout.write(`\n${head}\n${rows.join('\n')}\n`);

function isChosen({ number, name }: { readonly number: number; readonly name: string }): boolean {
  return (
    chosen.length === 0 ||
    chosen.some((choice) => {
      const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(choice) ?? [];
      return first ? Number(first) <= number && number <= Number(last) : name.includes(choice);
    })
  );
}

function textsOf({ name, file, find, replace }: Fault) {
  const path = join('src/web', file);
  const text = readFileSync(path, 'utf8');
  const [before, after, ...more] = text.split(find);
  if (after === undefined || more.length > 0) {
    throw new Error(`Its text occurs ${more.length ? 'twice' : 'nowhere'} in ${file}: ${name}`);
  }
  return { path, text, faulty: `${before}${replace}${after}` };
}

function restore(): void {
  if (planted) writeFileSync(planted.path, planted.text);
  planted = undefined;
}

function testsOf({ old, new: now = [] }: Fault): readonly string[] {
  return isOld ? [old[0]] : now;
}

function isBrowserTest(file: string): boolean {
  return file.endsWith('.spec.ts');
}

async function firstFailure(tested: readonly Fault[]): Promise<string | undefined> {
  const files = [...new Set(tested.flatMap(testsOf))];
  if (files.length === 0) throw new Error('no test is named');
  const vitest = files.filter((file) => !isBrowserTest(file));
  const failed = vitest.length > 0 ? await failureInVitest(vitest) : undefined;
  const browser = files.filter(isBrowserTest);
  if (failed || browser.length === 0) return failed;
  await buildWebApp();
  return await failureInPlaywright(browser, isOld ? tested.map(({ old }) => old[1]) : []);
}
