import { sql } from 'kysely';
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
    .selectFrom('forms')
    .select(['logged_at as loggedAt', 'time_zone as timeZone'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('logged_at');
  const first = await forms.limit(1).executeTakeFirst();
  if (!first) return undefined;
  // A form that was logged later, in a zone further west, may have an earlier local time.
  const { to } = instantsAround({ from: first.loggedAt, to: first.loggedAt + DAY_MS });
  const near = await forms.where('logged_at', '<', to).execute();
  return Math.min(...near.map(({ loggedAt, timeZone }) => localTimeOf(loggedAt, timeZone)));
}

/** Counts the forms logged from `from` (inclusive) to `to` (exclusive), in milliseconds. */
export async function countForms(
  db: Database,
  userId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('forms')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('logged_at', '>=', from)
    .where('logged_at', '<', to)
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
    .selectFrom('forms')
    .select((row) => ['author', row.fn.countAll<number | string>().as('count')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('logged_at', '>=', from)
    .where('logged_at', '<', to)
    .groupBy('author')
    .execute();
  return new Map(rows.map(({ author, count }) => [author, Number(count)]));
}

/** Counts the ratings, the notes and the notes' characters in a span, to estimate the size of the PDF. */
export async function measureRatings(
  db: Database,
  userId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ ratings: number; notes: number; characters: number }> {
  const { ratings, notes, characters } = await db
    .selectFrom('forms')
    .innerJoin('ratings', (join) =>
      join
        .onRef('ratings.user_id', '=', 'forms.user_id')
        .onRef('ratings.form_number', '=', 'forms.form_number'),
    )
    .select((row) => [
      row.fn.countAll<number | string>().as('ratings'),
      sql<number | string | null>`sum(case when ratings.notes = '' then 0 else 1 end)`.as('notes'),
      sql<number | string | null>`sum(length(ratings.notes))`.as('characters'),
    ])
    .where('forms.user_id', '=', userId)
    .where('forms.deleted_at', 'is', null)
    .where('forms.logged_at', '>=', from)
    .where('forms.logged_at', '<', to)
    .executeTakeFirstOrThrow();
  return {
    ratings: Number(ratings),
    notes: Number(notes ?? 0),
    characters: Number(characters ?? 0),
  };
}

/** The time of the last edit of each edited form, by Form #, for Form # `first` to `last`, both included. */
export async function findLastEdits(
  db: Database,
  userId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Map<number, number>> {
  const edits = await db
    .selectFrom('former_ratings')
    .select((row) => [
      'form_number as formNumber',
      row.fn.max<number>('replaced_at').as('editedAt'),
    ])
    .where('user_id', '=', userId)
    .where('form_number', '>=', first)
    .where('form_number', '<=', last)
    .groupBy('form_number')
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
