import { startVitest, type TestCase, type TestModule } from 'vitest/node';
import { PROMISES, type Promised } from './proof/promises.ts';

/**
 * npm run proof [-- WORD]
 *
 * Tests each promise, including the long runs, and prints the measured values. With a word, it tests only the
 * promises whose name contains that word. Exits with 1 unless every promise is kept; a promise that could not
 * be measured here does not count as kept. PROOF_SHARE=0.1 shortens the long runs to a tenth.
 */
const word = process.argv[2] ?? '';
const share = Number(process.env.PROOF_SHARE ?? 1);
if (!(share > 0 && share <= 1)) throw new Error('PROOF_SHARE must be above 0 and at most 1');
const promises = PROMISES.filter(({ promise }) => promise.includes(word));
if (promises.length === 0) {
  const known = PROMISES.map(({ promise }) => `  ${promise}`).join('\n');
  throw new Error(`No promise contains '${word}'. These are the promises:\n${known}`);
}

const vitest = await startVitest([...new Set(promises.flatMap(({ files }) => files))], {
  config: false,
  watch: false,
  include: ['bench/proof/*.proof.ts', 'src/**/*.test.ts'],
  globalSetup: ['bench/proof/set-up.ts'],
  // Some tests end all connections to PostgreSQL. Tests of other files would fail if they ran at the same time.
  fileParallelism: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
});
const modules = vitest.state.getTestModules();
const part = share < 1 ? `, at ${share} of the length` : '';
const rows = promises.map(rowOf);
const table = [
  `| promise | measured | aim | kept${part} |`,
  '| --- | --- | --- | --- |',
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];
process.stdout.write(`\n${table.join('\n')}\n`);
// Vitest has already set the exit code 1 if a test, or anything outside the tests, failed.
if (rows.some((cells) => cells.at(-1) !== 'yes')) process.exitCode = 1;
await vitest.close();

function rowOf({ promise, aim, files }: Promised): string[] {
  const ran = files.map((file) => modules.find((module) => module.relativeModuleId === file));
  const tests = ran.flatMap((module) => [...(module?.children.allTests() ?? [])]);
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const [failed, skipped] = [count('failed'), count('skipped')];
  const measured = [
    ...tests.flatMap((test) => test.meta().figure ?? []),
    `${count('passed')} tests passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [[`${skipped} not run`, ...reasonsOf(tests)].join(', ')] : []),
  ];
  const verdict = !ran.every(isPassed) ? 'NO' : skipped > 0 ? 'not measured' : 'yes';
  return [promise, measured.join('; '), aim, verdict];
}

/** Why tests were skipped, such as tools that are not installed. */
function reasonsOf(tests: readonly TestCase[]): string[] {
  const notes = tests
    .map((test) => test.result())
    .flatMap((result) => (result.state === 'skipped' ? (result.note ?? []) : []));
  return [...new Set(notes)];
}

/** A file passes only if it ran without a failure and contains at least one test. */
function isPassed(module: TestModule | undefined): boolean {
  return module?.ok() === true && module.children.size > 0;
}
