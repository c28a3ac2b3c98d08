import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from '../../src/server/testing/free-port.ts';
import { type Program, running } from './programs.ts';

/** Directus, from npm and with SQLite, in a folder of its own: it is a reference and no part of the app. */

const VERSION = '11.3.5';
const HOME = resolve(import.meta.dirname, '../../node_modules/.cache/directus');
const CLI = join(HOME, 'node_modules/directus/cli.js');
/** What it needs compiled; nothing else of it runs anything as it is installed. */
const NATIVE = ['sqlite3', 'isolated-vm', 'argon2'];

/** The machine's own Node, which Directus supports, and its npm: ours may be newer. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** Starts it on a fresh database; its sign-in page is at `/admin/login`. */
export async function startDirectus(dataDir: string): Promise<Program> {
  if (!existsSync(CLI)) await install();
  const port = await freePort();
  const options = {
    cwd: dataDir,
    env: {
      PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      KEY: 'for measuring alone',
      SECRET: 'for measuring alone',
      DB_CLIENT: 'sqlite3',
      DB_FILENAME: join(dataDir, 'directus.db'),
      ADMIN_EMAIL: 'grace@example.org',
      ADMIN_PASSWORD: 'for measuring alone',
      TELEMETRY: 'false',
    },
  };
  await run('node', [CLI, 'bootstrap'], options);
  const child = spawn('node', [CLI, 'start'], { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  return await running(child, {
    url: `http://127.0.0.1:${port}`,
    readyWord: 'Server started at',
  });
}

/** Takes some minutes, once. */
async function install(): Promise<void> {
  process.stderr.write(`Installing Directus ${VERSION}, to be compared with …\n`);
  await mkdir(HOME, { recursive: true });
  const options = { cwd: HOME, env: { ...process.env, PATH } };
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', HOME];
  await run('npm', ['install', ...quiet, `directus@${VERSION}`], options);
  await run('npm', ['rebuild', '--prefix', HOME, ...NATIVE], options);
}

async function run(command: string, parameters: string[], options: SpawnOptions): Promise<void> {
  const child = spawn(command, parameters, { ...options, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${parameters[0]} ended with ${code}`);
}
