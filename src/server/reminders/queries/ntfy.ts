import type { Database } from '../../platform/db/database.ts';

/** How many reminders in a row may fail before no more are sent. */
const MOST_FAILURES = 20;

/** Where a person's reminders go by ntfy. */
export interface StoredNtfy {
  /** A `NtfyTarget`, encrypted. It also identifies the target: each encryption differs. */
  readonly sealed: string;
  /** The number of reminders in a row that failed; `MOST_FAILURES` once no more are sent. */
  readonly failures: number;
}

export function isEnded({ failures }: StoredNtfy): boolean {
  return failures >= MOST_FAILURES;
}

/** @returns undefined if the person has set up none */
export async function findNtfy(db: Database, userId: string): Promise<StoredNtfy | undefined> {
  const row = await db
    .selectFrom('reminders')
    .select(['ntfy', 'ntfy_failures as failures'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.ntfy ? { sealed: row.ntfy, failures: row.failures } : undefined;
}

/** Notes that a reminder was accepted, if an earlier one failed. */
export async function setAccepted(
  db: Database,
  userId: string,
  { sealed, failures }: StoredNtfy,
): Promise<void> {
  if (failures > 0) await setFailures(db, userId, sealed, 0);
}

/** Notes that a reminder failed. Several may fail at the same time, and one that has ended stays so. */
export async function countFailure(
  db: Database,
  userId: string,
  { sealed }: StoredNtfy,
): Promise<void> {
  await db
    .updateTable('reminders')
    .set((row) => ({ ntfy_failures: row('ntfy_failures', '+', 1) }))
    .where('user_id', '=', userId)
    .where('ntfy', '=', sealed)
    .where('ntfy_failures', '<', MOST_FAILURES)
    .execute();
}

/** Ends a target: no more reminders are sent there, until the person saves it again. */
export async function endNtfy(db: Database, userId: string, { sealed }: StoredNtfy): Promise<void> {
  await setFailures(db, userId, sealed, MOST_FAILURES);
}

/** A no-op if the person has saved a target in the meantime. */
async function setFailures(db: Database, userId: string, sealed: string, failures: number) {
  await db
    .updateTable('reminders')
    .set({ ntfy_failures: failures })
    .where('user_id', '=', userId)
    .where('ntfy', '=', sealed)
    .execute();
}
