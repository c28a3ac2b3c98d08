import { sql } from 'kysely';
import { form } from '../../../contract/kinds/form.ts';
import type { Instant } from '../../../domain/zone.ts';
import { selectPresent } from '../../entries/queries/select.ts';
import type { Database } from '../../platform/db/database.ts';

/** Counts the ratings and the notes in a span, and about the notes' characters, to estimate the size of the PDF. */
export async function measureRatings(
  db: Database,
  userId: string,
  times: { readonly from?: Instant; readonly to?: Instant },
): Promise<{ ratings: number; notes: number; characters: number }> {
  const { ratings, without, characters } = await selectPresent(db, form, userId, times)
    .select([
      occurrences(RATING).as('ratings'),
      occurrences(WITHOUT_NOTE).as('without'),
      sql<number | string | null>`sum(length(fields))`.as('characters'),
    ])
    .executeTakeFirstOrThrow();
  const count = Number(ratings ?? 0);
  return {
    ratings: count,
    notes: count - Number(without ?? 0),
    characters: Math.max(0, Number(characters ?? 0) - count * RATING_LENGTH),
  };
}

/** What each rating, and each rating without a note, has once in the JSON of a form. No note has them unescaped. */
const RATING = '"slot":';
const WITHOUT_NOTE = '"notes":""';
/** About the length of a rating in JSON without its note. */
const RATING_LENGTH = 55;

function occurrences(text: string) {
  const left = sql`length(replace(fields, ${text}, ''))`;
  return sql<number | string | null>`sum((length(fields) - ${left}) / ${sql.lit(text.length)})`;
}

/** Counts the ratings of all forms that are not deleted. */
export async function countRatings(db: Database, userId: string): Promise<number> {
  return (await measureRatings(db, userId, {})).ratings;
}
