import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { EntryKind } from '../../../contract/kinds.ts';
import type { Instant } from '../../../domain/zone.ts';
import { rowOf } from '../../entries/columns.ts';
import { takeNumbers } from '../../entries/queries/entry-numbers.ts';
import { tellOthers } from '../../entries/queries/tell.ts';
import { counterOf } from '../../platform/db/counters.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WholeEntry } from './entry-exports.ts';
import { insertRows } from './imports.ts';

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

/** Adds entries, and queues them for the spreadsheet. The caller's transaction must have locked the profile. */
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
  const ofKind = { user_id: userId, kind: kind.name };
  await insertRows(
    trx,
    'entries',
    numbered.map(({ entry, number }) => ({ ...ofKind, number, ...rowOf(kind, entry) })),
  );
  await insertRows(trx, 'former_entries', formerRows(kind, entries, ofKind));
  await tellOthers(trx, kind, userId, numbered, now);
}

function formerRows(
  kind: EntryKind,
  entries: readonly WholeEntry[],
  ofKind: { readonly user_id: string; readonly kind: string },
) {
  return entries.flatMap(({ formerVersions }) =>
    formerVersions.map(({ replacedAt, ...former }) => {
      return { ...ofKind, ...rowOf(kind, former as WholeEntry), replaced_at: replacedAt };
    }),
  );
}

/** The bytes of an entry and its former versions that count towards the text of the account. */
export function storedBytes(kind: AnyKind, entry: WholeEntry): number {
  return [entry, ...entry.formerVersions].reduce(
    (sum, each) => sum + Buffer.byteLength(rowOf(kind, each).fields),
    0,
  );
}
