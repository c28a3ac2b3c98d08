import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { Refusal } from '../refusal.ts';
import type { Tables } from './tables.ts';

/**
 * The limits that PostgreSQL enforces for the app's role, written as `show` prints them. They belong to the role and
 * not to each connection, so that they also apply behind a pooler.
 */
const LIMITS: ReadonlyMap<string, string> = new Map([
  // To lock a row, the queries run an UPDATE that changes nothing, and then they read. This needs an isolation level
  // where each statement sees what was committed before the statement began.
  ['default_transaction_isolation', 'read committed'],
  ['statement_timeout', '4s'],
  ['lock_timeout', '2s'],
  // A process that hangs in a transaction must not keep its locks.
  ['idle_in_transaction_session_timeout', '10s'],
]);

/** Turns the limits off until the current transaction ends. */
export const NO_LIMITS =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** The key of an advisory lock. It differs from the key that Kysely's migrator uses. */
const LOCK = 4_260_422;
/** PostgreSQL's code for a role that lacks a privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Sets the limits of the app's role in its database. They apply to connections that are opened afterwards. */
export async function setRoleLimits(db: Kysely<Tables>): Promise<void> {
  const settings = await missingLimits(db);
  if (settings.length === 0) return;
  try {
    await db.transaction().execute(async (trx) => {
      // Without this lock, one of two servers that start together would fail with 'tuple concurrently updated'.
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
      for (const each of settings) await sql.raw(each).execute(trx);
    });
  } catch (error) {
    // If the role lacks the privilege, go on: `checkRoleLimits` then reports the statements that an administrator must
    // run.
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  }
}

/** @throws Refusal with the statements to run, if a new connection of the pool lacks a limit */
export async function checkRoleLimits(db: Kysely<Tables>): Promise<void> {
  const settings = await missingLimits(db);
  if (settings.length === 0) return;
  throw new Refusal(
    `Some time limits of the app's PostgreSQL role are missing or different. Please run these statements as an administrator, then restart the pooler if there is one:\n${settings.map((each) => `${each};`).join('\n')}`,
  );
}

/** Returns the statements that set the limits that this connection lacks. */
async function missingLimits(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<Record<'name' | 'value' | 'role' | 'database', string>>`
    select name, current_setting(name) as value,
      quote_ident(session_user) as role, quote_ident(current_database()) as database
    from unnest(${[...LIMITS.keys()]}::text[]) as name
  `.execute(db);
  return rows
    .filter(({ name, value }) => value !== LIMITS.get(name))
    .map(
      ({ name, role, database }) =>
        `alter role ${role} in database ${database} set ${name} = '${LIMITS.get(name)}'`,
    );
}
