import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { PROMISES, type Promised } from './proof/promises.ts';
import { askedShare } from './proof/share.ts';
import { type Report, rowsOf, tableOf } from './proof/table.ts';

/**
 * npm run proof [-- WORD]
 *
 * Puts each promise to the test, long runs included, and prints what was measured; with a word only those
 * that hold it. Exits with 1 unless each is kept: one that could not be measured here is not.
 * PROOF_SHARE=0.1 makes a tenth of the long runs.
 */

const REPORT = 'test-results/proof.json';
const TABLE = 'test-results/proof.md';

const word = process.argv[2] ?? '';
const wanted = PROMISES.filter(({ promise }) => promise.includes(word));
try {
  await prove(wanted, askedShare());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function prove(promises: readonly Promised[], share: number): Promise<void> {
  if (promises.length === 0) {
    const known = PROMISES.map(({ promise }) => `  ${promise}`).join('\n');
    throw new Error(`No promise holds '${word}'. These are the promises:\n${known}`);
  }
  await mkdir('test-results', { recursive: true });
  // What an earlier run has left is not to be taken for this one's.
  await rm(REPORT, { force: true });
  await rm(TABLE, { force: true });
  const code = await run([...new Set(promises.flatMap(({ files }) => files))]);
  const rows = rowsOf(promises, await readReport());
  const table = tableOf(rows, share);
  await writeFile(TABLE, `${table}\n`);
  process.stdout.write(`\n${table}\n`);
  if (rows.some(({ verdict }) => verdict !== 'yes')) process.exitCode = 1;
  // As Vitest does on an error that belongs to no test.
  else if (code !== 0)
    throw new Error(`The run ended with ${code}: something failed beside the tests.`);
}

/** Runs test files, and gives what Vitest ends with. */
async function run(files: readonly string[]): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=bench/proof/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
      ...files,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = await once(child, 'close');
  return code;
}

async function readReport(): Promise<Report> {
  const text = await readFile(REPORT, 'utf8').catch(() => {
    throw new Error('The run ended before it had reported anything.');
  });
  return JSON.parse(text);
}
