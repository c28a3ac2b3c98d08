import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { Cluster } from '../../scripts/cluster/cluster.ts';
import { makeSharedFolder } from '../../scripts/cluster/folder.ts';
import { missingPackages } from '../../scripts/cluster/programs.ts';
import { until } from '../../scripts/cluster/wait.ts';
import { connect, type Database } from '../../src/server/platform/db/database.ts';
import { addJob } from '../../src/server/platform/jobs/queries/jobs.ts';
import { makeOutbox } from '../../src/server/platform/mail/outbox.ts';
import { loadSecrets } from '../../src/server/platform/secrets.ts';
import { personOver } from '../../src/server/testing/process.ts';
import { Ledger, newSubmission } from '../proof/forms.ts';
import { canMakeNetworks, Network } from './network.ts';

/** Faults that `PROOF_FAULT` plants, to see a row fail. */
const FAULTS = {
  asynchronous: 'a commit waits for no standby',
  'other-id': 'a repeat of a save has another id',
  'no-lease': 'a job has no lease',
  'other-letter-id': 'a letter is sent under another id',
  'slow-replacement': "Patroni's default for primary_start_timeout",
  'slow-lock': "Patroni's defaults for ttl, loop_wait and retry_timeout",
  'later-target': 'a restore to five seconds later',
  'no-migration': 'an upgrade without its migration',
} as const;
type Fault = keyof typeof FAULTS;

const planted = process.env.PROOF_FAULT;
if (planted !== undefined && !Object.hasOwn(FAULTS, planted)) {
  throw new Error(`PROOF_FAULT must be one of ${Object.keys(FAULTS).join(', ')}`);
}

export function isPlanted(fault: Fault): boolean {
  return planted === fault;
}

const ROOMY = 'src/server/testing/roomy-server.ts';
const CLIENTS = 8;
const RETRY_MS = 250;
/** The longest time without a save that the rows allow (s). */
const GAP_LIMIT_S = 20;
/** How long machines may take to be healthy again after an event (ms). */
const HEALTHY_LIMIT_MS = 180_000;
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

/**
 * Starts a cluster of machines with networks of their own, for one test. Skips the test where that is impossible.
 *
 * @param prepare called with the folder of the machines' folders before they are made
 */
export async function startTrial(
  context: TestContext,
  prepare: (folder: string) => void = () => {},
): Promise<Trial> {
  const missing = missingPackages();
  context.skip(missing.length > 0, `not installed: ${missing.join(', ')}`);
  context.skip(!canMakeNetworks(), 'not run as root with the right to make networks');
  const network = await Network.open();
  const folder = mkdtempSync(join(tmpdir(), 'symptom-tracker-cluster-'));
  onTestFinished(() => {
    network.close();
    if (process.env.PROOF_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
  });
  makeSharedFolder(folder);
  prepare(folder);
  const cluster = new Cluster({
    folder,
    machineOf: (name, at) => network.machine(name, at),
    webPort: 80,
    script: faultyApp(join(folder, 'faulty')) ?? resolve(ROOMY),
  });
  await cluster.start();
  if (isPlanted('asynchronous')) {
    await changePatroni(cluster, { synchronous_mode: false, synchronous_mode_strict: false });
    await until('asynchronous replication', async () => {
      const members = await cluster.members();
      return members.every(({ role }) => role !== 'sync_standby');
    });
  }
  if (isPlanted('slow-replacement')) await changePatroni(cluster, { primary_start_timeout: 300 });
  if (isPlanted('slow-lock')) {
    await changePatroni(cluster, { ttl: 30, loop_wait: 10, retry_timeout: 10 });
  }
  return { cluster, network, address: { host: cluster.machines.web.address, port: 80 } };
}

async function changePatroni({ machines, settings }: Cluster, change: object): Promise<void> {
  const password = Buffer.from(`patroni:${settings.RESTAPI_PASSWORD}`).toString('base64');
  const answer = await fetch(`http://${machines.pg1.address}:8008/config`, {
    method: 'PATCH',
    headers: { authorization: `Basic ${password}` },
    body: JSON.stringify(change),
  });
  expect(answer.status).toBe(200);
}

interface Replacement {
  /** A file in `src`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Copies the app, and replaces a text in the copy.
 *
 * @returns the script that starts the copy
 */
export function copyOfApp(folder: string, { file, find, replace }: Replacement): string {
  cpSync('src', join(folder, 'src'), { recursive: true });
  for (const name of ['node_modules', 'dist', 'package.json']) {
    symlinkSync(resolve(name), join(folder, name));
  }
  const path = join(folder, 'src', file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(find)).toHaveLength(2);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  return join(folder, ROOMY);
}

/** Makes the app with a planted fault, and returns the script that starts it; undefined if none of the app is planted. */
function faultyApp(folder: string): string | undefined {
  if (isPlanted('no-lease')) {
    const faults = JSON.parse(readFileSync('bench/faults.json', 'utf8')) as (Replacement & {
      name: string;
    })[];
    const fault = faults.find(({ name }) => name === 'A job has no lease');
    if (!fault) throw new Error('bench/faults.json has no such fault');
    return copyOfApp(folder, fault);
  }
  if (isPlanted('other-letter-id')) {
    return copyOfApp(folder, {
      file: 'server/platform/mail/outbox.ts',
      find: 'transport.send({ id, to,',
      replace: 'transport.send({ id: randomUUID(), to,',
    });
  }
  return undefined;
}

/** Connects to the app's database, through the primary. The caller ends the connection. */
export function databaseOf({ cluster: { databaseUrl, machines } }: Trial): Database {
  const dataDir = join(machines.app1.folder, 'app');
  return connect({ databaseUrl, dataDir, onError: () => {} });
}

/** Waits until all machines with PostgreSQL work again. */
export async function waitUntilHealthy({ cluster }: Trial): Promise<void> {
  const roles = isPlanted('asynchronous') ? 'leader,replica,replica' : undefined;
  await until('the cluster', () => cluster.isHealthy(roles), HEALTHY_LIMIT_MS);
}

type Submission = ReturnType<typeof newSubmission>;

/** What a device sends when it repeats a save. */
export function repeatOf(submission: Submission): Submission {
  return isPlanted('other-id') ? { ...submission, submissionId: randomUUID() } : submission;
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
        submission = repeatOf(submission);
      }
    }
  }

  async #isSaved(ledger: Ledger, submission: Submission): Promise<boolean> {
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

