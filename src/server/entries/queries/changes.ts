import type { ExpressionBuilder } from 'kysely';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { STORED_KINDS } from '../../../contract/kinds.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * What the spreadsheet mirror has yet to write. While a person's mirror is on, the profile counts the changes of their
 * entries, and an entry has the number of its last change. The mirror writes the entries whose numbers are above its own
 * (`spreadsheets.written`). While the mirror is off, nothing is counted: turning it on gives every entry a number.
 *
 * Every change locks the profile, and so does turning the mirror on or off.
 */

/** Whether the spreadsheet shows something of a kind. */
function isShown({ sheet, daysOf, changesDaysFrom }: AnyKind): boolean {
  return sheet !== undefined || daysOf !== undefined || changesDaysFrom !== undefined;
}

/** The columns of the profile to set in an UPDATE that counts changes; it must return `CHANGES`. */
export function countingChanges(
  row: ExpressionBuilder<Tables, 'profiles'>,
  kind: AnyKind,
  count = 1,
) {
  if (!isShown(kind)) return {};
  return {
    changes: row('changes', '+', row('is_mirrored', '*', count)),
    is_behind: row.ref('is_mirrored'),
  };
}

export const CHANGES = ['changes', 'is_mirrored as isMirrored'] as const;

/** The number of the last change that was counted; null if the mirror is off, or shows nothing of the kind. */
export function changeOf(
  kind: AnyKind,
  { changes, isMirrored }: { readonly changes: number; readonly isMirrored: number },
): number | null {
  return isMirrored === 1 && isShown(kind) ? changes : null;
}

/**
 * Counts changes, in their transaction, and locks the profile.
 *
 * @returns the number of the last change; null if the mirror is off, or shows nothing of the kind
 */
export async function takeChanges(
  trx: Database,
  kind: AnyKind,
  userId: string,
  count: number,
): Promise<number | null> {
  if (!isShown(kind)) return null;
  const counted = await trx
    .updateTable('profiles')
    .set((row) => countingChanges(row, kind, count))
    .where('user_id', '=', userId)
    .returning(CHANGES)
    .executeTakeFirst();
  return counted ? changeOf(kind, counted) : null;
}

/** Turns the mirror on or off for the entries of a person, and locks the profile. On, all entries are to be written. */
export async function setMirrored(trx: Database, userId: string, isOn: boolean): Promise<void> {
  const flag = isOn ? 1 : 0;
  await trx
    .updateTable('profiles')
    .set({ is_mirrored: flag, is_behind: flag })
    .where('user_id', '=', userId)
    .execute();
  if (!isOn) return;
  const shown = STORED_KINDS.filter(isShown).map(({ name }) => name);
  const numbered = trx
    .selectFrom('entries')
    .select(({ fn }) => [
      'kind as ofKind',
      'entry_id as id',
      fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('at').orderBy('number'))
        .as('place'),
    ])
    .where('user_id', '=', userId)
    .where('kind', 'in', shown);
  await trx
    .updateTable('entries')
    .from(numbered.as('numbered'))
    .set((row) => ({ changed: row.ref('place') }))
    .where('user_id', '=', userId)
    .whereRef('kind', '=', 'ofKind')
    .whereRef('entry_id', '=', 'id')
    .execute();
  await trx
    .updateTable('profiles')
    .set((row) => ({
      changes: row
        .selectFrom('entries')
        .select(({ fn }) => fn.coalesce(fn.max('changed'), row.lit(0)).as('last'))
        .where('user_id', '=', userId)
        .where('changed', 'is not', null),
    }))
    .where('user_id', '=', userId)
    .execute();
}
