import { form } from '../../contract/kinds/form.ts';
import { instantsAround } from '../../domain/windows.ts';
import { DAY_MS, type LocalTime, localTimeOf } from '../../domain/zone.ts';
import { selectPresent } from '../entries/queries/select.ts';
import type { Database } from '../platform/db/database.ts';

/** Queries about a person's forms for a report: counts, sizes and times. Deleted forms do not count. */

/** The earliest local time of a form, in the zone of that form; undefined without forms. */
export async function findFirstLogged(
  db: Database,
  userId: string,
): Promise<LocalTime | undefined> {
  const forms = selectPresent(db, form, userId)
    .select(['at as loggedAt', 'time_zone as timeZone'])
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
  times: { readonly from: number; readonly to: number },
): Promise<number> {
  const { count } = await selectPresent(db, form, userId, times)
    .select((row) => row.fn.countAll<number | string>().as('count'))
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
  times: { readonly from: number; readonly to: number },
): Promise<Map<string, number>> {
  const rows = await selectPresent(db, form, userId, times)
    .select((row) => ['author', row.fn.countAll<number | string>().as('count')])
    .groupBy('author')
    .execute();
  return new Map(rows.map(({ author, count }) => [author, Number(count)]));
}

/** The time of the last edit of each of these forms that was edited, by its id. */
export async function findLastEdits(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const edits = await db
    .selectFrom('former_entries')
    .select((row) => ['entry_id as id', row.fn.max<number>('replaced_at').as('editedAt')])
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .where('entry_id', 'in', ids)
    .groupBy('entry_id')
    .execute();
  return new Map(edits.map(({ id, editedAt }) => [id, editedAt]));
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
