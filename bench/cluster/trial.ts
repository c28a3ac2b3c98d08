import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import {
  Cluster,
  type ClusterOptions,
  type DATABASES,
  until,
} from '../../scripts/cluster/cluster.ts';
import { missingPrograms } from '../../scripts/cluster/programs.ts';
import { connect } from '../../src/server/platform/db/database.ts';
import { addJob } from '../../src/server/platform/jobs/queries/jobs.ts';
import { makeOutbox } from '../../src/server/platform/mail/outbox.ts';
import { loadSecrets } from '../../src/server/platform/secrets.ts';
import { personOver } from '../../src/server/testing/process.ts';
import { Ledger, newSubmission } from '../proof/forms.ts';
import { canMakeNetworks, Network } from './network.ts';

/** Whether a cluster can be tried here. */
export const canTry = missingPrograms() === undefined && canMakeNetworks();

/**
 * A fault to plant, to see the proof fail: 'asynchronous' (a commit waits for no standby) or 'other-id' (a repeat of a
 * save has another id).
 */
const fault = process.env.PROOF_FAULT;

const ROOMY = resolve('src/server/testing/roomy-server.ts');
const CLIENTS = 8;
const RETRY_MS = 250;
/** How long machines may take to be whole again after an event (ms). */
const WHOLE_LIMIT_MS = 180_000;
/** The time after which a job of a process that died is due again, and some more (ms). */
const LEASE_MS = 360_000;
/** How many letters are added at once, and how often (ms). */
const LETTERS_AT_ONCE = 50;
const LETTERS_EVERY_MS = 10_000;
/** Letters are due this long after they were added (ms). By then both processes know of them, and start at the same time. */
const LETTERS_AFTER_MS = 35_000;

export interface Trial {
  readonly cluster: Cluster;
  readonly network: Network;
  readonly address: { readonly host: string; readonly port: number };
}

/** Starts a cluster of machines with networks of their own, for one test. */
export async function startTrial({
  prepare = () => {},
  ...options
}: Partial<ClusterOptions> & {
  /** Called with the folder of the machines' folders before they are made. */
  readonly prepare?: (folder: string) => void;
} = {}): Promise<Trial> {
  const network = await Network.open();
  const folder = mkdtempSync(join(tmpdir(), 'symptom-tracker-cluster-'));
  chmodSync(folder, 0o711);
  const machineOf: ClusterOptions['machineOf'] = (name, at) => network.machine(name, at);
  const settings = { PUBLIC_URL: 'http://localhost', ...options.settings };
  const app = { script: ROOMY, ...options.app };
  onTestFinished(() => {
    network.close();
    if (process.env.PROOF_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
  });
  prepare(folder);
  const cluster = new Cluster({ folder, machineOf, ...options, settings, app });
  await cluster.start();
  if (fault === 'asynchronous') await replicateLater(cluster);
  return { cluster, network, address: { host: cluster.machines.web.address, port: 80 } };
}

async function replicateLater(cluster: Cluster): Promise<void> {
  const url = `http://${cluster.machines.pg1.address}:8008/config`;
  const body = JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false });
  const answer = await fetch(url, { method: 'PATCH', body });
  expect(answer.status).toBe(200);
  await until('asynchronous replication', async () => {
    const members = await cluster.members();
    return members.every(({ role }) => role !== 'sync_standby');
  });
}

/** Waits until all machines with PostgreSQL work again. */
export async function isWholeAgain({ cluster }: Trial): Promise<void> {
  const roles = fault === 'asynchronous' ? 'leader,replica,replica' : undefined;
  await until('the cluster', () => cluster.isWhole(roles), WHOLE_LIMIT_MS);
}

/** The name of the primary, which must exist. */
export async function primaryOf({ cluster }: Trial): Promise<(typeof DATABASES)[number]> {
  const name = await cluster.primary();
  if (!name) throw new Error('There is no primary');
  return name;
}

/**
 * People who save forms all the time. Each repeats a form with its id until it is acknowledged, as their devices do.
 */
export class Savers {
  readonly #trial: Trial;
  readonly #ledgers: Ledger[] = [];
  readonly #stopping = new AbortController();
  #work: Promise<unknown> = Promise.resolve();
  /** The times at which saves were acknowledged. */
  readonly #acknowledged: number[] = [];
  /** The statuses of refused saves, and how many there were of each; 0 if there was no answer. */
  readonly refused = new Map<number, number>();

