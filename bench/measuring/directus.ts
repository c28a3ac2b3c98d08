import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../../src/server/testing/free-port.ts';
import { type Program, running } from './programs.ts';

/**
 * The latest version that npm can install. 12.4.1 requires a version of `@directus/app` that was never
 * published.
 */
const VERSION = '11.3.5';
const HOME = join(tmpdir(), `symptom-tracker-directus-${VERSION}`);
const CLI = join(HOME, 'node_modules/directus/cli.js');

/** The credentials of Directus' only account. */
export const DIRECTUS_ACCOUNT = { email: 'grace@example.org', password: 'for measuring alone' };

/** The SQLite file of a Directus that was started with this folder. */
export const directusFile = (dataDir: string) => join(dataDir, 'directus.db');

/**
 * Starts Directus on a new SQLite database, with the machine's Node, because ours may be too new for
 * Directus.
 */
export async function startDirectus(dataDir: string): Promise<Program> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
  if (!existsSync(CLI)) await installDirectus({ ...process.env, PATH });
  const port = await freePort();
  const env = {
    PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...{ KEY: 'for measuring alone', SECRET: 'for measuring alone', TELEMETRY: 'false' },
    ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: directusFile(dataDir) },
    ...{ ADMIN_EMAIL: DIRECTUS_ACCOUNT.email, ADMIN_PASSWORD: DIRECTUS_ACCOUNT.password },
  };
  await run('node', [CLI, 'bootstrap'], { cwd: dataDir, env });
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const child = spawn('node', [CLI, 'start'], { cwd: dataDir, env, stdio });
  return await running(child, `http://127.0.0.1:${port}`, 'Server started at');
}

/** Takes a few minutes, but runs only once. Only packages that must be compiled may run install scripts. */
async function installDirectus(env: NodeJS.ProcessEnv): Promise<void> {
  process.stderr.write(`Installing Directus ${VERSION}, a reference, in ${HOME} …\n`);
  mkdirSync(HOME, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', HOME];
  await run('npm', ['install', ...quiet, `directus@${VERSION}`], { cwd: HOME, env });
  const compiled = ['sqlite3', 'isolated-vm', 'argon2'];
  // With Node's headers of this machine, if it has them, so that none are downloaded.
  const node = spawnSync('node', ['-p', 'process.execPath'], {
    env,
    encoding: 'utf8',
  }).stdout.trim();
  const root = dirname(dirname(realpathSync(node)));
  const nodedir = existsSync(join(root, 'include', 'node')) ? { npm_config_nodedir: root } : {};
  const all = { cwd: HOME, env: { ...env, ...nodedir } };
  await run('npm', ['rebuild', '--prefix', HOME, ...compiled], all);
}

async function run(command: string, parameters: string[], options: SpawnOptions): Promise<void> {
  const [code] = await once(spawn(command, parameters, { ...options, stdio: 'ignore' }), 'close');
  if (code !== 0) throw new Error(`${command} ${parameters[0]} exited with ${code}`);
}
