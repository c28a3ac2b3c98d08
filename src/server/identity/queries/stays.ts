import { IDENTITY_KINDS } from '../../../contract/ways-in.ts';
import { shareState } from '../../../domain/share.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Stays } from '../../platform/mail/letters.ts';
import { NAMELESS } from '../authors.ts';
import { shownAddress } from '../no-address.ts';
import { findCaregivers } from './access.ts';

/**
 * What still opens an account, or lets other people see it, after its password was reset: somebody who knew the old
 * password may have added it. From reminders by ntfy, whoever
 * knows the topic learns of doses that are not logged.
 *
 * @param until only what existed at this time, such as the time of the reset. A helper counts from the invitation on.
 *   Nothing says when ntfy was set up
 */
export async function findStays(db: Database, userId: string, now: number, until = now) {
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject', 'email'])
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('provider')
    .execute();
  const caregivers = await findCaregivers(db, userId);
  const invitations = await db
    .selectFrom('invitations')
    .select(['invitation_id as invitationId', 'email'])
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('invitation_id')
    .execute();
  const shares = await db
    .selectFrom('links')
    .select(['link_id as shareId', 'label', 'expires_at as expiresAt'])
    .select(['ended_at as endedAt', 'wrong_passcodes as wrongPasscodes'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'share')
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('link_id')
    .execute();
  const ntfy = await db
    .selectFrom('reminders')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('ntfy', 'is not', null)
    .executeTakeFirst();
  return {
    identities,
    caregivers: caregivers.filter(({ invited_at }) => invited_at <= until),
    invitations,
    shares: shares.filter((each) => shareState(each, now) === 'live'),
    ntfy: ntfy !== undefined,
  };
}

export type StoredStays = Awaited<ReturnType<typeof findStays>>;

function isEmpty({ ntfy, ...lists }: StoredStays): boolean {
  return !ntfy && Object.values(lists).every(({ length }) => length === 0);
}

/** What the letter about a reset lists. */
export function staysInLetter(stays: StoredStays): Stays {
  const { identities, caregivers, invitations, shares, ntfy } = stays;
  return {
    providers: IDENTITY_KINDS.filter((key) => identities.some(({ provider }) => provider === key)),
    helpers: caregivers.map(({ helper }) => shownAddress(helper.email) || NAMELESS),
    invitations: invitations.length,
    links: shares.length,
    ntfy,
  };
}

/** Asks the person what may stay, or takes the question back if nothing stays. */
export async function askWhatStays(
  trx: Database,
  userId: string,
  stays: StoredStays | undefined,
  now: number,
): Promise<void> {
  const isAsked = stays !== undefined && !isEmpty(stays);
  await setAskedAt(trx, userId, isAsked ? now : null);
}

/** Ends the question: all of these may stay. */
export async function letAllStay(db: Database, userId: string): Promise<void> {
  await setAskedAt(db, userId, null);
}

async function setAskedAt(db: Database, userId: string, at: number | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ stays_asked_at: at })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * What is left of what existed when a reset asked what may stay.
 *
 * @returns undefined if nothing is asked, or nothing is left
 */
export async function findAskedStays(
  db: Database,
  userId: string,
  now: number,
): Promise<StoredStays | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select('stays_asked_at as askedAt')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const askedAt = account?.askedAt ?? null;
  if (askedAt === null) return undefined;
  const stays = await findStays(db, userId, now, askedAt);
  return isEmpty(stays) ? undefined : stays;
}
