import { sql } from 'kysely';
import { type FormEntry, form } from '../../../contract/kinds/form.ts';
import type { Instant } from '../../../domain/zone.ts';
import { findByKeys, findNumbered } from '../../entries/queries/find.ts';
import {
  findEntryPages,
  findNumberPages,
  type PageSizes,
  type WantedNumbers,
} from '../../entries/queries/pages.ts';
import { type Numbered, selectPresent, type Wanted } from '../../entries/queries/select.ts';
import type { Database } from '../../platform/db/database.ts';

/** A form with its Form #. */
export interface StoredForm extends FormEntry {
  readonly formNumber: number;
}

export interface FormsWanted extends Omit<Wanted, 'after'> {
  /** Only forms older than this cursor: the rest of a list that is sorted newest first. */
  readonly after?: FormCursor | undefined;
  /** Forms with a smaller Form # than this, the highest first; ignored with `after`. */
  readonly before?: number | undefined;
}

/** The sort key of a form in a list by time: a cursor. */
export type FormCursor = Pick<StoredForm, 'loggedAt' | 'formNumber'>;

/** A user's forms in pages, newest first by the time that they are for, then by Form # (DECISIONS 19). */
export async function* findNewestForms(
  db: Database,
  userId: string,
  { before, after, ...wanted }: FormsWanted,
  sizes: PageSizes,
): AsyncGenerator<readonly StoredForm[], undefined> {
  if (before !== undefined && !after) {
    yield* findFormPages(db, userId, { ...wanted, before }, sizes);
    return;
  }
  const cursor = after && { at: after.loggedAt, number: after.formNumber };
  const pages = findEntryPages(db, form, userId, { ...wanted, after: cursor }, sizes);
  for await (const page of pages) yield page.map(formOf);
}

/**
 * A user's forms in pages, highest Form # first. Each form is in exactly one page, even if its time is edited while the
 * pages are read.
 */
export async function* findFormPages(
  db: Database,
  userId: string,
  wanted: WantedNumbers,
  sizes: PageSizes,
): AsyncGenerator<readonly StoredForm[], undefined> {
  for await (const page of findNumberPages(db, form, userId, wanted, sizes)) {
    yield page.map(formOf);
  }
}

/** How many forms `findNextTimes` finds. Forms at nearly the same time may be of different days, because of their zones. */
const NEXT_TIMES = 50;

/** The times and zones of the forms nearest to an instant: the newest before it, or the oldest from it on. */
export async function findNextTimes(
  db: Database,
  userId: string,
  side: 'before' | 'after',
  at: Instant,
): Promise<Pick<StoredForm, 'loggedAt' | 'timeZone'>[]> {
  return await selectPresent(db, form, userId, side === 'before' ? { to: at } : { from: at })
    .select(['at as loggedAt', 'time_zone as timeZone'])
    .orderBy('at', side === 'before' ? 'desc' : 'asc')
    .limit(NEXT_TIMES)
    .execute();
}

/** The form with a Form #, deleted or not. */
export async function findForm(
  db: Database,
  userId: string,
  formNumber: number,
): Promise<StoredForm | undefined> {
  const [found] = await findNumbered(db, form, userId, [formNumber]);
  return found && formOf(found);
}

/** The form with an id, deleted or not. */
export async function findFormById(
  db: Database,
  userId: string,
  id: string,
): Promise<StoredForm | undefined> {
  const [found] = await findByKeys(db, form, userId, [{ id }]);
  return found && formOf(found);
}

/** Those of these names that a form has rated, also a deleted one. Null and '' are no names. */
export async function findRated(
  db: Database,
  userId: string,
  names: readonly (string | null)[],
): Promise<string[]> {
  const rated: string[] = [];
  for (const name of names) {
    if (!name) continue;
    const inFields = JSON.stringify({ name }).slice(1, -1);
    const found = await db
      .selectFrom('entries')
      .select('number')
      .where('user_id', '=', userId)
      .where('kind', '=', form.name)
      .where(sql<boolean>`replace(fields, ${inFields}, '') <> fields`)
      .limit(1)
      .executeTakeFirst();
    if (found) rated.push(name);
  }
  return rated;
}

/**
 * The form of a stored entry. Its time of entry is never before the time that it is for: the stored one may be, because an
 * edit can move the form's time.
 */
export function formOf({ entry, number }: Numbered): StoredForm {
  const stored = entry as unknown as FormEntry;
  return {
    ...stored,
    formNumber: number,
    enteredAt: Math.max(stored.loggedAt, stored.enteredAt),
  };
}
