import type { Profile, SessionUser } from '../../contract/entities.ts';
import { type BiologicalSex, fullName } from '../../domain/person.ts';
import { NEW_SLOTS, type Slot, type SymptomSlots } from '../../domain/slots.ts';
import { NO_SYMPTOM_ENTERED } from '../../domain/symptoms.ts';
import type { Database } from '../platform/db/database.ts';
import { findProfile, type Person } from './queries/profiles.ts';
import { findSlots } from './queries/symptoms.ts';

export interface Owner {
  readonly userId: string;
  readonly email: string;
}

/** Serializes a user's profile for the contract; undefined if the user has no profile yet. */
export async function profileAnswer(db: Database, owner: Owner): Promise<Profile | undefined> {
  // The symptoms are read after the revision: a change that is based on an older revision is refused.
  const stored = await findProfile(db, owner.userId);
  return stored && toProfile(owner, stored, await findSlots(db, owner.userId));
}

/** Serializes the signed-in user. Before the profile is saved, its fields are empty. */
export async function sessionUserAnswer(
  db: Database,
  session: Owner & { readonly isNewUser: boolean },
): Promise<SessionUser> {
  const profile = await profileAnswer(db, session);
  const { userId, ...fields } = profile ?? toProfile(session, NO_PROFILE, NEW_SLOTS);
  return {
    ...fields,
    id: userId,
    imageUrl: '',
    isNewUser: session.isNewUser,
    hasProfile: profile !== undefined,
  };
}

/** The empty profile of a person who has not entered anything yet. */
export const UNKNOWN_PERSON: Person = {
  firstName: '',
  lastName: '',
  birthday: '',
  biologicalSex: '',
  yearsWithParkinsons: null,
};

const NO_PROFILE = { person: UNKNOWN_PERSON, revision: 0 };

function toProfile(
  { userId, email }: Owner,
  { person, revision }: { readonly person: Person; readonly revision: number },
  { slots, past }: SymptomSlots,
): Profile {
  return {
    userId,
    email,
    name: fullName(person),
    ...person,
    biologicalSex: person.biologicalSex as BiologicalSex | '',
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
