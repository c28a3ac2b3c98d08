import {
  dropWritten,
  type QueuedKind,
  queueAll,
  queueRows,
  type Waiting,
} from '../../entries/queries/spreadsheet-queue.ts';
import type { Database } from '../../platform/db/database.ts';
import { takeNext } from '../../platform/jobs/queries/jobs.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { addFilled, type Filled, forgetFilled, setFilled } from './filled-columns.ts';

/** Claims with leases, so that no two processes write to the same spreadsheet at once. */

/** Why an attempt failed, if it will be retried. */
export type Setback = 'unreachable' | 'busy' | 'ours';

/** A spreadsheet that only one process may write to until the lease ends. */
export interface Claim {
  readonly userId: string;
  readonly tries: number;
  /** When the lease ends; also identifies the claim. */
  readonly lease: number;
}

/**
 * Claims the spreadsheet that has been due longest, for this process alone.
 *
 * @param lostAt when the lease ends
 */
export async function claimDue(
  db: Database,
  now: number,
  lostAt: number,
): Promise<Claim | undefined> {
  const taken = await takeNext(
    () => selectDue(db).where('dueAt', '<=', now).executeTakeFirst(),
    async ({ userId, dueAt }) =>
      (await db
        .updateTable('spreadsheets')
        .set({ due_at: lostAt })
        .where('user_id', '=', userId)
        .where('is_on', '=', 1)
        // If another process has claimed it in the meantime, `due_at` is different.
        .where('due_at', '=', dueAt)
        .returning('user_id')
        .executeTakeFirst()) !== undefined,
  );
  return taken && { userId: taken.userId, tries: taken.tries, lease: lostAt };
}

/** When the next spreadsheet is due; undefined if none is waiting. */
export async function nextSpreadsheetDue(db: Database): Promise<number | undefined> {
  return (await selectDue(db).executeTakeFirst())?.dueAt;
}

/**
 * Selects the spreadsheets to write to, longest due first. It reads the queue rather than all active
 * spreadsheets, most of which have nothing to write.
 */
function selectDue(db: Database) {
  const on = db
    .selectFrom('spreadsheets')
    .select(['user_id as userId', 'due_at as dueAt', 'tries'])
    .where('is_on', '=', 1);
  // A literal, because the partial index covers only rows with `is_ready = 0`, and the planner cannot match
  // it to a bound parameter.
  const unready = on.where(({ eb, lit }) => eb('is_ready', '=', lit(0)));
  const withRows = on
    .where('is_ready', '=', 1)
    .where('user_id', 'in', ({ selectFrom }) => selectFrom('spreadsheet_rows').select('user_id'));
  return db
    .selectFrom(unready.unionAll(withRows).as('waiting'))
    .selectAll()
    .orderBy('dueAt')
    .orderBy('userId')
    .limit(1);
}

/** The state of a claimed spreadsheet, which may change during the claim. */
export interface HeldSpreadsheet {
  readonly spreadsheetId: string | null;
  /** Whether the app has reached the spreadsheet since the mirror was turned on, and the sheets have their headers. */
  readonly isReady: boolean;
}

/**
 * Returns the claimed spreadsheet; undefined if the lease has ended, because the mirror was turned off or
 * another process has claimed it.
 */
export async function findHeld(
  db: Database,
  { userId, lease }: Claim,
): Promise<HeldSpreadsheet | undefined> {
  const held = await db
    .selectFrom('spreadsheets')
    .select(['spreadsheet_id as spreadsheetId', 'is_ready as isReady'])
    .where('user_id', '=', userId)
    .where('is_on', '=', 1)
    .where('due_at', '=', lease)
    .executeTakeFirst();
  return held && { ...held, isReady: held.isReady === 1 };
}

/** What a claim has written. */
interface Written {
  readonly waiting: readonly Waiting[];
  readonly dayRows: readonly Filled[];
}

/**
 * Releases a claim after a successful write: removes the written rows from the queue, and makes the next batch
 * due at `dueAt`. If the lease has ended by then, another process may have written newer values to the same rows, and
 * this write may have overwritten them. So the rows are queued again.
 */
export async function endWritten(
  db: Database,
  { userId, lease }: Claim,
  { written, dueAt }: { readonly written: Written; readonly dueAt: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('spreadsheets')
      .set({ due_at: dueAt, tries: 0, problem: '' })
      .where('user_id', '=', userId)
      .where('is_on', '=', 1)
      .where('due_at', '=', lease)
      .returning('user_id')
      .executeTakeFirst();
    await lockProfile(trx, userId);
    if (held) {
      await setFilled(trx, userId, written.dayRows);
      await dropWritten(trx, userId, written.waiting);
      return;
    }
    await addFilled(trx, userId, written.dayRows);
    await queueRows(trx, userId, written.waiting);
  });
}

/** Releases a claim after a failure, and stores why it failed and when to try again. */
export async function endFailed(
  db: Database,
  { userId, lease }: Claim,
  end: { readonly dueAt: number; readonly tries: number; readonly problem: Setback | '' },
): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ due_at: end.dueAt, tries: end.tries, problem: end.problem })
    .where('user_id', '=', userId)
    .where('is_on', '=', 1)
    .where('due_at', '=', lease)
    .execute();
}

/**
 * Prepares the creation of sheets that do not exist yet, or that the person has removed or renamed. Marks the
 * spreadsheet as not ready and queues all rows of the new sheets, so that an interruption loses nothing.
 *
 * @param kinds what the sheets contain
 * @returns false if the lease has ended
 */
export async function beginSheets(
  db: Database,
  { userId, lease }: Claim,
  kinds: readonly QueuedKind[],
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('spreadsheets')
      .set({ is_ready: 0 })
      .where('user_id', '=', userId)
      .where('is_on', '=', 1)
      .where('due_at', '=', lease)
      .returning('user_id')
      .executeTakeFirst();
    if (!held) return false;
    await lockProfile(trx, userId);
    if (kinds.includes('day')) await forgetFilled(trx, userId);
    for (const kind of kinds) await queueAll(trx, userId, kind);
    return true;
  });
}

/**
 * Records the additional cells for days that the claim is about to fill.
 *
 * @returns false if the lease has ended
 */
export async function beginFilling(
  db: Database,
  claim: Claim,
  rows: readonly Filled[],
): Promise<boolean> {
  if (rows.length === 0) return (await findHeld(db, claim)) !== undefined;
  return await db.transaction().execute(async (trx) => {
    await lockProfile(trx, claim.userId);
    if (!(await findHeld(trx, claim))) return false;
    await addFilled(trx, claim.userId, rows);
    return true;
  });
}

/** Records that the spreadsheet was reached and has its headers. */
export async function setReady(db: Database, { userId, lease }: Claim): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ is_ready: 1 })
    .where('user_id', '=', userId)
    .where('due_at', '=', lease)
    .execute();
}
