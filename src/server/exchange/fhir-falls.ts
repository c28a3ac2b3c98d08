import type { FallEntry } from '../../contract/kinds/fall.ts';
import {
  circumstancesOf,
  entry,
  following,
  observationCategory,
  plain,
  uuidOf,
} from './fhir-entry.ts';

/**
 * The falls in the FHIR R4 export: an Observation for each. It has no code of a terminology, because we have verified none
 * that says the same.
 */

const SYSTEM = 'urn:symptom-tracker:fall';

/** An entry of the bundle for each fall. */
export function fhirFalls(
  falls: readonly FallEntry[],
  { userId }: { readonly userId: string },
): string {
  return following(falls.map((fall) => observation(userId, fall)));
}

function observation(userId: string, fall: FallEntry): string {
  const { fallId, fellAt, timeZone, reached, hurt, notes, enteredAt, author, version } = fall;
  const when = { at: fellAt, timeZone, issuedAt: enteredAt };
  const circumstances = circumstancesOf(userId, { ...when, author });
  return entry({
    resourceType: 'Observation',
    id: uuidOf(userId, fallId),
    identifier: [{ system: SYSTEM, value: fallId }],
    status: version > 1 ? 'amended' : 'final',
    category: observationCategory('survey'),
    code: { text: reached === 'floor' ? 'Fall' : 'Near fall' },
    ...circumstances,
    ...(hurt !== null && { component: [{ code: { text: 'Hurt' }, valueBoolean: hurt }] }),
    ...(notes.trim() && { note: [{ time: circumstances.issued, text: plain(notes) }] }),
  });
}
