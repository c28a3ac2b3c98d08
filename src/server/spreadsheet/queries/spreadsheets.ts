import { setMirrored } from '../../entries/queries/changes.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import {
  giveUpTokens,
  keepTokens,
  type StoredTokens,
} from '../../identity/queries/provider-tokens.ts';
import { lockSession, type Session } from '../../identity/queries/sessions.ts';
import type { Database } from '../../platform/db/database.ts';
import { SHEETS } from '../sheets.ts';
import { forgetFilled } from './filled-columns.ts';
import type { Claim, Setback } from './spreadsheet-claims.ts';

/** Why the mirror ended, other than by the user's choice. */
export type EndReason = 'withdrawn' | 'refused' | 'deleted';
export interface StoredSpreadsheet {
  readonly isOn: boolean;
  readonly spreadsheetId: string | null;
  readonly isReady: boolean;
  readonly problem: EndReason | Setback | '';
  readonly legacy: '' | 'found' | 'done';
  /** The number of entries that wait to be written. */
  readonly waiting: number;
  /** Whether anything waits, even if it is only the cells for a day. */
  readonly isBehind: boolean;
}

/** The kinds of entries that have rows in the sheets. */
const WITH_ROWS = SHEETS.flatMap(({ kinds }) => kinds);

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
      (row) =>
        row
          .selectFrom('entries')
          .select(({ fn }) => fn.countAll<number>().as('entries'))
          .whereRef('entries.user_id', '=', 'spreadsheets.user_id')
          .whereRef('entries.changed', '>', 'spreadsheets.written')
          .where('entries.kind', 'in', WITH_ROWS)
          .as('waiting'),
      (row) =>
        row
          .selectFrom('profiles')
          .select('is_behind')
          .whereRef('profiles.user_id', '=', 'spreadsheets.user_id')
          .as('isBehind'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...row,
    isOn: row.isOn === 1,
    isReady: row.isReady === 1,
    waiting: row.isOn === 1 ? (row.waiting ?? 0) : 0,
    isBehind: row.isBehind === 1,
  } as StoredSpreadsheet;
}

/**
 * Turns the mirror on with the provider's tokens, to write all existing entries.
 *
 * @returns false if the session has ended: an account that its owner has reclaimed must not write to the
 *   spreadsheet of the person who used it before
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
    const state = { is_on: 1, is_ready: 0, problem: '', tries: 0, due_at: now };
    const fresh = { ...state, written: 0, days_from: null };
    await trx
      .insertInto('spreadsheets')
      .values({ user_id: userId, spreadsheet_id: null, legacy: '', ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet((row) => ({ ...fresh, setbacks: row('spreadsheets.setbacks', '+', 1) })),
      )
      .execute();
    // The spreadsheet, the profile and the tokens are locked in this order, as in `turnOff`, so that turning the mirror
    // on and turning it off cannot deadlock.
    await setMirrored(trx, userId, true);
    await keepTokens(trx, userId, tokens, now);
    await addActivity(trx, userId, now, 'spreadsheetTurnedOn');
    return true;
  });
}

/**
 * Turns the mirror off and discards the tokens. The user keeps the spreadsheet, and its id stays stored unless the
 * spreadsheet was deleted or refuses the app.
 *
 * @param ending.claim the claim that found the problem; nothing changes if its lease has ended
 * @param ending.reason why, if it is not the user's choice
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
        // The spreadsheet is deleted or refuses the app, so turning the mirror on again creates a new one.
        ...((reason === 'deleted' || reason === 'refused') && { spreadsheet_id: null }),
      })
      .where('user_id', '=', userId)
      .$if(claim !== undefined, (query) => query.where('due_at', '=', claim?.lease ?? 0))
      .returning('user_id')
      .executeTakeFirst();
    if (!off) return false;
    await setMirrored(trx, userId, false);
    await giveUpTokens(trx, userId, now);
    await addActivity(trx, userId, now, 'spreadsheetTurnedOff');
    return true;
  });
}

/**
 * Stores the id of a new spreadsheet, even if the lease has ended, because Google has already created it.
 *
 * @returns false if another id has been stored in the meantime
 */
export async function keepSpreadsheetId(
  db: Database,
  userId: string,
  { id, former }: { readonly id: string; readonly former: string | null },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable('spreadsheets')
      .set((row) => ({
        spreadsheet_id: id,
        // The new spreadsheet has no rows yet.
        ...{ written: 0, days_from: null, setbacks: row('setbacks', '+', 1) },
      }))
      .where('user_id', '=', userId)
      .where('spreadsheet_id', former === null ? 'is' : '=', former)
      .returning('user_id')
      .executeTakeFirst();
    if (!kept) return false;
    await trx
      .updateTable('profiles')
      .set((row) => ({ is_behind: row.ref('is_mirrored') }))
      .where('user_id', '=', userId)
      .execute();
    await forgetFilled(trx, userId);
    return true;
  });
}

/**
 * Records whether the spreadsheet contains the former app's rows, unless the user has already imported or declined
 * them.
 */
export async function noteLegacy(db: Database, userId: string, isThere: boolean): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ legacy: isThere ? 'found' : '' })
    .where('user_id', '=', userId)
    .where('legacy', '=', isThere ? '' : 'found')
    .execute();
}

/** Records that the former app's rows were imported or declined. */
export async function settleLegacy(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('spreadsheets')
    .set({ legacy: 'done' })
    .where('user_id', '=', userId)
    .execute();
}
