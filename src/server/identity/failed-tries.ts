import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { addJob } from '../platform/jobs/queries/jobs.ts';
import type { Handler } from '../platform/jobs/table.ts';
import { findAccount } from './queries/accounts.ts';
import { noteActivity } from './queries/activity.ts';

/** A wrong password or code of an address, which may have no account. */
interface FailedTry {
  readonly email: string;
  readonly at: number;
}

const USEFUL_MS = 3_600_000;
/** The exclusive maximum of the random delay, as for a letter: the next answer does not reveal an account either. */
const HEAD_START_MS = 1000;

/**
 * Adds a wrong password or code to the account's activity. A job looks up whether the address has an account, so that
 * the time of the answer does not reveal it.
 */
export async function noteFailedTry(
  { db, secrets, jobs, clock }: Pick<Context, 'db' | 'secrets' | 'jobs' | 'clock'>,
  email: string,
): Promise<void> {
  const at = clock();
  await addJob(db, {
    id: randomUUID(),
    kind: 'noteFailedTry',
    userId: null,
    targetHash: secrets.keyedHash(email),
    detail: '',
    sealed: secrets.seal(JSON.stringify({ email, at } satisfies FailedTry)),
    dueAt: at,
    expiresAt: at + USEFUL_MS,
  });
  jobs.wake('noteFailedTry');
}

/**
 * Handles the jobs of `noteFailedTry`. If a process dies between the two writes of a job, the try counts twice, which
 * shows the owner one try too many.
 */
export function failedTryHandler({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Handler {
  return {
    kind: 'noteFailedTry',
    concurrency: 1,
    headStartMs: HEAD_START_MS,
    async handle({ sealed }) {
      const { email, at } = JSON.parse(secrets.open(sealed)) as FailedTry;
      const account = await findAccount(db, email);
      if (account) await noteActivity(db, account.userId, at, 'signInFailed');
    },
    failed: 'A wrong password could not be added to the activity yet',
    faultOf: (error) => ({ type: error instanceof Error ? error.name : undefined }),
    unreadable: 'The wrong passwords could not be read',
  };
}
