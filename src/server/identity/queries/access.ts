import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';

/** What a person allows a caregiver. */
export interface Grant {
  readonly caregiverId: string;
  readonly may: 'read' | 'log';
  readonly readsNotes: boolean;
  readonly lastSeenAt: number | null;
}

const selectGrant = prepared((db, { userId, helperId }: { userId: string; helperId: string }) =>
  db
    .selectFrom('caregivers')
    .select([
      'caregiver_id as caregiverId',
      'may',
      'reads_notes as readsNotes',
      'last_seen_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('helper_id', '=', helperId),
);

/** The grant of a person to another account. */
export async function findGrant(
  db: Database,
  userId: string,
  helperId: string,
): Promise<Grant | undefined> {
  const [row] = await selectGrant(db, { userId, helperId });
  return (
    row && { ...row, may: row.may === 'log' ? 'log' : 'read', readsNotes: row.readsNotes === 1 }
  );
}

/** Does not join the grant: in a cluster, two people's rows may be stored on different machines. */
const selectHelper = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('profiles')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('user_id', '=', userId),
);

/** The name of a caregiver; undefined without a profile. */
export async function findHelper(db: Database, userId: string) {
  const [row] = await selectHelper(db, { userId });
  return row;
}

export async function noteSeen(
  db: Database,
  userId: string,
  caregiverId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('caregivers')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', caregiverId)
    .execute();
}

/** The account of a caregiver, and whether they may read notes. */
export async function findReader(
  db: Database,
  userId: string,
  caregiverId: string,
): Promise<{ readonly userId: string; readonly readsNotes: boolean } | undefined> {
  const row = await db
    .selectFrom('caregivers')
    .select(['helper_id as helperId', 'reads_notes as readsNotes'])
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', caregiverId)
    .executeTakeFirst();
  return row && { userId: row.helperId, readsNotes: row.readsNotes === 1 };
}
