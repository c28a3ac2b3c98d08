import type { Helped, Profile, SessionUser } from '../../contract/entities.ts';
import { unknownPerson } from '../../contract/facts.ts';
import { fullName, yearsSince } from '../../domain/person.ts';
import { NEW_SLOTS, type Slot, type SymptomSlots } from '../../domain/slots.ts';
import { NO_SYMPTOM_ENTERED } from '../../domain/symptoms.ts';
import { DAY_MS, dateOf, type Instant, isoOf } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { nameOr } from '../identity/access.ts';
import { hasAddress, shownAddress } from '../identity/no-address.ts';
import {
  findAcceptances,
  findHelped,
  findNames,
  type HelpedRow,
} from '../identity/queries/access.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import { findSplit, NEVER } from '../identity/queries/splits.ts';
import { findAskedStays } from '../identity/queries/stays.ts';
import type { Database } from '../platform/db/database.ts';
import { findProfile, type StoredProfile } from './queries/profiles.ts';
import { findSlots } from './queries/symptoms.ts';

export interface Owner {
  readonly userId: string;
  readonly email: string;
}

/** Serializes a user's profile for the contract; undefined if the user has no profile yet. */
export async function profileAnswer(
  db: Database,
  owner: Owner,
  now: Instant,
): Promise<Profile | undefined> {
  // Read the symptoms after the revision. If the symptoms change in between, the answer has the older revision, and a
  // change that is based on it is refused.
  const stored = await findProfile(db, owner.userId);
  return stored && toProfile(owner, stored, await findSlots(db, owner.userId), now);
}

/** How long after its creation an account is asked for a proof of its address (ms). */
const ASKED_FOR_MS = 7 * DAY_MS;

/** Whether to ask for a proof of the account's address, and the account with which it waits to be joined. */
async function addressAnswer(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
  now: Instant,
): Promise<Pick<SessionUser, 'asksAddress' | 'split'>> {
  const account = await findAccountOf(db, userId);
  const split = await findSplit(db, userId);
  if (!account) return { asksAddress: false };
  const isApart = split?.joinsAt === NEVER;
  const holds = split?.ownerId === userId ? 'address' : 'entries';
  const isDue = now < account.createdAt + ASKED_FOR_MS || !hasAddress(account.email);
  const isAsked = config.smtpUrl !== undefined && !account.emailProven && isDue;
  if (!split) return { asksAddress: isAsked };
  return {
    asksAddress: isApart && isAsked,
    split: {
      holds,
      email: split.email,
      since: isoOf(split.splitAt),
      joinsAt: isApart ? null : isoOf(split.joinsAt),
    },
  };
}

/** Serializes the signed-in user. Before the profile is saved, its fields are empty. */
export async function sessionUserAnswer(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  session: Owner & { readonly isNewUser: boolean },
): Promise<SessionUser> {
  const now = clock();
  const profile = await profileAnswer(db, session, now);
  const unsaved = { person: unknownPerson(config.timeZone), display: null, revision: 0 };
  const { userId, ...fields } = profile ?? toProfile(session, unsaved, NEW_SLOTS, now);
  return {
    ...fields,
    id: userId,
    imageUrl: '',
    isNewUser: session.isNewUser,
    hasProfile: profile !== undefined,
    helps: (await findHelped(db, session.userId)).map(helpedAnswer),
    ...(await addressAnswer({ db, config }, session.userId, now)),
    ...(await acceptancesAnswer(db, session.userId, now)),
    ...((await findAskedStays(db, session.userId, now)) && { asksWhatStays: true as const }),
  };
}

/** Serializes who waits for the user's yes, and whose yes the user waits for. */
async function acceptancesAnswer(
  db: Database,
  userId: string,
  now: Instant,
): Promise<Pick<SessionUser, 'accepted' | 'waitsFor'>> {
  const all = await findAcceptances(db, userId, now);
  const sides = all.flatMap((each) => [each.userId, each.helperId]);
  const names = await findNames(db, sides);
  const known = all.flatMap(({ userId: personId, helperId, readsNotes: notes, ...each }) => {
    const isOwn = personId === userId;
    const other = names.get(isOwn ? helperId : personId);
    if (!other) return [];
    return [
      { ...each, notes, isOwn, email: shownAddress(other.email), name: nameOr(other.email, other) },
    ];
  });
  return {
    accepted: known.filter(({ isOwn }) => isOwn),
    waitsFor: known.filter(({ isOwn }) => !isOwn),
  };
}

/** Serializes a person whom the user helps. */
export function helpedAnswer(row: HelpedRow): Helped {
  const { userId, caregiverId, firstName, may, readsNotes, since } = row;
  const name = nameOr(row.email, row);
  return { userId, caregiverId, name, firstName, may, notes: readsNotes, since: isoOf(since) };
}

function toProfile(
  { userId, email }: Owner,
  { person, display, revision }: StoredProfile,
  { slots, past }: SymptomSlots,
  now: Instant,
): Profile {
  return {
    userId,
    email: shownAddress(email),
    name: fullName(person),
    ...person,
    yearsWithParkinsons: yearsSince(person.diagnosedYear, dateOf(now, person.timeZone)),
    display,
    symptom1: slotValue(slots[0]),
    symptom2: slotValue(slots[1]),
    symptom3: slotValue(slots[2]),
    symptom4: slotValue(slots[3]),
    symptom5: slotValue(slots[4]),
    pastSymptoms: [...past],
    revision,
  };
}

function slotValue(slot: Slot): string {
  return slot === null ? '' : slot || NO_SYMPTOM_ENTERED;
}
