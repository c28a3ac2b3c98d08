import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../src/server/platform/refusal.ts';
import { PATH } from './programs.ts';

/** A machine of the cluster. It has an address of its own, and perhaps a network of its own. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The folder of its data and logs. */
  readonly folder: string;
  /** The command that runs another command in the machine's network; empty on the network of this machine. */
  readonly enter: readonly string[];
}

export interface Program {
  readonly name: string;
  readonly log: string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves when the program has ended. */
  readonly ended: Promise<void>;
}

export const isRoot = process.getuid?.() === 0;

/** The system user that runs a program: its own if this process is root, and otherwise the same user. */
function asUser(user: string | undefined): string[] {
  if (!isRoot || !user) return [];
  return ['--reuid', user, '--regid', user, '--init-groups'];
}

/** Creates a folder that only a system user can read, by default the user of this process. */
export function makeFolder(path: string, user?: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  give(path, user);
}

/** Writes a file that only a system user can read, by default the user of this process. */
export function writePrivate(path: string, text: string, user?: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  give(path, user);
}

function give(path: string, user: string | undefined): void {
  if (!isRoot || !user) return;
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout);
  chownSync(path, id('-u'), id('-g'));
}

interface Command {
  readonly line: readonly string[];
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program on a machine. It ends with this process. Its output is in a log of the machine's folder. */
export function startProgram(
  { name: on, folder, enter }: Machine,
  name: string,
  { line, user, env = {} }: Command,
): Program {
  const path = join(folder, `${name}.log`);
  const log = openSync(path, 'a', 0o600);
  const [command = '', ...rest] = [...enter, ...unprivileged(user), ...line];
  const child: ChildProcess = spawn(command, rest, {
    env: { PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
    cwd: folder,
    stdio: ['ignore', log, log],
    // A group of its own, so that Ctrl+C reaches only this process, which then stops the programs in order.
    detached: true,
  });
  closeSync(log);
  const ended = once(child, 'exit').then(() => {});
  return {
    name: `${name} on ${on}`,
    log: path,
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

function unprivileged(user: string | undefined): string[] {
  return ['setpriv', '--pdeathsig', 'TERM', ...asUser(user)];
}

/**
 * Runs a command on a machine until it ends.
 *
 * @returns its output
 */
export function runOn({ enter, folder, name }: Machine, { line, user, env = {} }: Command): string {
  const [command = '', ...rest] = [...enter, ...unprivileged(user), ...line];
  const { status, stdout, stderr } = spawnSync(command, rest, {
    env: { PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Refusal(`${line.join(' ')} on ${name} ended with ${status}: ${stderr}`);
  return stdout;
}
