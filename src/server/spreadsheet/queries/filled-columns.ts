import { sql } from 'kysely';
import { form } from '../../../contract/kinds/form.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Stores, for the row of each form, which of the cells for the whole day the app has filled. Cells that it has not
 * filled may contain what the person typed.
 */

/** The values of a form that decide whether the app fills the cells for the day in its row. */
export interface FormOfDay {
  readonly formNumber: number;
  readonly loggedAt: number;
  readonly timeZone: string;
  readonly deletedAt: number | null;
  /** The letters of the columns that the app has filled. */
  readonly filled: string;
}

export type Filled = Pick<FormOfDay, 'formNumber' | 'filled'>;

/** The forms that were logged in [from, to), deleted ones too. Times are in milliseconds. */
export async function findFormsOfDays(
  db: Database,
  userId: string,
  from: number,
  to: number,
): Promise<FormOfDay[]> {
  return await db
    .selectFrom('entries')
    .leftJoin('sheet_rows', (join) =>
      join
        .onRef('sheet_rows.user_id', '=', 'entries.user_id')
        .onRef('sheet_rows.kind', '=', 'entries.kind')
        .onRef('sheet_rows.number', '=', 'entries.number'),
    )
    .select([
      'entries.number as formNumber',
      'entries.at as loggedAt',
      'entries.time_zone as timeZone',
      'entries.deleted_at as deletedAt',
      sql<string>`coalesce(sheet_rows.filled, '')`.as('filled'),
    ])
    .where('entries.user_id', '=', userId)
    .where('entries.kind', '=', form.name)
    .where('entries.at', '>=', from)
    .where('entries.at', '<', to)
    .execute();
}

/**
 * Adds columns to those that the app has filled. The mirror stores them before it fills the cells, because Google may
 * fill the cells although its response is lost. The caller's transaction must have locked the profile.
 */
export async function addFilled(
  trx: Database,
  userId: string,
  rows: readonly Filled[],
): Promise<void> {
  if (rows.length === 0) return;
  const stored = await trx
    .selectFrom('sheet_rows')
    .select(['number as formNumber', 'filled'])
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where(
      'number',
      'in',
      rows.map(({ formNumber }) => formNumber),
    )
    .execute();
  const before = new Map(stored.map(({ formNumber, filled }) => [formNumber, filled]));
  const both = rows.map(({ formNumber, filled }) => {
    return { formNumber, filled: union(before.get(formNumber) ?? '', filled) };
  });
  await setFilled(
    trx,
    userId,
    both.filter(({ formNumber, filled }) => filled !== before.get(formNumber)),
  );
}

/** Sets which columns the app has filled. The caller's transaction must have locked the profile. */
export async function setFilled(
  trx: Database,
  userId: string,
  rows: readonly Filled[],
): Promise<void> {
  for (const [filled, ofThem] of Map.groupBy(rows, (row) => row.filled)) {
    const numbers = ofThem.map(({ formNumber }) => formNumber);
    // Only of forms that are still stored: one may have been erased while Google was writing.
    await trx
      .insertInto('sheet_rows')
      .columns(['user_id', 'kind', 'number', 'filled'])
      .expression((row) =>
        row
          .selectFrom('entries')
          .select(['user_id', 'kind', 'number', row.val(filled).as('filled')])
          .where('user_id', '=', userId)
          .where('kind', '=', form.name)
          .where('number', 'in', numbers),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'kind', 'number'])
          .doUpdateSet((row) => ({ filled: row.ref('excluded.filled') }))
          .where('sheet_rows.filled', '<>', filled),
      )
      .execute();
  }
}

/** Marks no cell as filled, for a new spreadsheet or sheet. The caller's transaction must have locked the profile. */
export async function forgetFilled(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('sheet_rows').where('user_id', '=', userId).execute();
}

function union(one: string, other: string): string {
  return [...new Set(one + other)].sort().join('');
}
