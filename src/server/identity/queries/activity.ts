import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type ActivityKind, isAboutSecurity } from '../../../contract/activity.ts';
import { DAY_MS } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { SELF } from '../authors.ts';
import { lockAccount } from './locked-accounts.ts';
import { addSecurityLetter, type SecurityLetter } from './warnings.ts';

export interface StoredActivity {
  readonly id: string;
  readonly at: number;
  readonly kind: ActivityKind;
  readonly count: number;
  readonly detail: string;
  /** '' for the person, `LINK`, or the id of a caregiver's access. */
  readonly actor: string;
}

/** The actor of what someone did with a link or a code, without an account. */
export const LINK = 'link';

/** The maximum number of activity rows of an account, enough for years of use. Rows about security do not count. */
const MOST = 5000;
/** How long rows about security are kept (ms). */
const SECURITY_KEPT_MS = 365 * DAY_MS;
const HOUR_MS = 3_600_000;

/**
 * Adds a row to the account's activity, in the transaction of the action itself. A repeat by the same actor within the
 * same hour (UTC) is counted in the row of that hour instead, so that repeats push no other row out. Of the rows that are not about
 * security, deletes all but the newest `MOST`. The caller must hold a lock on a row of the account, so that no row is
 * added for a deleted account.
 *
 * @param detail must not contain text that a user has entered
 * @param actor who did it, as in `StoredActivity`
 */
export async function addActivity(
  trx: Database,
  userId: string,
  at: number,
  kind: ActivityKind,
  detail: string | number = '',
  actor = SELF.id,
): Promise<void> {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const { numUpdatedRows } = await trx
    .updateTable('activity')
    .set((row) => ({ at, count: row('count', '+', 1) }))
    .where('user_id', '=', userId)
    .where('at', '>=', hour)
    .where('at', '<', hour + HOUR_MS)
    .where('kind', '=', kind)
    .where('detail', '=', String(detail))
    .where('actor', '=', actor)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const isSecurity = isAboutSecurity(kind);
  const row = { user_id: userId, at, id: nextId(), kind, detail: String(detail), actor };
  await trx
    .insertInto('activity')
    .values({ ...row, is_security: Number(isSecurity) })
    .execute();
  if (isSecurity) return;
  const oldestKept = trx
    .selectFrom('activity')
    .select('at')
    .where('user_id', '=', userId)
    .where('is_security', '=', sql.lit(0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST - 1);
  await trx
    .deleteFrom('activity')
    .where('user_id', '=', userId)
    .where('is_security', '=', sql.lit(0))
    .where('at', '<', oldestKept)
    .execute();
}

/** Deletes the rows about security that are older than a year. */
export async function deleteOldSecurityActivity(db: Database, now: number): Promise<void> {
  const old = db
    .selectFrom('activity')
    .select(['user_id', 'at', 'id'])
    .where('is_security', '=', sql.lit(1))
    .where('at', '<=', now - SECURITY_KEPT_MS);
  await deleteInParts((limit) =>
    db
      .deleteFrom('activity')
      .where(({ eb, refTuple }) =>
        eb(refTuple('user_id', 'at', 'id'), 'in', old.limit(limit).$asTuple('user_id', 'at', 'id')),
      )
      .executeTakeFirstOrThrow(),
  );
}

let lastId = '';

/**
 * The ids that a process creates sort in the order of their creation, so that the rows of one millisecond keep their
 * order.
 */
function nextId(): string {
  const id = randomUUIDv7();
  lastId = id > lastId ? id : successorOf(lastId);
  return lastId;
}

/** The UUID plus one. */
function successorOf(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Records an action that changes no other data, such as an export, before it runs. Returns false if the
 * account no longer exists.
 */
export async function noteActivity(
  db: Database,
  userId: string,
  at: number,
  kind: ActivityKind,
  { detail = '', actor = SELF.id }: { readonly detail?: string; readonly actor?: string } = {},
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    await addActivity(trx, userId, at, kind, detail, actor);
    return true;
  });
}

/**
 * Records an export before it runs, and queues the letter about the first one of a day. Returns false if the account no
 * longer exists.
 *
 * @param day.start when the person's day began
 */
export async function noteExport(
  db: Database,
  userId: string,
  at: number,
  format: string,
  day: { readonly start: number; readonly letter: SecurityLetter | undefined },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    const earlier = await trx
      .selectFrom('activity')
      .select('id')
      .where('user_id', '=', userId)
      .where('at', '>=', day.start)
      .where('kind', '=', 'exported')
      .limit(1)
      .executeTakeFirst();
    await addActivity(trx, userId, at, 'exported', format);
    if (!earlier) await addSecurityLetter(trx, userId, day.letter, at);
    return true;
  });
}

/** Queues the email that carries a report. */
export async function addReportMail(
  db: Database,
  userId: string,
  mail: NewJob,
  at: number,
  actor: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return;
    await addJob(trx, mail);
    await addActivity(trx, userId, at, 'reportMailed', '', actor);
  });
}

/**
 * The activity of an account, latest first.
 *
 * @param page.before cursor: only rows that are older than the one with this id
 * @param page.kind undefined for all kinds
 */
export async function findActivity(
  db: Database,
  userId: string,
  {
    before,
    kind,
    limit,
  }: {
    readonly before: string | undefined;
    readonly kind?: ActivityKind | undefined;
    readonly limit: number;
  },
): Promise<StoredActivity[]> {
  let page = db
    .selectFrom('activity')
    .select(['id', 'at', 'kind', 'count', 'detail', 'actor'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (kind !== undefined) page = page.where('kind', '=', kind);
  if (before !== undefined) {
    const last = await db
      .selectFrom('activity')
      .select('at')
      .where('user_id', '=', userId)
      .where('id', '=', before)
      .executeTakeFirst();
    if (!last) return [];
    page = page.where(({ eb, or, and }) =>
      or([eb('at', '<', last.at), and([eb('at', '=', last.at), eb('id', '<', before)])]),
    );
  }
  return (await page.execute()) as StoredActivity[];
}
