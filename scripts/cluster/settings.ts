import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Refusal } from '../../src/server/platform/refusal.ts';
import { isRoot, type Machine, writePrivate } from './machine.ts';
import { refuseTaken } from './ports.ts';

const CONFIGURATION = resolve(import.meta.dirname, '../../deploy/cluster');
export const DATABASES = ['pg1', 'pg2', 'pg3'] as const;
export const ETCDS = ['etcd1', 'etcd2', 'etcd3'] as const;
export const APPS = ['app1', 'app2'] as const;
export const NAMES = [...DATABASES, ...ETCDS, ...APPS, 'web'] as const;
export type MachineName = (typeof NAMES)[number];

const LOOPBACK: Readonly<Record<MachineName, string>> = {
  pg1: '127.0.42.11',
  pg2: '127.0.42.12',
  pg3: '127.0.42.13',
  etcd1: '127.0.42.21',
  etcd2: '127.0.42.22',
  etcd3: '127.0.42.23',
  app1: '127.0.42.31',
  app2: '127.0.42.32',
  web: '127.0.0.1',
};

const PORTS: Readonly<Record<string, readonly number[]>> = {
  pg: [5432, 8008],
  etcd: [2379, 2380],
  app: [3000, 5000],
};

export function onLoopback(name: MachineName, folder: string): Machine {
  return { name, address: LOOPBACK[name], folder, enter: [] };
}

/** Refuses if a program of this machine uses a port of the cluster. */
export async function refuseTakenPorts(webPort: number): Promise<void> {
  const web = 'stop the other program, or choose another port: PORT=8081 npm run cluster';
  const others =
    'stop the other program or cluster. If a cluster was killed, its programs end within seconds: try again';
  const inside = Object.entries(LOOPBACK).flatMap(([name, address]) =>
    (PORTS[name.slice(0, -1)] ?? []).map((port) => ({ address, port, advice: others })),
  );
  await refuseTaken([{ address: LOOPBACK.web, port: webPort, advice: web }, ...inside]);
}

/** Makes the variables of `settings.env` for machines on this machine. */
export function makeSettings(
  folder: string,
  machines: Readonly<Record<MachineName, Machine>>,
  webPort: number,
): Record<string, string> {
  const template = parseEnv(readFileSync(join(CONFIGURATION, 'settings.env'), 'utf8'));
  const earlier = parseEnv(existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8') : '');
  const passwords = Object.keys(template).filter((name) => name.endsWith('_PASSWORD'));
  return {
    ...(template as Record<string, string>),
    ...Object.fromEntries(NAMES.map((name) => [name.toUpperCase(), machines[name].address])),
    ...Object.fromEntries(
      passwords.map((name) => [name, earlier[name] ?? randomBytes(16).toString('hex')]),
    ),
    NETWORK: 'samenet',
    WEB_LISTEN: `${machines.web.address}:${webPort}`,
    PUBLIC_URL: new URL(`http://localhost:${webPort}`).origin,
    SIGN_UP: 'open',
    SMTP_URL: "''",
    ADMIN: isRoot ? 'postgres' : userInfo().username,
    BACKUPS: join(folder, 'backups'),
  };
}

/** Writes `settings.env`, and fills the files of `deploy/cluster` for each machine. */
export function fill(folder: string, settings: Readonly<Record<string, string>>): void {
  // `fill.sh` sets the name first, so each machine has folders of its own.
  const data = join(folder, '$NAME');
  const folders = { DATA: data, APP_DATA: join(data, 'app'), NGINX_LOGS: data };
  const lines = Object.entries({ ...settings, ...folders });
  writePrivate(fileIn(folder), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  const env = { PATH: process.env.PATH, SETTINGS: fileIn(folder) };
  const command = [join(CONFIGURATION, 'fill.sh')];
  const { status, stderr } = spawnSync('sh', command, { env, encoding: 'utf8' });
  if (status !== 0) throw new Refusal(`The files could not be filled: ${stderr}`);
}

/** The path of a file that was filled for a machine. */
export function filledFile(folder: string, name: MachineName, file: string): string {
  return join(folder, 'filled', name, file);
}

function fileIn(folder: string): string {
  return join(folder, 'settings.env');
}
