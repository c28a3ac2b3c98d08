import { sql } from 'kysely';
import { form } from '../../../contract/kinds/form.ts';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import { STORED_KINDS } from '../../../contract/kinds.ts';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import { type AnyEntry, entryIdOf, entryOf } from '../../entries/columns.ts';
import { findNumbered } from '../../entries/queries/find.ts';
import type { Numbered } from '../../entries/queries/select.ts';
import type { Database } from '../../platform/db/database.ts';

/** The entries that changed since the mirror wrote them (`entries/queries/changes.ts`). */

/** An entry and the number of its last change. */
export interface Changed extends Numbered {
  readonly kind: AnyKind;
  readonly changed: number;
  /** What the entry was before its edits. */
  readonly former: readonly AnyEntry[];
}

/** The number of the last change of a person's entries. */
export async function findLastChange(db: Database, userId: string): Promise<number> {
  const profile = await db
    .selectFrom('profiles')
    .select('changes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return profile?.changes ?? 0;
}

/**
 * The entries whose last change has a number above `written`, in the order of their last changes.
 *
 * @returns `isCut`: there may be more
 */
export async function findChanged(
  db: Database,
  userId: string,
  written: number,
  limit: number,
): Promise<{ readonly changed: readonly Changed[]; readonly isCut: boolean }> {
  const rows = await selectChanged(db, userId, written)
    .select(['kind', 'number', 'changed'])
    .orderBy('changed')
    .limit(limit)
    .execute();
  const found: Changed[] = [];
  for (const kind of STORED_KINDS) {
    const ofKind = rows.filter((row) => row.kind === kind.name);
    const changes = new Map(ofKind.map((row) => [row.number, row.changed ?? 0]));
    const entries = await findNumbered(db, kind, userId, [...changes.keys()]);
    const formerOf = await findFormer(db, kind, userId, entries);
    for (const { entry, number } of entries) {
      const changed = changes.get(number) ?? 0;
      found.push({ kind, entry, number, changed, former: formerOf(entry) });
    }
  }
  const changed = found.sort((one, other) => one.changed - other.changed);
  return { changed, isCut: rows.length === limit };
}

/** The kinds of the entries that `findChanged` finds. */
export async function findChangedKinds(
  db: Database,
  userId: string,
  written: number,
): Promise<ReadonlySet<string>> {
  const rows = await selectChanged(db, userId, written).select('kind').distinct().execute();
  return new Set(rows.map(({ kind }) => kind));
}

function selectChanged(db: Database, userId: string, written: number) {
  return db.selectFrom('entries').where('user_id', '=', userId).where('changed', '>', written);
}

async function findFormer(
  db: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
): Promise<(entry: AnyEntry) => readonly AnyEntry[]> {
  const ids = entries
    .filter(({ entry }) => entry.version > 1)
    .map(({ entry }) => entryIdOf(kind, entry));
  if (ids.length === 0) return () => [];
  const rows = await db
    .selectFrom('former_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind.name)
    .where('entry_id', 'in', ids)
    .execute();
  const byId = Map.groupBy(
    rows.map((row) => entryOf(kind, row)),
    (former) => entryIdOf(kind, former),
  );
  return (entry) => byId.get(entryIdOf(kind, entry)) ?? [];
}

/** The first days from an instant on that have forms, deleted ones too; as days since 1970 in UTC. */
export async function findFormDays(
  db: Database,
  userId: string,
  from: Instant,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('entries')
    .select(sql<number>`at / ${sql.lit(DAY_MS)}`.as('day'))
    .distinct()
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where('at', '>=', from)
    .orderBy('day')
    .limit(limit)
    .execute();
  return rows.map(({ day }) => day);
}
