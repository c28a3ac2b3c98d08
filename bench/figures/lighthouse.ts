import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import lighthouse from 'lighthouse';
import { freePort } from '../../src/server/testing/free-port.ts';
import { inBrowser } from '../measuring/browser.ts';
import { onePerson } from '../measuring/data.ts';
import { type Figure, inRounds, only } from '../measuring/figure.ts';
import { inFolder, OURS, type Program, running, withServer } from '../measuring/programs.ts';

/** Lighthouse's scores with its settings for phones, which simulate a slow processor and a slow network. */
export const lighthouseScores: Figure = async ({ rounds: count }) =>
  await inFolder(async (dataDir) => {
    const { cookie } = await onePerson({ dataDir }, 366);
    const directus = await startDirectus(dataDir);
    try {
      return await withServer(OURS, { dataDir }, async ({ url }) => {
        const measurements = [];
        for (const page of ['signin', 'dashboard']) {
          const headers: Record<string, string> = page === 'dashboard' ? { cookie } : {};
          const rounds = await inRounds(
            count,
            () => judge(`${url}/${page}`, headers),
            () => judge(`${directus.url}/admin/login`, {}),
          );
          const figure = `Lighthouse, /${page}`;
          measurements.push(
            {
              figure: `${figure}: performance`,
              reference: 'Directus, its sign-in page',
              unit: 'of 100',
              rounds: only(rounds, 'performance'),
              aim: ['value', 'at least', 100] as const,
            },
            {
              figure: `${figure}: layout shift`,
              unit: '',
              rounds: only(rounds, 'shift').map(({ ours }) => ({ ours })),
              aim: ['value', 'at most', 0] as const,
            },
          );
        }
        return measurements;
      });
    } finally {
      await directus.stop();
    }
  });

/** Runs Lighthouse once, in a new browser. */
async function judge(url: string, extraHeaders: Record<string, string>) {
  const port = await freePort();
  return await inBrowser(async () => {
    const options = { port, onlyCategories: ['performance'], extraHeaders };
    const run = await lighthouse(url, { ...options, logLevel: 'error' });
    if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message);
    const { categories, audits } = run.lhr;
    return {
      performance: (categories.performance?.score ?? 0) * 100,
      // Rounded to three decimals, as in Lighthouse's own reports.
      shift: Number(audits['cumulative-layout-shift']?.numericValue?.toFixed(3)),
    };
  }, [`--remote-debugging-port=${port}`]);
}

/**
 * The latest version that npm can install. 12.4.1 requires a version of `@directus/app` that was never
 * published.
 */
const VERSION = '11.3.5';
const HOME = resolve('node_modules/.cache/directus');
const CLI = join(HOME, 'node_modules/directus/cli.js');

/**
 * Starts Directus on a new SQLite database, with the machine's Node, because ours may be too new for
 * Directus.
 */
async function startDirectus(dataDir: string): Promise<Program> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  if (!existsSync(CLI)) await installDirectus({ ...process.env, PATH });
  const port = await freePort();
  const env = {
    PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...{ KEY: 'for measuring alone', SECRET: 'for measuring alone', TELEMETRY: 'false' },
    ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: join(dataDir, 'directus.db') },
    ...{ ADMIN_EMAIL: 'grace@example.org', ADMIN_PASSWORD: 'for measuring alone' },
  };
  await run('node', [CLI, 'bootstrap'], { cwd: dataDir, env });
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const child = spawn('node', [CLI, 'start'], { cwd: dataDir, env, stdio });
  return await running(child, `http://127.0.0.1:${port}`, 'Server started at');
}

/** Takes a few minutes, but runs only once. Only packages that must be compiled may run install scripts. */
async function installDirectus(env: NodeJS.ProcessEnv): Promise<void> {
  process.stderr.write(`Installing Directus ${VERSION}, the reference for Lighthouse …\n`);
  mkdirSync(HOME, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', HOME];
  await run('npm', ['install', ...quiet, `directus@${VERSION}`], { cwd: HOME, env });
  const compiled = ['sqlite3', 'isolated-vm', 'argon2'];
  await run('npm', ['rebuild', '--prefix', HOME, ...compiled], { cwd: HOME, env });
}

async function run(command: string, parameters: string[], options: SpawnOptions): Promise<void> {
  const [code] = await once(spawn(command, parameters, { ...options, stdio: 'ignore' }), 'close');
  if (code !== 0) throw new Error(`${command} ${parameters[0]} exited with ${code}`);
}
