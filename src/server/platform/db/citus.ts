import { sql } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Database } from './database.ts';

/** Looked up by address too, and referred to by tables of both kinds: copied to every machine. */
const EVERYWHERE = 'accounts';
/** Spread by their first column, each person's rows on one machine. Each after those that it refers to. */
export const SPREAD_BY_PERSON = [
  'profiles',
  'slots',
  'past_symptoms',
  'forms',
  'ratings',
  'former_ratings',
  'spreadsheets',
  'spreadsheet_rows',
  'activity',
] as const;

/**
 * Spreads the tables over the machines of a Citus cluster: an optional step after the migrations, once.
 *
 * @returns the tables that are spread by person
 * @throws Refusal where the database has no Citus, or this was done before; nothing is changed then
 */
export async function spreadOverCitus(db: Database): Promise<readonly string[]> {
  await db.transaction().execute(async (trx) => {
    const { rows: extensions } = await sql`select 1 from pg_extension
      where extname = 'citus'`.execute(trx);
    if (extensions.length === 0) {
      throw new Refusal(
        'The database has no Citus. Nothing was changed. It is added with: create extension citus',
      );
    }
    const { rows: spread } = await sql`select 1 from pg_dist_partition
      where logicalrelid = 'profiles'::regclass`.execute(trx);
    if (spread.length > 0) throw new Refusal('The tables were spread before. Nothing was changed.');
    // What refers to a reference table is changed over one connection to each machine, in a transaction that
    // has changed that table before.
    await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(trx);
    await sql`select create_reference_table(${sql.lit(EVERYWHERE)})`.execute(trx);
    for (const [place, table] of SPREAD_BY_PERSON.entries()) {
      const beside = place === 0 ? 'default' : SPREAD_BY_PERSON[0];
      await sql`select create_distributed_table(${sql.lit(table)}, 'user_id',
        colocate_with => ${sql.lit(beside)})`.execute(trx);
    }
  });
  return SPREAD_BY_PERSON;
}
