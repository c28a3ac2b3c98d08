import { SqliteAdapter, sql } from 'kysely';
import { DAY_MS } from '../../src/domain/zone.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { addPeople, inDatabase, type Person, SYMPTOMS } from './people.ts';

const FORMS_A_DAY = 3;
/** How many forms the database makes in one statement. */
const STEP = 20_000;
/** Enough for all the pages that are written by turns. */
const CACHE_KIB = 2_000_000;

interface Step {
  /** Counted from the first form that is added. */
  readonly from: number;
  readonly upTo: number;
  /** How many forms each gets. */
  readonly count: number;
  /** When the last of them is for. */
  readonly until: number;
}

const YEAR_DAYS = 366;

/** The only person of a fresh SQLite file, who has logged for a year. */
export async function addPersonOfAYear(dataDir: string): Promise<Person> {
  return await inDatabase({ dataDir }, async (db) => {
    const [person] = (await addPeople(db, 1)) as [Person];
    await addForms(db, { days: YEAR_DAYS });
    return person;
  });
}

/**
 * Adds forms for everyone, as if each had logged three a day. They come in the order of their times, so that in
 * the database's file the forms of one lie among those of all the others, as in life.
 *
 * @param daysAgo when the last of them is for; today without it
 */
export async function addForms(
  db: Database,
  { days, daysAgo = 0 }: { readonly days: number; readonly daysAgo?: number },
): Promise<void> {
  const count = days * FORMS_A_DAY;
  const step = Math.max(1, Math.floor(STEP / (await countPeople(db))));
  const until = Date.now() - daysAgo * DAY_MS;
  await db.transaction().execute(async (trx) => {
    await hurry(trx);
    for (let from = 1; from <= count; from += step) {
      await addStep(trx, { from, upTo: Math.min(from + step - 1, count), count, until });
    }
    await sql`update profiles set last_form_number = last_form_number + ${sql.lit(count)}`.execute(
      trx,
    );
  });
}

/** For as long as the database is filled: millions of rows would take a quarter of an hour. */
async function hurry(trx: Database): Promise<void> {
  // Each row is known to refer to one that is there.
  const quick =
    trx.getExecutor().adapter instanceof SqliteAdapter
      ? sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`
      : sql`set local session_replication_role = replica`;
  await quick.execute(trx);
}

async function addStep(trx: Database, { from, upTo, count, until }: Step): Promise<void> {
  const interval = DAY_MS / FORMS_A_DAY;
  const numbered = sql`(with recursive numbers(n) as
    (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(upTo)})
    select n from numbers) numbered cross join profiles p`;
  const number = sql`p.last_form_number + n`;
  const time = sql`${sql.lit(until)} - (${sql.lit(count)} - n) * cast(${sql.lit(interval)} as bigint)`;
  await sql`insert into forms
      (user_id, form_number, id, submission_id, logged_at, entered_at, version)
    select p.user_id, ${number}, p.user_id || '-' || (${number}), p.user_id || '-' || (${number}),
      ${time}, ${time}, 1
    from ${numbered} order by n, p.user_id`.execute(trx);
  const symptoms = sql.join(
    SYMPTOMS.map(
      (name, index) => sql`select ${sql.lit(index + 1)} as slot, ${sql.lit(name)} as name`,
    ),
    sql` union all `,
  );
  await sql`insert into ratings (user_id, form_number, slot, name, severity, notes)
    select p.user_id, ${number}, slot, name, 1 + (n + slot) % 5, 'As usual, after a walk in the park'
    from ${numbered} cross join (${symptoms}) symptoms
    order by n, p.user_id, slot`.execute(trx);
}

async function countPeople(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
