import { randomUUIDv7 } from 'node:crypto';
import type { ActivityKind } from '../../../contract/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { addMail, type StoredMail } from '../../platform/jobs/queries/mails.ts';
import { lockAccount } from './locked-accounts.ts';

export interface StoredActivity {
  readonly id: string;
  readonly at: number;
  readonly kind: ActivityKind;
  readonly detail: string;
}

/**
 * Notes what was done in an account, in the transaction of what it tells of. Whoever calls it holds a row of
 * the account's, so that nothing is noted of an account that is gone.
 *
 * @param detail never a word that a person has entered
 */
export async function addActivity(
  trx: Database,
  userId: string,
  at: number,
  kind: ActivityKind,
  detail: string | number = '',
): Promise<void> {
  await trx
    .insertInto('activity')
    .values({ user_id: userId, at, id: nextId(), kind, detail: String(detail) })
    .execute();
}

let lastId = '';

/** Ids sort as they were made here: entries of one millisecond are told in the order of what they tell of. */
function nextId(): string {
  const id = randomUUIDv7();
  lastId = id > lastId ? id : successorOf(lastId);
  return lastId;
}

/** The UUID that is one more. */
function successorOf(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Notes what changes nothing, before it is done; false where the account is gone. */
export async function noteActivity(
  db: Database,
  userId: string,
  at: number,
  kind: ActivityKind,
  detail = '',
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    await addActivity(trx, userId, at, kind, detail);
    return true;
  });
}

/** Queues the letter that a report goes with. */
export async function addReportMail(
  db: Database,
  userId: string,
  mail: StoredMail,
  at: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return;
    await addMail(trx, mail);
    await addActivity(trx, userId, at, 'reportMailed');
  });
}

/**
 * What was done in an account, the latest first.
 *
 * @param wanted.before the id of an entry, to get those that came before it
 */
export async function findActivity(
  db: Database,
  userId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<StoredActivity[]> {
  let page = db
    .selectFrom('activity')
    .select(['id', 'at', 'kind', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
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
