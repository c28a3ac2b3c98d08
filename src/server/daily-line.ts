import { DAY_MS, type Instant } from '../domain/zone.ts';
import { BACKUP_DUE_DAYS, lastBackupAt } from './backup/last-backup.ts';
import type { Context } from './context.ts';
import { freeSpace } from './free-space.ts';
import { findFirstAccountTime } from './identity/queries/accounts.ts';
import { countLetters } from './platform/jobs/queries/jobs.ts';

/** How long a letter may wait before the log warns (ms). */
const LETTER_MAY_WAIT_MS = 3_600_000;
const HOUR_MS = 3_600_000;

type Deps = Pick<Context, 'config' | 'copies' | 'db' | 'clock' | 'log'>;

/** Logs, once a day, what the operator should know before something runs full: disk, letters and backups. */
export function makeDailyLine(deps: Deps): () => Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = deps.clock();
    if (now - toldAt < DAY_MS) return;
    toldAt = now;
    await tellOfDay(deps, now).catch((error: unknown) =>
      deps.log.error({ err: error }, 'The state of this day could not be read'),
    );
  };
}

async function tellOfDay({ config, copies, db, log }: Deps, now: Instant): Promise<void> {
  const { freeMiB, freePercent, isNearlyFull } = await freeSpace(config.dataDir);
  const letters = await countLetters(db, now - LETTER_MAY_WAIT_MS);
  // PostgreSQL has backups of its own.
  const { daysSinceBackup, isBackupDue } = config.databaseUrl
    ? { daysSinceBackup: undefined, isBackupDue: false }
    : await backupDays(config.dataDir, db, now);
  const copiedAt = copies.lastAt();
  const hoursSinceCopy =
    copiedAt === undefined ? undefined : Math.floor((now - copiedAt) / HOUR_MS);
  const day = {
    freeMiB,
    freePercent,
    lettersWaiting: letters.waiting,
    lettersLate: letters.late,
    ...(daysSinceBackup !== undefined && { daysSinceBackup }),
    ...(hoursSinceCopy !== undefined && { hoursSinceCopy }),
  };
  log.info(day, 'The state of this day');
  if (isNearlyFull) log.warn({ freePercent }, 'The disk is nearly full');
  if (letters.late > 0) {
    log.warn({ late: letters.late }, 'Letters have waited for more than an hour');
  }
  if (copies.isLate()) log.warn({ hoursSinceCopy }, 'The last good copy is too old');
  if (isBackupDue && !config.copies) {
    log.warn({ daysSinceBackup }, 'There is no backup of the last seven days: npm run backup');
  }
}

/** @returns a backup is due if the last one, or without one the first account, is seven days old */
async function backupDays(dataDir: string, db: Deps['db'], now: Instant) {
  const last = await lastBackupAt(dataDir);
  const since = last ?? (await findFirstAccountTime(db));
  const days = since === undefined ? 0 : Math.floor((now - since) / DAY_MS);
  return {
    daysSinceBackup: last === undefined ? undefined : days,
    isBackupDue: days >= BACKUP_DUE_DAYS,
  };
}