  static async start(trial: Trial): Promise<Savers> {
    const savers = new Savers(trial);
    for (let client = 0; client < CLIENTS; client += 1) {
      savers.#ledgers.push(new Ledger(await personOver(trial.address, emailOf(client))));
    }
    savers.#work = Promise.all(savers.#ledgers.map((ledger) => savers.#saveOn(ledger)));
    onTestFinished(() => savers.#stopping.abort());
    return savers;
  }

  private constructor(trial: Trial) {
    this.#trial = trial;
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  async #saveOn(ledger: Ledger): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let submission = newSubmission();
      while (!(await this.#isSaved(ledger, submission))) {
        if (this.#stopping.signal.aborted) return;
        await pause(RETRY_MS);
        if (fault === 'other-id') submission = { ...submission, submissionId: randomUUID() };
      }
    }
  }

  async #isSaved(ledger: Ledger, submission: ReturnType<typeof newSubmission>): Promise<boolean> {
    const status = await ledger.save(this.#trial.address, submission).catch(() => 0);
    if (status === 200) this.#acknowledged.push(performance.now());
    else this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
    return status === 200;
  }

  /** Waits until forms are acknowledged that were not before. */
  async saveAgain(limitMs = 120_000): Promise<void> {
    const aim = this.acknowledged + 5 * CLIENTS;
    await until('saving', async () => this.acknowledged >= aim, limitMs);
  }

  /** The longest time without an acknowledgement since `from` (ms). */
  longestGap(from: number): number {
    const before = this.#acknowledged.findLast((at) => at <= from) ?? from;
    const times = [before, ...this.#acknowledged.filter((at) => at > from), performance.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  }

  /**
   * Stops saving, and expects that each acknowledged form is stored once.
   *
   * @returns how many forms were acknowledged
   */
  async stop(): Promise<number> {
    this.#stopping.abort();
    await this.#work;
    for (const ledger of this.#ledgers) await ledger.check(this.#trial.address);
    for (const status of this.refused.keys()) expect([0, 502, 503, 504]).toContain(status);
    return this.#ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0);
  }
}

function emailOf(client: number): string {
  return `person${client}@example.org`;
}

/** Adds letters all the time. The two processes of the app send them, which writes a file for each. */
export class Letters {
  readonly #cluster: Cluster;
  readonly #stopping = new AbortController();
  readonly #acknowledged: string[] = [];
  readonly #work: Promise<void>;

  constructor({ cluster }: Trial) {
    this.#cluster = cluster;
    this.#work = this.#add();
    onTestFinished(() => this.#stopping.abort());
  }

  async #add(): Promise<void> {
    const { databaseUrl, machines } = this.#cluster;
    const dataDir = join(machines.app1.folder, 'app');
    const db = connect({ databaseUrl, dataDir, onError: () => {} });
    const outbox = makeOutbox({ secrets: loadSecrets(dataDir), clock: Date.now });
    const link = 'http://localhost/';
    while (!this.#stopping.signal.aborted) {
      const sendAt = Date.now() + LETTERS_AFTER_MS;
      const jobs = Array.from({ length: LETTERS_AT_ONCE }, () =>
        outbox.enclose({ to: emailOf(0), letter: { kind: 'signInLink', link }, sendAt }),
      );
      const added = db.transaction().execute(async (trx) => {
        for (const job of jobs) await addJob(trx, job);
      });
      await added.then(
        () => this.#acknowledged.push(...jobs.map(({ id }) => id)),
        // Not acknowledged, so they may be lost.
        () => {},
      );
      await pause(LETTERS_EVERY_MS, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    await db.destroy();
  }

  /** The ids of all letters that were sent. */
  #sent(): string[] {
    const { app1, app2 } = this.#cluster.machines;
    const folders = [app1, app2].map(({ folder }) => join(folder, 'app', 'mail'));
    // A process makes its folder with its first letter.
    return folders.filter(existsSync).flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        // 36 characters are the id of the job.
        .map((name) => name.slice(-'.eml'.length - 36, -'.eml'.length)),
    );
  }

  /**
   * Expects that all letters were sent, and few of them again.
   *
   * @param most how many letters may have been sent twice
   */
  async stop(most: number): Promise<string> {
    this.#stopping.abort();
    await this.#work;
    const missing = () => {
      const sent = new Set(this.#sent());
      return this.#acknowledged.filter((id) => !sent.has(id));
    };
    await until('the last letter', async () => missing().length === 0, LEASE_MS);
    const acknowledged = new Set(this.#acknowledged);
    const own = this.#sent().filter((id) => acknowledged.has(id));
    const again = own.length - acknowledged.size;
    expect(again).toBeLessThanOrEqual(most);
    return `all ${this.#acknowledged.length} letters sent, ${again} of them twice`;
  }
}

/** The percentile 95 of durations (ms), in seconds. */
export function p95(durations: readonly number[]): number {
  const sorted = [...durations].sort((a, b) => a - b);
  return seconds(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0);
}

export function seconds(durationMs: number): number {
  return Math.round(durationMs / 100) / 10;
}

/** Names the refused saves, such as '503 12 times'. */
export function refusals({ refused }: Savers): string {
  const texts = [...refused].map(([status, count]) => `${status || 'no answer'} ${count} times`);
  return texts.join(', ') || 'none';
}

export interface Event {
  /** What happens to the cluster. */
  readonly harm: () => void | Promise<void>;
  /** What happens once forms are saved again; or earlier, if the harm itself waits for that. */
  readonly heal: () => void | Promise<void>;
}

/**
 * Harms the cluster while people save, and waits until it is whole again.
 *
 * @returns the longest time without an acknowledgement (ms)
 */
export async function gapOf(trial: Trial, savers: Savers, { harm, heal }: Event): Promise<number> {
  await savers.saveAgain();
  const begun = performance.now();
  await harm();
  await savers.saveAgain();
  await heal();
  await isWholeAgain(trial);
  return savers.longestGap(begun);
}
