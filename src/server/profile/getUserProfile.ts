import type { Profile } from '../../contract/entities.ts';
import { sharedFacts } from '../../contract/facts.ts';
import { visit } from '../../contract/kinds/visit.ts';
import { SCREEN_OPTIONS } from '../../domain/display.ts';
import { fullName } from '../../domain/person.ts';
import { comingPressureDays } from '../../domain/pressure.ts';
import { dateOf } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { entriesOf } from '../entries/queries/find.ts';
import { type Access, isPerson } from '../identity/authors.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { profileAnswer } from './serializer.ts';

export const getUserProfile = route('getUserProfile', async ({ context, access }) => {
  const profile = await profileFor(context, access);
  if (!profile) throw fail('userNotFound');
  return profile;
});

/** A person's profile as the caller may see it; undefined if the person has none. */
export async function profileFor(
  context: Pick<Context, 'db' | 'clock'>,
  { userId, author, callerEmail }: Access,
): Promise<Profile | undefined> {
  const owner = { userId, email: callerEmail };
  const profile = await profileAnswer(context.db, owner, context.clock());
  if (!profile || isPerson(author)) return profile;
  const visits = await entriesOf(visit).all(context.db, userId);
  const pressureDays = comingPressureDays(visits, dateOf(context.clock(), profile.timeZone));
  return { ...sharedProfile(profile), ...(pressureDays && { pressureDays }) };
}

/**
 * The profile as a caregiver sees it: the facts that are shared, and the symptoms. The code lists each field that is no
 * fact, so that no new one reaches a caregiver unless it is added here.
 */
function sharedProfile(profile: Profile): Profile {
  const { userId, yearsWithParkinsons, pastSymptoms, revision } = profile;
  const shared = sharedFacts(profile);
  // A helper presses the same buttons for the person, but does not learn how the person sees the screen.
  const buttons = (profile.display ?? []).filter((key) => !SCREEN_OPTIONS.includes(key));
  const { symptom1, symptom2, symptom3, symptom4, symptom5 } = profile;
  return {
    ...shared,
    ...{ userId, name: fullName(shared), pastSymptoms, revision },
    yearsWithParkinsons: shared.diagnosedYear === null ? null : yearsWithParkinsons,
    ...{ symptom1, symptom2, symptom3, symptom4, symptom5 },
    ...{ email: '', display: buttons.length > 0 ? buttons : null },
  };
}
