import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { countAttemptIn, type LimitedKey } from './attempts.ts';

/** Queues a letter about wrong passwords, unless its limit is reached. @returns whether it is queued */
export async function addWarning(
  db: Database,
  { key, limit, mail }: LimitedKey & { readonly mail: NewJob },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await countAttemptIn(trx, key, limit, now))) return false;
    await addJob(trx, mail);
    return true;
  });
}
