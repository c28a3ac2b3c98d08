import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const MODULES = 'node_modules';
const VITEST_RESULTS = 'test-results/faults.json';

let child: ChildProcess | undefined;

export function stopTests(signal: NodeJS.Signals): void {
  child?.kill(signal);
}

export async function buildWebApp(): Promise<void> {
  // `dist` no longer matches what the last set-up has noted: the next one builds again.
  rmSync('dist/inputs.txt', { force: true });
  const { code, output } = await node([`${MODULES}/vite/bin/vite.js`, 'build', '--logLevel=warn']);
  if (code !== 0) throw new Error(`The web app cannot be built: ${output}`);
}

/** @returns the first test that fails; undefined if all pass */
export async function failureInVitest(files: readonly string[]): Promise<string | undefined> {
  mkdirSync('test-results', { recursive: true });
  rmSync(VITEST_RESULTS, { force: true });
  const report = ['--reporter=json', `--outputFile=${VITEST_RESULTS}`, '--bail=1'];
  await node([`${MODULES}/vitest/vitest.mjs`, 'run', ...files, ...report]);
  const { testResults } = JSON.parse(readFileSync(VITEST_RESULTS, 'utf8')) as VitestResults;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (tests.length === 0) throw new Error(`No test ran in ${files.join(', ')}`);
  return tests.find(({ status }) => status === 'failed')?.fullName;
}

/**
 * @param titles the start of each title, if not all tests of the files are run
 * @returns the first test that fails by an expectation or a time-out; undefined if all pass
 */
export async function failureInPlaywright(
  files: readonly string[],
  titles: readonly string[],
): Promise<string | undefined> {
  const { output } = await node([
    `${MODULES}/@playwright/test/cli.js`,
    'test',
    ...files,
    ...(titles.length > 0 ? ['-g', titles.map((title) => RegExp.escape(title)).join('|')] : []),
    ...['--project=phone', '--workers=1', '--max-failures=1', '--retries=0', '--reporter=json'],
  ]);
  const { suites = [], errors = [] } = JSON.parse(output) as PlaywrightResults;
  const specs = suites.flatMap(specsOf);
  const results = specs.flatMap((spec) =>
    spec.tests.flatMap((test) => test.results.map((result) => ({ ...result, spec }))),
  );
  if (results.length === 0) throw new Error(`No test ran in ${files.join(', ')}: ${text(errors)}`);
  const failed = results.find(({ status }) => status !== 'passed' && status !== 'skipped');
  if (!failed) return undefined;
  const { spec } = failed;
  const reason = text(failed.errors);
  if (!/expect|time-?out|exceeded/i.test(reason)) throw new Error(`${spec.title} broke: ${reason}`);
  return `${spec.file}:${spec.line} ${spec.title}`;
}

function specsOf({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function text(errors: readonly { readonly message?: string }[]): string {
  return errors.map(({ message }) => message).join('\n');
}

/** Runs a script with this Node. */
async function node(script: readonly string[]): Promise<{ code: number | null; output: string }> {
  const started = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'ignore'] });
  child = started;
  let output = '';
  started.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  return await new Promise((resolve, reject) => {
    started.on('error', reject);
    started.on('close', (code) => resolve({ code, output }));
  });
}

interface VitestResults {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

interface PlaywrightResults {
  readonly suites?: readonly Suite[];
  readonly errors?: readonly { readonly message?: string }[];
}

interface Suite {
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
}

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tests: readonly {
    readonly results: readonly {
      readonly status: string;
      readonly errors: readonly { readonly message?: string }[];
    }[];
  }[];
}
