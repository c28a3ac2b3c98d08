import { form } from '../../contract/kinds/form.ts';
import { instantsAround } from '../../domain/windows.ts';
import { DAY_MS, type LocalTime, localTimeOf } from '../../domain/zone.ts';
import type { Database } from '../platform/db/database.ts';

/** Queries about a person's forms for a report: counts, sizes and times. Deleted forms do not count. */

/** The earliest local time of a form, in the zone of that form; undefined without forms. */
export async function findFirstLogged(
  db: Database,
  userId: string,
): Promise<LocalTime | undefined> {
  const forms = db
    .selectFrom('entries')
    .select(['at as loggedAt', 'time_zone as timeZone'])
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where('deleted_at', 'is', null)
    .orderBy('at');
  const first = await forms.limit(1).executeTakeFirst();
  if (!first) return undefined;
  // A form that was logged later, in a zone further west, may have an earlier local time.
  const { to } = instantsAround({ from: first.loggedAt, to: first.loggedAt + DAY_MS });
  const near = await forms.where('at', '<', to).execute();
  return Math.min(...near.map(({ loggedAt, timeZone }) => localTimeOf(loggedAt, timeZone)));
}

/** Counts the forms logged from `from` (inclusive) to `to` (exclusive), in milliseconds. */
export async function countForms(
  db: Database,
  userId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('entries')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where('deleted_at', 'is', null)
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Counts the forms of each author that were logged from `from` (inclusive) to `to` (exclusive), in milliseconds. The
 * author 'self' is the person.
 */
export async function countAuthors(
  db: Database,
  userId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('entries')
    .select((row) => ['author', row.fn.countAll<number | string>().as('count')])
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where('deleted_at', 'is', null)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('author')
    .execute();
  return new Map(rows.map(({ author, count }) => [author, Number(count)]));
}

/** The time of the last edit of each edited form, by Form #, for Form # `first` to `last`, both included. */
export async function findLastEdits(
  db: Database,
  userId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Map<number, number>> {
  const edits = await db
    .selectFrom('entries')
    .innerJoin('former_entries as former', (join) =>
      join
        .onRef('former.user_id', '=', 'entries.user_id')
        .onRef('former.kind', '=', 'entries.kind')
        .onRef('former.entry_id', '=', 'entries.entry_id'),
    )
    .select((row) => [
      'entries.number as formNumber',
      row.fn.max<number>('former.replaced_at').as('editedAt'),
    ])
    .where('entries.user_id', '=', userId)
    .where('entries.kind', '=', form.name)
    .where('entries.number', '>=', first)
    .where('entries.number', '<=', last)
    .groupBy('entries.number')
    .execute();
  return new Map(edits.map(({ formNumber, editedAt }) => [formNumber, editedAt]));
}

/** The bytes of text that the account holds, as counted for the limits of fair use. */
export async function findTextBytes(db: Database, userId: string): Promise<number> {
  const counted = await db
    .selectFrom('profiles')
    .select('text_bytes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return counted?.text_bytes ?? 0;
}
