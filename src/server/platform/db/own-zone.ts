import { type Kysely, sql } from 'kysely';
import { dateOf, startOfDay } from '../../../domain/zone.ts';

/**
 * Adds a time zone to people and forms, and an author to forms. Replaces the number of years with Parkinson's by the
 * year of diagnosis, because a stored number of years is wrong a year later.
 *
 * @param timeZone the zone that all existing people and forms get
 */
export async function ownZone(db: Kysely<unknown>, timeZone: string): Promise<void> {
  const zone = sql.lit(timeZone);
  await db.schema
    .alterTable('profiles')
    .addColumn('time_zone', 'text', (column) => column.notNull().defaultTo(zone))
    .execute();
  await db.schema
    .alterTable('forms')
    .addColumn('time_zone', 'text', (column) => column.notNull().defaultTo(zone))
    .execute();
  await db.schema
    .alterTable('forms')
    .addColumn('author', 'text', (column) => column.notNull().defaultTo('self'))
    .execute();
  for (const [name, value] of [
    ['hour_cycle', 'h12'],
    ['date_order', 'mdy'],
  ] as const) {
    await db.schema
      .alterTable('profiles')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute();
  }
  await db.schema.alterTable('profiles').addColumn('diagnosed_year', 'integer').execute();
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(created_at) as first, max(created_at) as last from profiles`.execute(db);
  const [saved] = rows;
  const yearOf = (time: number | null | undefined) =>
    Number(dateOf(Number(time ?? 0), timeZone).slice(0, 4));
  const newYear = (year: number) => startOfDay(`${year}-01-01`, timeZone);
  for (let year = yearOf(saved?.first); year <= yearOf(saved?.last); year += 1) {
    await sql`update profiles set diagnosed_year = ${year} - years_with_parkinsons
      where created_at >= ${newYear(year)} and created_at < ${newYear(year + 1)}`.execute(db);
  }
  await db.schema.alterTable('profiles').dropColumn('years_with_parkinsons').execute();
}
