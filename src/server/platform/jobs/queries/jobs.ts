import type { Database } from '../../db/database.ts';
import type { JobKind } from '../jobs.ts';

export interface NewJob {
  readonly id: string;
  readonly kind: JobKind;
  /** The account whose deletion also deletes the job; null if there is none. */
  readonly userId: string | null;
  /**
   * A keyed hash by which other code finds the job: the hash of an email address, a person at a provider, or a device.
   */
  readonly targetHash: string;
  /** Unencrypted data: for a job that revokes tokens, their provider; for other jobs ''. */
  readonly detail: string;
  /** The encrypted payload. */
  readonly sealed: string;
  readonly dueAt: number;
  /** When the job is dropped if it has not succeeded. */
  readonly expiresAt: number;
}

/** A job under a lease, with the number of its earlier tries. */
export type TakenJob = Pick<NewJob, 'id' | 'detail' | 'sealed' | 'expiresAt'> & {
  readonly tries: number;
};

/** Adds a job. Call it in the transaction of the change that causes the job. */
export async function addJob(trx: Database, job: NewJob): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({
      id: job.id,
      kind: job.kind,
      user_id: job.userId,
      target_hash: job.targetHash,
      detail: job.detail,
      sealed: job.sealed,
      tries: 0,
      due_at: job.dueAt,
      expires_at: job.expiresAt,
    })
    .execute();
}

/**
 * Counts the letters that should have been sent by now.
 *
 * @param lateBefore of these, the ones that were due before this time are late (ms)
 */
export async function countLetters(
  db: Database,
  lateBefore: number,
): Promise<{ readonly waiting: number; readonly late: number }> {
  const { waiting, late } = await db
    .selectFrom('jobs')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('waiting'),
      fn
        .sum<number | null>(eb.case().when('due_at', '<', lateBefore).then(1).else(0).end())
        .as('late'),
    ])
    .where('kind', 'in', ['mail', 'mailToStrangers', 'mailWithReport'])
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), late: Number(late ?? 0) };
}

export async function dropJobs(trx: Database, kind: JobKind, targetHash: string): Promise<void> {
  await trx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('target_hash', '=', targetHash)
    .execute();
}

/**
 * Finds the next due item of a queue and takes a lease on it. If another process is faster, tries the next item.
 *
 * @param take takes the lease; resolves to false if another process was faster
 */
export async function takeNext<Due>(
  findNext: () => Promise<Due | undefined>,
  take: (due: Due) => Promise<boolean>,
): Promise<Due | undefined> {
  for (;;) {
    const due = await findNext();
    if (!due || (await take(due))) return due;
  }
}

/**
 * Takes a lease on the due job that expires first, because an emailed code is useful for minutes only, and a report for
 * days.
 *
 * @param wanted.held ids of jobs to skip, because this process is still running them: also those whose lease has ended
 */
export async function takeJob(
  db: Database,
  kind: JobKind,
  wanted: {
    readonly dueBy: number;
    readonly leaseEnd: number;
    readonly held: ReadonlySet<string>;
  },
): Promise<TakenJob | undefined> {
  const { dueBy, leaseEnd, held } = wanted;
  return await takeNext(
    () =>
      db
        .selectFrom('jobs')
        .select(['id', 'detail', 'sealed', 'tries', 'due_at as dueAt', 'expires_at as expiresAt'])
        .where('kind', '=', kind)
        .where('due_at', '<=', dueBy)
        .$if(held.size > 0, (query) => query.where('id', 'not in', [...held]))
        .orderBy('expires_at')
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    async ({ id, dueAt, tries }) =>
      (await db
        .updateTable('jobs')
        .set({ due_at: leaseEnd, tries: tries + 1 })
        .where('id', '=', id)
        // A process that takes the job changes `due_at`, so only one process succeeds.
        .where('due_at', '=', dueAt)
        .returning('id')
        .executeTakeFirst()) !== undefined,
  );
}

/**
 * Sets the time when a job is due. While a process runs the job, this is the end of its lease.
 *
 * @returns false if the lease ended and another process took the job, or if the job was deleted
 */
export async function moveDue(
  db: Database,
  id: string,
  due: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const moved = await db
    .updateTable('jobs')
    .set({ due_at: due.to })
    .where('id', '=', id)
    .where('due_at', '=', due.from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * Moves a leased job to the queue of another kind, as if it had not been tried.
 *
 * @returns false if the lease ended and another process took the job, or if the job was deleted
 */
export async function moveJob(
  db: Database,
  id: string,
  {
    from,
    to,
    tries,
    dueAt,
  }: {
    readonly from: number;
    readonly to: JobKind;
    readonly tries: number;
    readonly dueAt: number;
  },
): Promise<boolean> {
  const moved = await db
    .updateTable('jobs')
    .set({ kind: to, tries, due_at: dueAt })
    .where('id', '=', id)
    .where('due_at', '=', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

export async function removeJob(db: Database, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute();
}

export async function findNextDue(db: Database, kind: JobKind): Promise<number | undefined> {
  const next = await db
    .selectFrom('jobs')
    .select('due_at as dueAt')
    .where('kind', '=', kind)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.dueAt;
}
