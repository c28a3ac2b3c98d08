import type { FallEntry } from '../../contract/kinds/fall.ts';
import { isoIn, isoOf } from '../../domain/zone.ts';
import { authorsOf, entry, plain, subjectOf, uuidOf } from './fhir-entry.ts';

/**
 * The falls in the FHIR R4 export: an Observation for each. It has no code of a terminology, because we have verified none
 * that says the same.
 */

const SYSTEM = 'urn:symptom-tracker:fall';

/**
 * An entry of the bundle for each fall. Each entry starts with the comma and the line break that follow the previous
 * entry.
 */
export function fhirFalls(
  falls: readonly FallEntry[],
  { userId }: { readonly userId: string },
): string {
  return falls.map((fall) => `,\n${observation(userId, fall)}`).join('');
}

function observation(userId: string, fall: FallEntry): string {
  const { fallId, fellAt, timeZone, reached, hurt, notes, enteredAt, author, version } = fall;
  const issued = isoOf(enteredAt);
  return entry({
    resourceType: 'Observation',
    id: uuidOf(userId, fallId),
    identifier: [{ system: SYSTEM, value: fallId }],
    status: version > 1 ? 'amended' : 'final',
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
            code: 'survey',
            display: 'Survey',
          },
        ],
      },
    ],
    code: { text: reached === 'floor' ? 'Fall' : 'Near fall' },
    subject: subjectOf(userId),
    // Written with the UTC offset of the fall's zone, so that it shows the person's own day and time of day.
    effectiveDateTime: isoIn(fellAt, timeZone),
    issued,
    performer: authorsOf(userId, author),
    ...(hurt !== null && { component: [{ code: { text: 'Hurt' }, valueBoolean: hurt }] }),
    ...(notes.trim() && { note: [{ time: issued, text: plain(notes) }] }),
  });
}
