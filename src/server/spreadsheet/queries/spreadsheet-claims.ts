import { sql } from 'kysely';
import { form } from '../../../contract/kinds/form.ts';
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

/** Selects the spreadsheets to write to, longest due first. Most spreadsheets have nothing to write. */
function selectDue(db: Database) {
  const on = db
    .selectFrom('spreadsheets')
    .select(['user_id as userId', 'due_at as dueAt', 'tries'])
    .where('is_on', '=', 1);
  // Literals, because the planner cannot match a bound parameter to the condition of a partial index.
  const unready = on.where(({ eb, lit }) => eb('is_ready', '=', lit(0)));
  const behind = on.where('is_ready', '=', 1).where('user_id', 'in', ({ selectFrom }) =>
    selectFrom('profiles')
      .select('user_id')
      .where(({ eb, lit }) => eb('is_behind', '=', lit(1))),
  );
  return db
    .selectFrom(unready.unionAll(behind).as('waiting'))
    .selectAll()
    .orderBy('dueAt')
    .orderBy('userId')
    .limit(1);
}

/** How far a spreadsheet is written. */
export interface Progress {
  /** The number of the last change of an entry that is written. */
  readonly written: number;
  /** The cells for the days from this instant on are to be written too; null if there are none. */
  readonly daysFrom: number | null;
}

/** The state of a claimed spreadsheet, which may change during the claim. */
export interface HeldSpreadsheet extends Progress {
  /** How often the mirror had to go back. */
  readonly setbacks: number;
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
    .select([
      'spreadsheet_id as spreadsheetId',
      'is_ready as isReady',
      'written',
      'days_from as daysFrom',
      'setbacks',
    ])
    .where('user_id', '=', userId)
    .where('is_on', '=', 1)
    .where('due_at', '=', lease)
    .executeTakeFirst();
  return held && { ...held, isReady: held.isReady === 1 };
}

/** What a claim has written. */
interface Written {
  /** How far the spreadsheet was written before, and is now. */
  readonly before: HeldSpreadsheet;
  readonly progress: Progress;
  /** The number of the last change when the entries were read. */
  readonly lastChange: number;
  readonly dayRows: readonly Filled[];
}

/**
 * Releases a claim after a successful write: stores how far the spreadsheet is written, and makes the next batch due at
 * `dueAt`. If the lease has ended by then, another process may have written newer values to the same rows, and this write
 * may have overwritten them. So the mirror goes back to where this batch began, and that other process does not go on.
 */
export async function endWritten(
  db: Database,
  { userId, lease }: Claim,
  { written, dueAt }: { readonly written: Written; readonly dueAt: number },
): Promise<void> {
  const { before, progress, lastChange, dayRows } = written;
  await db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('spreadsheets')
      .set({ due_at: dueAt, tries: 0, problem: '' })
      .where('user_id', '=', userId)
      .where('is_on', '=', 1)
      .where('due_at', '=', lease)
      .returning('setbacks')
      .executeTakeFirst();
    await lockProfile(trx, userId);
    if (!held) {
      await goBack(trx, userId, before);
      await addFilled(trx, userId, dayRows);
      return;
    }
    await setFilled(trx, userId, dayRows);
    if (held.setbacks !== before.setbacks) return;
    await trx
      .updateTable('spreadsheets')
      .set({ written: progress.written, days_from: progress.daysFrom })
      .where('user_id', '=', userId)
      .execute();
    if (progress.daysFrom !== null || progress.written < lastChange) return;
    await trx
      .updateTable('profiles')
      .set({ is_behind: 0 })
      .where('user_id', '=', userId)
      .where('changes', '=', lastChange)
      .execute();
  });
}

/**
 * Makes the mirror, if it is on, write again what came after a point of its progress.
 *
 * @param from the point. If it is older than the last time that the mirror went back, everything is written again,
 *   because the entries may have other numbers since then
 */
async function goBack(
  trx: Database,
  userId: string,
  from: Progress & { readonly setbacks?: number },
): Promise<void> {
  const now = await trx
    .selectFrom('spreadsheets')
    .select('setbacks')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const isSame = from.setbacks === undefined || from.setbacks === now?.setbacks;
  const to: Progress = isSame ? from : { written: 0, daysFrom: null };
  const earlierDay = sql<number>`case when days_from < ${to.daysFrom} then days_from else ${to.daysFrom} end`;
  await trx
    .updateTable('spreadsheets')
    .set((row) => ({
      written: row
        .case()
        .when('written', '<', to.written)
        .then(row.ref('written'))
        .else(to.written)
        .end(),
      setbacks: row('setbacks', '+', 1),
      ...(to.daysFrom !== null && { days_from: earlierDay }),
    }))
    .where('user_id', '=', userId)
    .where('is_on', '=', 1)
    .execute();
  await trx
    .updateTable('profiles')
    .set((row) => ({ is_behind: row.ref('is_mirrored') }))
    .where('user_id', '=', userId)
    .execute();
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
 * spreadsheet as not ready and goes back to the first entry of the new sheets, so that an interruption loses nothing.
 *
 * @param kinds the kinds of entries of which the sheets have rows
 * @returns false if the lease has ended
 */
export async function beginSheets(
  db: Database,
  { userId, lease }: Claim,
  kinds: readonly string[],
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
    if (kinds.includes(form.name)) await forgetFilled(trx, userId);
    const first = await trx
      .selectFrom('entries')
      .select(({ fn }) => fn.min('changed').as('changed'))
      .where('user_id', '=', userId)
      .where('kind', 'in', kinds)
      .where('changed', 'is not', null)
      .executeTakeFirst();
    if (first?.changed) await goBack(trx, userId, { written: first.changed - 1, daysFrom: null });
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
