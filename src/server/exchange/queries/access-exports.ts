import type { AccessInFile, ActivityInFile } from '../../../contract/access-file.ts';
import { isoOf } from '../../../domain/zone.ts';
import { nameOr } from '../../identity/access.ts';
import { activityAnswer } from '../../identity/activity-answer.ts';
import { shownAddress } from '../../identity/no-address.ts';
import { findCaregivers } from '../../identity/queries/access.ts';
import { findAccountOf } from '../../identity/queries/accounts.ts';
import { findActivity } from '../../identity/queries/activity.ts';
import { findIdentitiesOf } from '../../identity/queries/identities.ts';
import type { Database } from '../../platform/db/database.ts';

/** Who can see or open an account, without secrets. */
export async function findAccess(db: Database, userId: string): Promise<AccessInFile> {
  const account = await findAccountOf(db, userId);
  const identities = await findIdentitiesOf(db, userId);
  const caregivers = await findCaregivers(db, userId);
  const invitations = await db
    .selectFrom('invitations')
    .select(['email', 'may', 'reads_notes', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const links = await db
    .selectFrom('links')
    .select(['link_id', 'label', 'created_at', 'expires_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'share')
    .orderBy('created_at')
    .execute();
  const openings = await db
    .selectFrom('link_openings')
    .select(['link_id', 'opened_at'])
    .where('user_id', '=', userId)
    .orderBy('opened_at')
    .execute();
  const consents = await db
    .selectFrom('consents')
    .select(['at', 'url'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return {
    waysIn: [
      ...(account?.passwordHash ? [{ kind: 'password', email: '', since: null }] : []),
      ...identities.map(({ provider, email, createdAt }) => ({
        ...{ kind: provider, email, since: isoOf(createdAt) },
      })),
    ],
    helpers: caregivers.map(({ helper, since, last_seen_at: seenAt, ...row }) => ({
      ...{
        name: nameOr(helper.email, helper),
        email: shownAddress(helper.email),
        ...allowedOf(row),
      },
      since: isoOf(since),
      lastSeenAt: seenAt === null ? null : isoOf(seenAt),
    })),
    invitations: invitations.map((row) => ({
      ...{ email: row.email, ...allowedOf(row) },
      createdAt: isoOf(row.created_at),
      expiresAt: isoOf(row.expires_at),
    })),
    links: links.map((row) => ({
      label: row.label,
      createdAt: isoOf(row.created_at),
      expiresAt: isoOf(row.expires_at),
      endedAt: row.ended_at === null ? null : isoOf(row.ended_at),
      openings: openings
        .filter((each) => each.link_id === row.link_id)
        .map((each) => isoOf(each.opened_at)),
    })),
    consents: consents.map(({ at, url }) => ({ at: isoOf(at), url })),
  };
}

function allowedOf(row: { readonly may: string; readonly reads_notes: number }) {
  return {
    may: row.may === 'log' ? ('log' as const) : ('read' as const),
    notes: row.reads_notes === 1,
  };
}

/** The number of rows of activity. */
export async function countActivity(db: Database, userId: string): Promise<number> {
  const { rows } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/** The activity of an account in batches, latest first. */
export async function* findWholeActivity(
  db: Database,
  userId: string,
  limit: number,
): AsyncGenerator<ActivityInFile[]> {
  let before: string | undefined;
  for (;;) {
    const rows = await findActivity(db, userId, { before, limit });
    const answers = await activityAnswer(db, userId, rows);
    yield answers.map(({ id: _, ...rest }) => rest);
    if (rows.length < limit) return;
    before = rows.at(-1)?.id;
  }
}
