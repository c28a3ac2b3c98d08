import { sql } from 'kysely';
import { DAY_MS } from '../../src/domain/zone.ts';
import type { Database } from '../../src/server/db/database.ts';
import { SYMPTOMS } from './people.ts';

const FORMS_A_DAY = 3;
/** How many forms the database makes in one statement. */
const STEP = 20_000;

interface Step {
  /** The numbers of the forms that are made. */
  readonly from: number;
  readonly upTo: number;
  /** How many forms each will have. */
  readonly count: number;
  readonly now: number;
}

/**
 * Adds forms for everyone who has none, as if each had logged three a day until now. They come in the order of
 * their times, so that in the database's file the forms of one lie among those of all the others, as in life.
 */
export async function addForms(db: Database, { days }: { readonly days: number }): Promise<void> {
  const count = days * FORMS_A_DAY;
  const step = Math.max(1, Math.floor(STEP / (await countNew(db))));
  const now = Date.now();
  await db.transaction().execute(async (trx) => {
    for (let from = 1; from <= count; from += step) {
      await addStep(trx, { from, upTo: Math.min(from + step - 1, count), count, now });
    }
    await sql`update profiles set last_form_number = ${sql.lit(count)} where last_form_number = 0`.execute(
      trx,
    );
  });
}

async function addStep(trx: Database, { from, upTo, count, now }: Step): Promise<void> {
  const interval = DAY_MS / FORMS_A_DAY;
  const numbered = sql`(with recursive numbers(n) as
    (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(upTo)})
    select n from numbers) numbered cross join profiles p`;
  const time = sql`${sql.lit(now)} - (${sql.lit(count)} - n) * cast(${sql.lit(interval)} as bigint)`;
  await sql`insert into forms
      (user_id, form_number, id, submission_id, logged_at, entered_at, version)
    select p.user_id, n, p.user_id || '-' || n, p.user_id || '-' || n, ${time}, ${time}, 1
    from ${numbered} where p.last_form_number = 0 order by n, p.user_id`.execute(trx);
  const symptoms = sql.join(
    SYMPTOMS.map(
      (name, index) => sql`select ${sql.lit(index + 1)} as slot, ${sql.lit(name)} as name`,
    ),
    sql` union all `,
  );
  await sql`insert into ratings (user_id, form_number, slot, name, severity, notes)
    select p.user_id, n, slot, name, 1 + (n + slot) % 5, 'As usual, after a walk in the park'
    from ${numbered} cross join (${symptoms}) symptoms
    where p.last_form_number = 0 order by n, p.user_id, slot`.execute(trx);
}

/** How many have no form. */
async function countNew(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_form_number', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}
