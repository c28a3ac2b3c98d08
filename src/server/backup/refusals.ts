import { Refusal } from '../platform/refusal.ts';

export function notEmpty(): Refusal {
  return new Refusal(
    'There are accounts in the database already. Please use another DATA_DIR or DATABASE_URL, or move the old data away first.',
  );
}

/** The file itself is at fault, so an older copy may still be good. */
export class UnusableBackup extends Refusal {}

export function wrongKey(): Refusal {
  return new UnusableBackup(
    'BACKUP_KEY is not the key of this backup, or the file is damaged. Nothing was changed.',
  );
}

/**
 * Names the command to run instead, because PostgreSQL has its own tools. The shell inserts DATABASE_URL, so
 * that the message does not contain the password.
 */
export function dumpInstead(path: string): Refusal {
  return new Refusal(
    `The database is on PostgreSQL, so nothing was backed up. Please run:\n  (umask 077; pg_dump --format=custom --file=${quoted(path)} "$DATABASE_URL")\nKeep DATA_DIR/secret.key with that file: the database is useless without it.`,
  );
}

export function restoreDumpInstead(path: string): Refusal {
  return new Refusal(
    `The database is on PostgreSQL, so nothing was restored. Please put secret.key into DATA_DIR, and run, for a new database:\n  pg_restore --no-owner --single-transaction --dbname="$DATABASE_URL" ${quoted(path)}`,
  );
}

export function restoreFirst(): Refusal {
  return new Refusal(
    'A backup of Symptom Tracker is restored into SQLite, so nothing was restored. Please unset DATABASE_URL, restore into a new DATA_DIR, and then run npm run move-to-postgres.',
  );
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
