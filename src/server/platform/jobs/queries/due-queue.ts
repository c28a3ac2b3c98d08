import type { Database } from '../../db/database.ts';

/** What mails and revocations have in common: rows that wait for their time, and are tried until they are done. */

type Queue = 'mails' | 'revocations';

interface Waiting {
  readonly id: string;
  /** How many tries were made. */
  readonly tries: number;
  readonly dueAt: number;
}

/**
 * Takes what is to be done next, for this process alone.
 *
 * @param lostAt when the try counts as lost, so that another may be made
 * @param findNext reads it
 * @returns it, as it was before this try; undefined where nothing is due
 */
export async function takeNext<Due extends Waiting>(
  db: Database,
  queue: Queue,
  lostAt: number,
  findNext: () => Promise<Due | undefined>,
): Promise<Due | undefined> {
  for (;;) {
    const due = await findNext();
    if (!due) return undefined;
    // Another process may have taken it in between; then its time is no longer the one that was read.
    const taken = await db
      .updateTable(queue)
      .set({ due_at: lostAt, tries: due.tries + 1 })
      .where('id', '=', due.id)
      .where('due_at', '=', due.dueAt)
      .returning('id')
      .executeTakeFirst();
    if (taken) return due;
  }
}

/**
 * Goes on with a try.
 *
 * @param lostAt when it counted as lost until now, and when it does from now on
 * @returns false where it was lost meanwhile, and is another's
 */
export async function keepTaken(
  db: Database,
  queue: Queue,
  id: string,
  lostAt: { readonly before: number; readonly now: number },
): Promise<boolean> {
  const kept = await db
    .updateTable(queue)
    .set({ due_at: lostAt.now })
    .where('id', '=', id)
    .where('due_at', '=', lostAt.before)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

export async function postpone(
  db: Database,
  queue: Queue,
  id: string,
  dueAt: number,
): Promise<void> {
  await db.updateTable(queue).set({ due_at: dueAt }).where('id', '=', id).execute();
}

/** It is done, or of no use to anyone any more. */
export async function takeOut(db: Database, queue: Queue, id: string): Promise<void> {
  await db.deleteFrom(queue).where('id', '=', id).execute();
}

/** When the next one is due; undefined where none waits. */
export async function findNextDue(db: Database, queue: Queue): Promise<number | undefined> {
  const next = await db
    .selectFrom(queue)
    .select('due_at as dueAt')
    .orderBy('due_at')
    .executeTakeFirst();
  return next?.dueAt;
}