interface SentLetter {
  /** The id of the job that sent it, from the name of its file. */
  readonly id: string;
  /** The id of the job that the letter was written for, from its text. */
  readonly writtenFor: string;
}

/** Adds letters all the time. The two processes of the app send them, which writes a file for each. */
export class Letters {
  readonly #trial: Trial;
  readonly #stopping = new AbortController();
  readonly #acknowledged: string[] = [];
  readonly #work: Promise<void>;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#work = this.#add();
    onTestFinished(() => this.#stopping.abort());
  }

  async #add(): Promise<void> {
    const secrets = loadSecrets(join(this.#trial.cluster.machines.app1.folder, 'app'));
    const db = databaseOf(this.#trial);
    const outbox = makeOutbox({ secrets, clock: Date.now });
    while (!this.#stopping.signal.aborted) {
      const sendAt = Date.now() + LETTERS_AFTER_MS;
      const jobs = Array.from({ length: LETTERS_AT_ONCE }, () => {
        const id = randomUUID();
        const letter = { kind: 'signInLink', link: `http://localhost/for-${id}` } as const;
        return { ...outbox.enclose({ to: emailOf(0), letter, sendAt }), id };
      });
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

  /** Every time that one of these letters was sent. */
  #sent(): SentLetter[] {
    const { app1, app2 } = this.#trial.cluster.machines;
    const folders = [app1, app2].map(({ folder }) => join(folder, 'app', 'mail'));
    // A process makes its folder with its first letter.
    return folders.filter(existsSync).flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .flatMap((name) => {
          // Long lines of emails are folded with '='.
          const text = readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '');
          const [, writtenFor] = text.match(/localhost\/for-([0-9a-f-]{36})/) ?? [];
          // The app writes letters of its own too.
          if (!writtenFor) return [];
          return [{ id: name.slice(-'.eml'.length - 36, -'.eml'.length), writtenFor }];
        }),
    );
  }

  /**
   * Expects that all letters were sent, few of them again, and each only under its own id.
   *
   * @param most how many letters may have been sent twice
   */
  async stop(most: number): Promise<string> {
    this.#stopping.abort();
    await this.#work;
    const isAllSent = async () => {
      const ids = new Set(this.#sent().map(({ writtenFor }) => writtenFor));
      return this.#acknowledged.every((id) => ids.has(id));
    };
    await until('the last letter', isAllSent, LEASE_MS);
    const sent = this.#sent();
    expect(sent.filter(({ id, writtenFor }) => id !== writtenFor)).toEqual([]);
    const again = sent.length - new Set(sent.map(({ id }) => id)).size;
    expect(again).toBeLessThanOrEqual(most);
    return `all ${this.#acknowledged.length} letters sent, ${again} of them twice, none under another id`;
  }
}

/** The 95th percentile of durations (ms), in seconds. */
export function p95(durations: readonly number[]): number {
  const sorted = [...durations].sort((a, b) => a - b);
  return seconds(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0);
}

/** Expects that the times without a save (ms) are short: at most 20 s at the 95th percentile. */
export function expectShort(gaps: readonly number[], limitS = GAP_LIMIT_S): void {
  expect(p95(gaps)).toBeLessThanOrEqual(limitS);
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
 * Harms the cluster while people save, and waits until it is healthy again.
 *
 * @returns the longest time without an acknowledgement (ms)
 */
export async function gapOf(trial: Trial, savers: Savers, { harm, heal }: Event): Promise<number> {
  await savers.saveAgain();
  const begun = performance.now();
  await harm();
  await savers.saveAgain();
  await heal();
  await waitUntilHealthy(trial);
  return savers.longestGap(begun);
}
