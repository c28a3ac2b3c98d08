import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isRoot, type Machine } from '../../scripts/cluster/machine.ts';
import type { MachineName } from '../../scripts/cluster/settings.ts';

/** The network of the machines, without its last number. This process has the number 1 in it. */
const NETWORK = '10.213.0';
const NUMBERS: Readonly<Record<MachineName, number>> = {
  pg1: 11,
  pg2: 12,
  pg3: 13,
  etcd1: 21,
  etcd2: 22,
  etcd3: 23,
  app1: 31,
  app2: 32,
  web: 41,
};
/** The address of a network card that does not exist. */
const NOWHERE = '02:00:00:00:00:01';

/** Whether networks can be made, which needs Linux, root and the right to do so. */
export function canMakeNetworks(): boolean {
  return isRoot && spawnSync('unshare', ['--net', 'ip', 'link']).status === 0;
}

/**
 * Machines on this machine, each with a network of its own, so that one can be cut off from another. All networks vanish
 * when this process ends.
 */
export class Network {
  /** A process for each network. The network exists as long as the process. */
  readonly #holders = new Map<string, ChildProcess>();

  static async open(): Promise<Network> {
    const network = new Network();
    const hub = await network.#hold('hub');
    network.#in('hub', 'link add hub type bridge');
    network.#in('hub', 'link set hub up');
    ip(`link add st-proof type veth peer name host netns ${hub}`);
    network.#in('hub', 'link set host master hub up');
    ip(`addr add ${NETWORK}.1/24 dev st-proof`);
    ip('link set st-proof up');
    for (const name of Object.keys(NUMBERS) as MachineName[]) {
      const pid = await network.#hold(name);
      network.#in('hub', `link add ${name} type veth peer name eth0 netns ${pid}`);
      network.#in('hub', `link set ${name} master hub up`);
      network.#in(name, 'link set lo up');
      network.#in(name, `addr add ${addressOf(name)}/24 dev eth0`);
      network.#in(name, 'link set eth0 up');
    }
    return network;
  }

  async #hold(name: string): Promise<number> {
    // `cat` ends when its input is closed, so also when this process is killed.
    const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'ignore'] });
    this.#holders.set(name, holder);
    const own = readlinkSync('/proc/self/ns/net');
    while (networkOf(holder.pid ?? 0) === own) await pause(5);
    return holder.pid ?? 0;
  }

  #pid(name: string): number {
    return this.#holders.get(name)?.pid ?? 0;
  }

  #in(name: string, command: string): void {
    ip(command, ['nsenter', `--net=/proc/${this.#pid(name)}/ns/net`]);
  }

  machine(name: MachineName, folder: string): Machine {
    const enter = ['nsenter', `--net=/proc/${this.#pid(name)}/ns/net`];
    return { name, address: addressOf(name), folder, enter };
  }

  /** Loses everything that two machines send to each other. Neither of them gets an error. */
  cut(one: MachineName, others: readonly MachineName[]): void {
    for (const [from, to] of others.flatMap((other) => [
      [one, other] as const,
      [other, one] as const,
    ])) {
      this.#in(from, `neigh replace ${addressOf(to)} lladdr ${NOWHERE} dev eth0 nud permanent`);
    }
  }

  mend(one: MachineName, others: readonly MachineName[]): void {
    for (const [from, to] of others.flatMap((other) => [
      [one, other] as const,
      [other, one] as const,
    ])) {
      this.#in(from, `neigh del ${addressOf(to)} dev eth0`);
    }
  }

  /** Sends a signal to every process of a machine. */
  signal(name: MachineName, signal: NodeJS.Signals): void {
    const holder = this.#pid(name);
    const network = networkOf(holder);
    for (;;) {
      const pids = readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && pid !== holder && networkOf(pid) === network);
      for (const pid of pids) send(pid, signal);
      // A process may have started another one meanwhile.
      if (signal !== 'SIGKILL' || pids.length === 0) return;
    }
  }

  close(): void {
    for (const name of Object.keys(NUMBERS) as MachineName[]) this.signal(name, 'SIGKILL');
    ip('link del st-proof');
    for (const holder of this.#holders.values()) holder.stdin?.end();
  }
}

function addressOf(name: MachineName): string {
  return `${NETWORK}.${NUMBERS[name]}`;
}

function networkOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    // The process has ended, or is a zombie.
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

function ip(command: string, enter: readonly string[] = []): void {
  const [program = '', ...rest] = [...enter, 'ip', ...command.split(' ')];
  const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${command} ended with ${status}: ${stderr}`);
}
