import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';
import { endingsOf } from './end-access.ts';
import { findAccountOf } from './queries/accounts.ts';
import { findDueSplits, joinAccounts, type Split } from './queries/splits.ts';

/** Joins the accounts whose time has come, because nobody has said that the address is not theirs (DECISIONS 44). */
export async function joinDueAccounts(context: Context): Promise<void> {
  for (const split of await findDueSplits(context.db, context.clock())) {
    await joinBoth(context, split, { keepsAccess: false });
  }
}

/** @returns false if the accounts were joined already, or are kept apart */
export async function joinBoth(
  context: Context,
  split: Split,
  { keepsAccess }: { readonly keepsAccess: boolean },
): Promise<boolean> {
  const { db, outbox, secrets, jobs, clock } = context;
  const owner = await findAccountOf(db, split.ownerId);
  if (!owner) return false;
  const { email } = owner;
  const join = {
    endings: keepsAccess ? undefined : await endingsOf(context, split.userId),
    emailHash: secrets.keyedHash(email),
    notice: outbox.enclose({ to: email, letter: { kind: 'accountsJoined' }, userId: split.userId }),
    jobs: jobsOf(context, split),
  };
  const isJoined = await joinAccounts(db, split, join, clock());
  if (isJoined) {
    for (const kind of ['joinEntries', 'mail', 'revoke'] as const) jobs.wake(kind);
  }
  return isJoined;
}

/** What a job to join entries has to do. */
export interface JoinedEntries {
  /** The account that goes on. */
  readonly userId: string;
  /** The account whose entries are added. */
  readonly ownerId: string;
  readonly isLast: boolean;
}

/** When the entries are added once more, and the account that had them is deleted (ms): after any save has ended. */
const ADDED_AGAIN_AFTER_MS = 120_000;
/** For how long the jobs are tried (ms). */
const TRIED_FOR_MS = 365 * DAY_MS;

function jobsOf({ secrets, clock }: Context, { userId, ownerId }: Split): NewJob[] {
  const now = clock();
  return [false, true].map((isLast) => {
    const entries: JoinedEntries = { userId, ownerId, isLast };
    return {
      id: randomUUID(),
      kind: 'joinEntries',
      userId: ownerId,
      targetHash: '',
      detail: '',
      sealed: secrets.seal(JSON.stringify(entries)),
      dueAt: isLast ? now + ADDED_AGAIN_AFTER_MS : now,
      expiresAt: now + TRIED_FOR_MS,
    };
  });
}
