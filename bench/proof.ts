import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { PROMISES } from './proof/promises.ts';

/**
 * npm run proof [-- WORD]
 *
 * Puts each promise to the test, long runs included, and prints what was measured; with a word only those
 * that hold it. Exits with 1 where one is not kept. PROOF_SHARE=0.1 makes a tenth of the long runs.
 */

interface Result {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly meta: { readonly figure?: string };
  }[];
}

const RESULTS = 'test-results/proof.json';
const word = process.argv[2] ?? '';
const wanted = PROMISES.filter(({ promise }) => promise.includes(word));
const files = [...new Set(wanted.flatMap((each) => each.files))];

await mkdir('test-results', { recursive: true });
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=bench/proof/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}`,
    ...files,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
await once(child, 'close');
const { testResults } = JSON.parse(await readFile(RESULTS, 'utf8')) as { testResults: Result[] };
const byFile = new Map(testResults.map((result) => [relative('.', result.name), result]));

const rows = wanted.map(({ promise, aim, files: of }) => {
  const tests = of.flatMap((file) => byFile.get(file)?.assertionResults ?? []);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const untried = tests.length - passed - failed;
  const isComplete = of.every((file) => (byFile.get(file)?.assertionResults.length ?? 0) > 0);
  const figures = tests.flatMap(({ meta }) => meta.figure ?? []);
  const isKept = failed === 0 && passed > 0 && isComplete;
  const tally = `${passed} tests passed${failed > 0 ? `, ${failed} failed` : ''}${untried > 0 ? `, ${untried} not tried` : ''}`;
  return { promise, aim, isKept, untried, figure: [...figures, tally].join('; ') };
});
const table = [
  '| promise | measured | aim | kept |',
  '| --- | --- | --- | --- |',
  ...rows.map(
    ({ promise, figure, aim, isKept, untried }) =>
      `| ${promise} | ${figure} | ${aim} | ${isKept ? (untried > 0 ? 'as far as tried' : 'yes') : 'NO'} |`,
  ),
].join('\n');
await writeFile('test-results/proof.md', `${table}\n`);
process.stdout.write(`\n${table}\n`);
if (rows.some(({ isKept }) => !isKept)) process.exitCode = 1;
