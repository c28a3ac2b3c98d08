import { dropWritten, queueForms, type WrittenForm } from '../../entries/queries/unwritten-rows.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';

/** Who writes to which spreadsheet, so that no two processes write to the same one. */

/** Why a try to write failed that is made again. */
export type Setback = 'unreachable' | 'busy' | 'ours';

/** A spreadsheet that one process writes to, and nobody else until the lease is over. */
export interface Claim {
  readonly userId: string;
  readonly tries: number;
  /** When the lease is over; also what tells it from every other. */
  readonly lease: number;
}

/**
 * Claims the spreadsheet that has waited longest, for this process alone.
 *
 * @param lostAt when the lease is over
 */
export async function claimDue(
  db: Database,
  now: number,
  lostAt: number,
): Promise<Claim | undefined> {
  for (;;) {
    const due = await selectDue(db).where('dueAt', '<=', now).executeTakeFirst();
    if (!due) return undefined;
    // Another process may have claimed it in between; then its time is no longer the one that was read.
    const claimed = await db
      .updateTable('spreadsheets')
      .set({ due_at: lostAt })
      .where('user_id', '=', due.userId)
      .where('is_on', '=', 1)
      .where('due_at', '=', due.dueAt)
      .returning('user_id')
      .executeTakeFirst();
    const { userId, tries } = due;
    if (claimed) return { userId, tries, lease: lostAt };
  }
}

/** When the next spreadsheet is due; undefined where none waits. */
export async function nextSpreadsheetDue(db: Database): Promise<number | undefined> {
  return (await selectDue(db).executeTakeFirst())?.dueAt;
}

/**
 * Those to write to, the longest waiting first. It goes through those that wait and not through all that are
 * on, which nearly always have nothing to be written.
 */
function selectDue(db: Database) {
  const on = db
    .selectFrom('spreadsheets')
    .select(['user_id as userId', 'due_at as dueAt', 'tries'])
    .where('is_on', '=', 1);
  // Literal, as the index of those is of these alone.
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

/** A spreadsheet as a claim finds it, which changes while the claim goes on. */
export interface HeldSpreadsheet {
  readonly spreadsheetId: string | null;
  /** Whether it was reached since it was turned on, and its sheet has its header. */
  readonly isReady: boolean;
}

/** Undefined where a claim's lease is over: the mirror was turned off since, or claimed by another. */
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

/**
 * Ends a claim that has written: what it wrote leaves the queue, and more may be written from `dueAt` on.
 * Where its lease was over by then, another process may have written the same rows before it and read them
 * later: those are queued once more, as they are by now.
 */
export async function endWritten(
  db: Database,
  { userId, lease }: Claim,
  { written, dueAt }: { readonly written: readonly WrittenForm[]; readonly dueAt: number },
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
    if (held) {
      await dropWritten(trx, userId, written);
      return;
    }
    await lockProfile(trx, userId);
    const numbers = written.map(({ formNumber }) => formNumber);
    await queueForms(trx, userId, numbers);
  });
}

/** Ends a claim that has failed: when to try next, and why. */
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
 * Before the sheet is made, as the person has removed or renamed it: its header and all its rows are to be
 * written, wherever that is cut short.
 *
 * @returns false where the lease is over
 */
export async function beginSheet(db: Database, { userId, lease }: Claim): Promise<boolean> {
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
    await queueForms(trx, userId);
    return true;
  });
}

/** The spreadsheet was reached and has its header. */
export async function setReady(db: Database, { userId, lease }: Claim): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ is_ready: 1 })
    .where('user_id', '=', userId)
    .where('due_at', '=', lease)
    .execute();
}
