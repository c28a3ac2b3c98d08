import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  NOTHING,
  type PlaywrightResults,
  ProgressCounter,
  playwrightReport,
  type Report,
  stepOf,
  sum,
  type VitestResults,
  vitestReport,
  withExitCode,
} from './check-reports.ts';

/**
 * node scripts/check.ts [STEP or FILE …]
 *
 * Runs all checks, or only the named steps (such as `unit` or `journeys`) and test files (such as
 * `e2e/story.spec.ts`). Prints the failures with file and line, then one line with the number of passed and
 * failed tests. Exits with 1 unless everything ran and passed.
 */

interface Step {
  readonly name: string;
  readonly title: string;
  readonly run: (files: readonly string[]) => Promise<Report>;
}

const RESULTS = 'test-results';
const MODULES = 'node_modules';
const COMPILED = resolve(MODULES, '.cache', 'compiled');
const ROOMS = [
  'src/domain',
  'src/contract',
  'src/charts',
  'src/server',
  'src/web',
  'src/service-worker',
  '.',
];
/** How many steps run at once, so that no core waits. */
const STEPS_AT_ONCE = 2;
/** How often a step reports its progress (ms). */
const SAY_EVERY_MS = 10_000;

/** In the order in which they start. The quick ones run beside the longest. */
const steps: readonly Step[] = [
  {
    name: 'components',
    title: 'The web app in a browser, without a server',
    run: (files) =>
      vitest('components', ['components', 'components-development'], ['src/web/'], files),
  },
  {
    name: 'format',
    title: 'Format and lint',
    run: () =>
      oneCheck('format', [`${MODULES}/@biomejs/biome/bin/biome`, 'ci', '--error-on-warnings', '.']),
  },
  {
    name: 'arrows',
    title: 'Imports between rooms, and import cycles',
    run: () => oneCheck('arrows', ['scripts/arrows.ts']),
  },
  {
    name: 'types',
    title: 'Types, room by room',
    run: async () => {
      const reports = [];
      for (const room of ROOMS) {
        reports.push(
          await oneCheck(`types of ${room}`, [
            `${MODULES}/typescript/bin/tsc`,
            ...['-p', room],
            // Several threads would check what they share several times, and another step uses the second core.
            '--singleThreaded',
          ]),
        );
      }
      return sum(reports);
    },
  },
  {
    name: 'unused',
    title: 'Unused files, exports and packages',
    run: () => oneCheck('unused', [`${MODULES}/knip/bin/knip.js`]),
  },
  {
    name: 'journeys',
    title: 'The whole app in a browser',
    run: async (files) => {
      const path = join(RESULTS, 'journeys.json');
      const code = await node('journeys', [`${MODULES}/@playwright/test/cli.js`, 'test', ...files]);
      return withExitCode(
        playwrightReport(await read<PlaywrightResults>(path)),
        code,
        'journeys',
        files.length > 0 ? files : await journeys(),
      );
    },
  },
  {
    name: 'unit',
    title: 'Domain, charts and server, on SQLite and PostgreSQL',
    run: (files) =>
      vitest(
        'unit',
        ['logic', 'server'],
        ['src/domain/', 'src/charts/', 'src/web/', 'src/server/', 'scripts/'],
        files,
      ),
  },
];

/** All files of browser tests. */
async function journeys(): Promise<readonly string[]> {
  const files = await readdir('e2e');
  return files.filter((file) => file.endsWith('.spec.ts')).map((file) => `e2e/${file}`);
}

const running = new Set<ChildProcess>();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true;
    for (const child of running) child.kill(signal);
  });
}

const wanted = wantedSteps(process.argv.slice(2));
await mkdir(RESULTS, { recursive: true });
for (const { name } of steps) await rm(join(RESULTS, `${name}.json`), { force: true });
const begun = performance.now();
const left = [...wanted];
const reports = await Promise.all(
  Array.from({ length: STEPS_AT_ONCE }, async () => await runSteps(left)),
);
const total = sum(reports.flat());
if (total.failures.length > 0) {
  say('\nFailed:');
  for (const failure of total.failures) say(`  ${failure}`);
}
say(`\n${total.passed} passed, ${total.failed} failed`);
if (total.failed > 0) process.exitCode = 1;

/** The steps to run, each with its requested files (none means all). Without a request, all steps. */
function wantedSteps(requested: readonly string[]): ReadonlyMap<Step, readonly string[]> {
  if (requested.length === 0) return new Map(steps.map((step) => [step, []]));
  const chosen = new Map<Step, string[]>();
  const whole = new Set<Step>();
  for (const word of requested) {
    const runner = stepOf(word);
    const step = steps.find(({ name }) => name === (runner ?? word));
    if (!step) throw new Error(`There is no step or test file called ${word}`);
    const files = chosen.get(step) ?? [];
    if (!runner) whole.add(step);
    chosen.set(step, whole.has(step) ? [] : [...files, word]);
  }
  return chosen;
}

/** Runs the steps that are left, one after the other. */
async function runSteps(queue: (readonly [Step, readonly string[]])[]): Promise<Report[]> {
  const done = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [step, files] = next;
    if (isStopped) {
      done.push({ passed: 0, failed: 1, failures: [`${step.name}: stopped`], parts: [] });
      continue;
    }
    const start = performance.now();
    say(`${step.title} …`);
    const report = await step.run(files);
    say(`${step.title}: ${report.passed} passed, ${report.failed} failed, ${seconds(start)} s`);
    done.push(report);
  }
  return done;
}

/** Runs a tool that writes no report. It counts as one check. */
async function oneCheck(name: string, script: readonly string[]): Promise<Report> {
  const code = await node(name, script);
  return code === 0
    ? { passed: 1, failed: 0, failures: [], parts: [] }
    : { passed: 0, failed: 1, failures: [`${name}: see above`], parts: [] };
}

/** @param parts file prefixes; if no files were requested, each must have run a test */
async function vitest(
  name: string,
  projects: readonly string[],
  parts: readonly string[],
  files: readonly string[],
): Promise<Report> {
  const path = join(RESULTS, `${name}.json`);
  const code = await node(name, [
    `${MODULES}/vitest/vitest.mjs`,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...projects.map((project) => `--project=${project}`),
    ...files,
  ]);
  const report = vitestReport(await read<VitestResults>(path), process.cwd());
  return withExitCode(report, code, name, files.length > 0 ? files : parts);
}

/** Runs a script with this Node. Prints its output after it has ended, and only if it failed. */
async function node(name: string, script: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, script, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Caches compiled code, because tests start many servers and worker processes.
      NODE_COMPILE_CACHE: COMPILED,
      FORCE_COLOR: '0',
    },
  });
  running.add(child);
  const output: Buffer[] = [];
  const counter = new ProgressCounter();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output.push(bytes);
      counter.read(bytes.toString());
    });
  }
  let last = 0;
  const timer = setInterval(() => {
    if (counter.finished === last) return;
    last = counter.finished;
    say(`  ${name}: ${last} tests finished, ${seconds(begun)} s`);
  }, SAY_EVERY_MS);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? 1));
    });
    if (code !== 0) process.stdout.write(Buffer.concat(output));
    return code;
  } finally {
    clearInterval(timer);
    running.delete(child);
  }
}

/** Reads a runner's results. Returns `NOTHING` if the file is missing or is not valid JSON. */
async function read<Results extends object>(path: string): Promise<Results | typeof NOTHING> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Results;
  } catch {
    return NOTHING;
  }
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
