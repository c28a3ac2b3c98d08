import { dropRows, queueForms } from '../../entries/queries/unwritten-rows.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import {
  giveUpTokens,
  keepTokens,
  type StoredTokens,
} from '../../identity/queries/provider-tokens.ts';
import { lockSession, type Session } from '../../identity/queries/sessions.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import type { Claim, Setback } from './spreadsheet-claims.ts';

/** Why the mirror was turned off, other than by the person. */
export type EndReason = 'withdrawn' | 'refused' | 'deleted';
export interface StoredSpreadsheet {
  readonly isOn: boolean;
  readonly spreadsheetId: string | null;
  readonly isReady: boolean;
  readonly problem: EndReason | Setback | '';
  readonly legacy: '' | 'found' | 'done';
  /** Forms that are still to be written. */
  readonly waiting: number;
}

export async function findSpreadsheet(
  db: Database,
  userId: string,
): Promise<StoredSpreadsheet | undefined> {
  const row = await db
    .selectFrom('spreadsheets')
    .select([
      'is_on as isOn',
      'spreadsheet_id as spreadsheetId',
      'is_ready as isReady',
      'problem',
      'legacy',
      (eb) =>
        eb
          .selectFrom('spreadsheet_rows')
          .select(eb.fn.countAll<number>().as('waiting'))
          .whereRef('spreadsheet_rows.user_id', '=', 'spreadsheets.user_id')
          .as('waiting'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    row &&
    ({
      ...row,
      isOn: row.isOn === 1,
      isReady: row.isReady === 1,
      waiting: row.waiting ?? 0,
    } as StoredSpreadsheet)
  );
}

/**
 * Turns the mirror on with what the provider allows, and queues every form that is there.
 *
 * @returns false where the session has ended: an account that its owner has taken back by then must not
 *   write to the spreadsheet of whoever was in it before
 */
export async function turnOn(
  db: Database,
  session: Pick<Session, 'userId' | 'tokenHash'>,
  tokens: StoredTokens,
  now: number,
): Promise<boolean> {
  const { userId } = session;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, session))) return false;
    await keepTokens(trx, userId, tokens, now);
    const fresh = { is_on: 1, is_ready: 0, problem: '', tries: 0, due_at: now };
    await trx
      .insertInto('spreadsheets')
      .values({ user_id: userId, spreadsheet_id: null, legacy: '', ...fresh })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
      .execute();
    await lockProfile(trx, userId);
    await queueForms(trx, userId);
    await addActivity(trx, userId, now, 'spreadsheetTurnedOn');
    return true;
  });
}

/**
 * Turns the mirror off and forgets the tokens. The spreadsheet stays the person's, and its id is kept,
 * unless it can't be written to any more.
 *
 * @param ending.claim whose finding it is: nothing is done where its lease is over
 * @param ending.reason why, where it is not the person's choice
 */
export async function turnOff(
  db: Database,
  userId: string,
  { claim, reason = '' }: { readonly claim?: Claim; readonly reason?: EndReason | '' },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const off = await trx
      .updateTable('spreadsheets')
      .set({
        is_on: 0,
        is_ready: 0,
        problem: reason,
        tries: 0,
        due_at: now,
        // It is gone, or not to be written to by us: the next one is another.
        ...((reason === 'deleted' || reason === 'refused') && { spreadsheet_id: null }),
      })
      .where('user_id', '=', userId)
      .$if(claim !== undefined, (query) => query.where('due_at', '=', claim?.lease ?? 0))
      .returning('user_id')
      .executeTakeFirst();
    if (!off) return false;
    await dropRows(trx, userId);
    await giveUpTokens(trx, userId, now);
    await addActivity(trx, userId, now, 'spreadsheetTurnedOff');
    return true;
  });
}

/**
 * Keeps the id of a spreadsheet that was made, also where the lease is over by then.
 *
 * @returns false where another was kept since
 */
export async function keepSpreadsheetId(
  db: Database,
  userId: string,
  { id, former }: { readonly id: string; readonly former: string | null },
): Promise<boolean> {
  const kept = await db
    .updateTable('spreadsheets')
    .set({ spreadsheet_id: id })
    .where('user_id', '=', userId)
    .where('spreadsheet_id', former === null ? 'is' : '=', former)
    .returning('user_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Whether the former app's rows are in it, unless that was settled before. */
export async function noteLegacy(db: Database, userId: string, isThere: boolean): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ legacy: isThere ? 'found' : '' })
    .where('user_id', '=', userId)
    .where('legacy', '=', isThere ? '' : 'found')
    .execute();
}

/** The former app's rows were brought in, or are not wanted. */
export async function settleLegacy(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ legacy: 'done' })
    .where('user_id', '=', userId)
    .execute();
}
