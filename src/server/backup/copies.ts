import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { lastCopy } from './copies-folder.ts';
import type { CopyAnswer } from './copy-process.ts';
import { type CopyOrder, isDue, isTooOld } from './make-copy.ts';

/** The copies that the app makes by itself. */
export interface Copies {
  /** Makes a copy if one is due. Never throws: it logs a fault. */
  readonly makeIfDue: () => Promise<void>;
  /** When the last good copy was made (ms); undefined if none was. */
  readonly lastAt: () => number | undefined;
  /** Whether copies are on and the last good one is older than twice the time. */
  readonly isLate: () => boolean;
  /** Cuts off a copy that is being made. */
  readonly stop: () => Promise<void>;
}

const PROCESS = new URL('./copy-process.ts', import.meta.url);
/** How long the app waits after a fault (ms). */
const AGAIN_MS = 3_600_000;
const HOUR_MS = 3_600_000;

interface Deps {
  readonly config: Config;
  readonly clock: () => number;
  readonly log: Logger;
}

export function makeCopies({ config, clock, log }: Deps): Copies {
  const { copies, dataDir } = config;
  let failedAt: number | undefined;
  let running: Promise<void> | undefined;
  let child: ChildProcess | undefined;
  const since = clock();

  const lastAt = () => lastCopy(dataDir)?.madeAt;
  const isLate = () => copies !== undefined && isTooOld(lastAt() ?? since, copies.everyMs, clock());

  async function make(settings: NonNullable<Config['copies']>): Promise<void> {
    const { databaseUrl, backupKey } = config;
    const started = performance.now();
    child = fork(PROCESS, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const order: CopyOrder = { dataDir, databaseUrl, backupKey, copies: settings, now: clock() };
    const { made, fault } = await answerOf(child, order);
    failedAt = fault === undefined ? undefined : clock();
    if (made) {
      const tookMs = Math.round(performance.now() - started);
      log.info({ bytes: made.bytes, tookMs }, 'A copy was written and opened');
    }
    if (fault === undefined) return;
    const last = lastAt();
    const hoursSinceCopy = last === undefined ? undefined : Math.floor((clock() - last) / HOUR_MS);
    log.error({ fault, hoursSinceCopy }, 'No copy could be made');
    if (isLate()) log.warn({ hoursSinceCopy }, 'The last good copy is too old');
  }

  return {
    lastAt: () => (copies ? lastAt() : undefined),
    isLate,
    async makeIfDue() {
      if (!copies || running) return;
      const isSoonAgain = failedAt !== undefined && Math.abs(clock() - failedAt) < AGAIN_MS;
      if (isSoonAgain || !isDue(lastAt(), copies.everyMs, clock())) return;
      running = make(copies)
        .catch((error: unknown) => log.error({ err: error }, 'No copy could be made'))
        .finally(() => {
          running = undefined;
        });
      await running;
    },
    async stop() {
      child?.kill('SIGKILL');
      await running;
    },
  };
}

async function answerOf(child: ChildProcess, order: CopyOrder): Promise<CopyAnswer> {
  let answer: CopyAnswer = { fault: 'The process that made the copy ended early.' };
  child.on('message', (message) => {
    answer = message as CopyAnswer;
  });
  const ended = once(child, 'exit');
  child.send(order, () => {});
  await ended;
  return answer;
}
