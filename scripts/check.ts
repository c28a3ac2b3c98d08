import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * node scripts/check.ts [STEP …]
 *
 * Runs every check there is, or the named ones: format, types, unused, unit, browser. Ends with one line
 * that sums what passed and failed; exits with 1 unless everything ran and passed.
 */

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

interface Step {
  readonly name: string;
  readonly title: string;
  readonly run: () => Promise<Tally>;
}

const RESULTS = 'test-results';
const UNIT_RESULTS = join(RESULTS, 'unit.json');
const BROWSER_RESULTS = join(RESULTS, 'e2e.json');
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

const steps: readonly Step[] = [
  {
    name: 'format',
    title: 'Format, lint and the arrows between rooms',
    run: () => oneCheck([`${MODULES}/@biomejs/biome/bin/biome`, 'ci', '--error-on-warnings', '.']),
  },
  {
    name: 'types',
    title: 'Types, room by room',
    run: async () => {
      const tallies = [];
      for (const room of ROOMS) {
        tallies.push(await oneCheck([`${MODULES}/typescript/bin/tsc`, '-p', room]));
      }
      return sum(tallies);
    },
  },
  {
    name: 'unused',
    title: 'Unused files, exports and packages',
    run: () => oneCheck([`${MODULES}/knip/bin/knip.js`]),
  },
  {
    name: 'unit',
    title: 'Domain, charts and server, on SQLite and PostgreSQL',
    run: async () => {
      const code = await node([
        `${MODULES}/vitest/vitest.mjs`,
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${UNIT_RESULTS}`,
      ]);
      const { numPassedTests, numTotalTests } = await results(UNIT_RESULTS);
      return withExitCode(code, numPassedTests, numTotalTests - numPassedTests);
    },
  },
  {
    name: 'browser',
    title: 'The story in a real browser',
    run: async () => {
      const code = await node([`${MODULES}/@playwright/test/cli.js`, 'test']);
      const { expected, unexpected, flaky, skipped } = (await results(BROWSER_RESULTS)).stats;
      return withExitCode(code, expected, unexpected + flaky + skipped);
    },
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}`);

await rm(RESULTS, { recursive: true, force: true });
await mkdir(RESULTS, { recursive: true });
const tallies: Tally[] = [];
for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  say(`\n${step.title} …`);
  const tally = await step.run();
  say(`${step.title}: ${tally.passed} passed, ${tally.failed} failed`);
  tallies.push(tally);
}
const total = sum(tallies);
say(`\n${total.passed} passed, ${total.failed} failed`);
if (total.failed > 0) process.exitCode = 1;

/** A tool that only says yes or no counts as one check. */
async function oneCheck(script: readonly string[]): Promise<Tally> {
  const code = await node(script);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A runner that failed without a failed test, or ran none, has failed all the same. */
function withExitCode(code: number, passed: number, failed: number): Tally {
  const brokeOtherwise = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: brokeOtherwise ? 1 : failed };
}

/** Runs a script with this Node and shows what it says. */
async function node(script: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, script, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Servers and threads that tests start again and again are compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
  });
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A runner's own count; zeros where it did not get as far as writing one. */
async function results(path: string) {
  const none = {
    numPassedTests: 0,
    numTotalTests: 0,
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
  };
  try {
    return { ...none, ...(JSON.parse(await readFile(path, 'utf8')) as Partial<typeof none>) };
  } catch {
    return none;
  }
}

function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
