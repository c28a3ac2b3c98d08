import type { InsertObject } from 'kysely';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { EntryKind, StoredKind } from '../../../contract/kinds.ts';
import type { Instant } from '../../../domain/zone.ts';
import { rowOf } from '../../entries/columns.ts';
import { takeChanges } from '../../entries/queries/changes.ts';
import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import { tellReminders } from '../../entries/queries/tell.ts';
import { counterOf } from '../../platform/db/counters.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { WholeEntry } from './entry-exports.ts';

/** The ids of all stored entries of a kind, deleted ones too. */
export async function findStoredIds(
  db: Database,
  kind: EntryKind,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('entries')
    .select('entry_id as id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind.name)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Adds entries. The caller's transaction must have locked the profile. */
export async function insertEntries(
  trx: Database,
  kind: EntryKind,
  userId: string,
  entries: readonly WholeEntry[],
  now: Instant,
): Promise<void> {
  if (entries.length === 0) return;
  const first = (await takeNumbers(trx, userId, counterOf(kind), entries.length)) ?? 1;
  const numbered = entries.map((entry, index) => ({ entry, number: first + index }));
  await insertNumbered(trx, kind, userId, numbered);
  await tellReminders(trx, kind, userId, now);
}

/** Adds entries with their numbers. The caller's transaction must have locked the profile. */
export async function insertNumbered(
  trx: Database,
  kind: StoredKind,
  userId: string,
  entries: readonly { readonly entry: WholeEntry; readonly number: number }[],
): Promise<void> {
  const ofKind = { user_id: userId, kind: kind.name };
  const last = await takeChanges(trx, kind, userId, entries.length);
  await insertRows(
    trx,
    'entries',
    entries.map(({ entry, number }, index) => {
      const changed = last === null ? null : last - entries.length + 1 + index;
      return { ...ofKind, number, changed, ...rowOf(kind, entry) };
    }),
  );
  await insertRows(
    trx,
    'former_entries',
    entries.flatMap(({ entry }) =>
      entry.formerVersions.map(({ replacedAt, ...former }) => {
        return { ...ofKind, ...rowOf(kind, former as WholeEntry), replaced_at: replacedAt };
      }),
    ),
  );
}

/** The number of rows in one INSERT statement. */
const ROWS_AT_ONCE = 500;

/** Inserts any number of rows, in statements of a limited size. */
async function insertRows<Table extends keyof Tables>(
  trx: Database,
  table: Table,
  rows: readonly InsertObject<Tables, Table>[],
): Promise<void> {
  for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
    const some = rows.slice(begin, begin + ROWS_AT_ONCE);
    await trx.insertInto(table).values(some).execute();
  }
}

/** The bytes of an entry and its former versions that count towards the text of the account. */
export function storedBytes(kind: AnyKind, entry: WholeEntry): number {
  return [entry, ...entry.formerVersions].reduce(
    (sum, each) => sum + Buffer.byteLength(rowOf(kind, each).fields),
    0,
  );
}
