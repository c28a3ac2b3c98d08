import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '../../src/server/platform/refusal.ts';
import { isRoot } from './machine.ts';
import { DATABASES, ETCDS } from './settings.ts';

/** A file in each folder of a cluster. */
const MARK = 'symptom-tracker-cluster.txt';
/** The socket of PostgreSQL in its machine's folder, and how long its path may be on Linux (bytes). */
const SOCKET = '.s.PGSQL.5432';
const MAX_SOCKET_PATH = 107;
const ABOUT = 'This folder belongs to npm run cluster, which may change and delete all of it.\n';

/**
 * Takes a folder for a cluster until this process ends. The folder must be missing, empty, or that of an earlier cluster
 * that no longer runs.
 *
 * @param check rejects if the cluster cannot start. It is called before anything is written.
 */
export async function claimFolder(path: string, check: () => Promise<void>): Promise<void> {
  if (!/^[\w./-]+$/.test(path)) {
    throw new Refusal(`The path ${path} must consist of letters, digits, '.', '_', '-' and '/'`);
  }
  const isThere = existsSync(path);
  if (isThere) {
    refuseForeign(path);
    lock(path);
  }
  refuseUnsuitable(path);
  await check();
  makeSharedFolder(path);
  if (!isThere) lock(path);
  writeFileSync(join(path, MARK), ABOUT);
  // The folder may be in a clone, and it has passwords.
  writeFileSync(join(path, '.gitignore'), '*\n');
}

function refuseForeign(path: string): void {
  if (!statSync(path).isDirectory()) throw new Refusal(`${path} is not a folder`);
  if (readdirSync(path).length > 0 && !existsSync(join(path, MARK))) {
    throw new Refusal(`${path} has files of something else. Name a new or empty folder`);
  }
}

function lock(path: string): void {
  // The lock belongs to this open folder, so it outlives `flock` and ends with this process.
  const folder = openSync(path, 'r');
  const stdio = ['ignore', 'ignore', 'ignore', folder] as const;
  const { status } = spawnSync('flock', ['--nonblock', '3'], { stdio: [...stdio] });
  if (status !== 0) throw new Refusal(`A cluster already runs in ${path}`);
}

/** Refuses a folder where PostgreSQL could not work, or that this process could not create. */
function refuseUnsuitable(path: string): void {
  if (join(path, 'pg1', SOCKET).length > MAX_SOCKET_PATH) {
    throw new Refusal(`The path ${path} is too long for PostgreSQL's socket. Name another folder`);
  }
  const above = parentsOf(dirname(path));
  const missing = above.find((each) => !existsSync(each));
  if (missing) throw new Refusal(`There is no folder ${missing}. Create it first`);
  const closed = above.find((each) => (statSync(each).mode & 0o001) === 0);
  if (isRoot && closed) {
    throw new Refusal(`PostgreSQL's user may not enter ${closed}. Name another folder`);
  }
}

/** Creates the folder of the machines' folders, which the users of the programs can enter. */
export function makeSharedFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path);
  // The umask may have taken rights away.
  chmodSync(path, statSync(path).mode | 0o711);
}

/** The existing folders with data of PostgreSQL and etcd in a cluster's folder. */
export function dataIn(folder: string): string[] {
  const databases = DATABASES.map((name) => join(folder, name, 'postgresql'));
  const etcds = ETCDS.map((name) => join(folder, name, 'etcd'));
  return [...databases, ...etcds].filter((each) => existsSync(each));
}

/** A folder and those above it. */
function parentsOf(path: string): string[] {
  return path === '/' ? [] : [path, ...parentsOf(dirname(path))];
}
