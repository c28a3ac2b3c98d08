import { isLikeChanged } from '../../domain/authors.ts';
import { fullName } from '../../domain/person.ts';
import { dateOf, startOfDay } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { type Access, NAMELESS, ownAccess, SELF } from './authors.ts';
import { hasAddress } from './no-address.ts';
import { findGrant, findHelper, noteSeen } from './queries/access.ts';
import type { Session } from './queries/sessions.ts';

/** The server stores the time of a caregiver's last call at most once in this interval (ms). */
const SEEN_EVERY_MS = 600_000;

/**
 * Returns the access of a session to a person's data. Every call reads it from the database, so that an access that has
 * ended stops working at once.
 *
 * @returns undefined if the session does not have this right, or if the person does not exist
 */
export async function accessTo(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  session: Session,
  userId: string,
  right: 'read' | 'log',
): Promise<Access | undefined> {
  if (userId === session.userId) return ownAccess(session);
  const grant = await findGrant(db, userId, session.userId);
  if (!grant || (right === 'log' && grant.may !== 'log')) return undefined;
  const now = clock();
  if (now - (grant.lastSeenAt ?? 0) > SEEN_EVERY_MS) {
    const zone = (await findTimeZone(db, userId)) ?? 'UTC';
    const dayStart = startOfDay(dateOf(now, zone), zone);
    await ignoringFullDisk(() => noteSeen(db, userId, grant.caregiverId, { now, dayStart }));
  }
  return {
    userId,
    author: { id: grant.caregiverId, name: await nameOfHelper(db, session.userId) },
    readsNotes: grant.readsNotes,
    mayLog: grant.may === 'log',
    callerEmail: session.email,
  };
}

/** The name that a caregiver's entries show: never an email address, because readers of a link may see the entries. */
async function nameOfHelper(db: Context['db'], userId: string): Promise<string> {
  return nameOr(NAMELESS, await findHelper(db, userId));
}

/** A person's name and address as others see them. */
export function namedAs(person: {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}): { readonly name: string; readonly email: string } {
  return { name: nameOr(person.email, person), email: person.email };
}

/**
 * A person's name as others see it. Returns `otherwise` if the name is empty, or if readers of an entry would take the
 * name for a sign that the person entered or changed the entry: 'self', or a name that contains ', changed by'.
 */
export function nameOr(
  otherwise: string,
  person: { readonly firstName: string; readonly lastName: string } | undefined,
): string {
  const name = person ? fullName(person).trim() : '';
  const isMisleading = name.toLowerCase() === SELF.name || isLikeChanged(name);
  if (name !== '' && !isMisleading) return name;
  return hasAddress(otherwise) ? otherwise : NAMELESS;
}
