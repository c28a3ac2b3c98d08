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
    .selectFrom('forms')
    .select([
      'form_number as formNumber',
      'logged_at as loggedAt',
      'time_zone as timeZone',
      'deleted_at as deletedAt',
      'filled_columns as filled',
    ])
    .where('user_id', '=', userId)
    .where('logged_at', '>=', from)
    .where('logged_at', '<', to)
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
    .selectFrom('forms')
    .select(['form_number as formNumber', 'filled_columns as filled'])
    .where('user_id', '=', userId)
    .where(
      'form_number',
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
  for (const [filled_columns, ofThem] of Map.groupBy(rows, ({ filled }) => filled)) {
    await trx
      .updateTable('forms')
      .set({ filled_columns })
      .where('user_id', '=', userId)
      .where(
        'form_number',
        'in',
        ofThem.map(({ formNumber }) => formNumber),
      )
      .where('filled_columns', '<>', filled_columns)
      .execute();
  }
}

/** Marks no cell as filled, for a new spreadsheet or sheet. The caller's transaction must have locked the profile. */
export async function forgetFilled(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable('forms')
    .set({ filled_columns: '' })
    .where('user_id', '=', userId)
    .where('filled_columns', '<>', '')
    .execute();
}

function union(one: string, other: string): string {
  return [...new Set(one + other)].sort().join('');
}
