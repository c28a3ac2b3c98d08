import type { PressureEntry } from '../../contract/kinds/blood-pressure.ts';
import type { Position } from '../../domain/pressure.ts';
import { circumstancesOf, entry, following, observationCategory, uuidOf } from './fhir-entry.ts';

/**
 * The readings of blood pressure in the FHIR R4 export: an Observation for each. The codes of the panel and its two
 * components are those of FHIR's profile for blood pressure (https://hl7.org/fhir/R4/bp.html), that of the pulse is from
 * its list of vital signs (https://hl7.org/fhir/R4/observation-vitalsigns.html). The position is in FHIR's own extension
 * for it (https://hl7.org/fhir/R4/extension-observation-bodyposition.html), as text.
 */

const SYSTEM = 'urn:symptom-tracker:blood-pressure';
const BODY_POSITION = 'http://hl7.org/fhir/StructureDefinition/observation-bodyPosition';
const LOINC = 'http://loinc.org';

const POSITION_TEXTS: Readonly<Record<Position, string>> = {
  lying: 'Lying',
  standing1: 'Standing for 1 minute',
  standing3: 'Standing for 3 minutes',
};

/** An entry of the bundle for each reading. */
export function fhirPressure(
  readings: readonly PressureEntry[],
  { userId }: { readonly userId: string },
): string {
  return following(readings.map((reading) => observation(userId, reading)));
}

function observation(userId: string, reading: PressureEntry): string {
  const { readingId, measuredAt, timeZone, position, enteredAt, author, version } = reading;
  const { systolic, diastolic, pulse } = reading;
  return entry({
    resourceType: 'Observation',
    id: uuidOf(userId, readingId),
    meta: { profile: ['http://hl7.org/fhir/StructureDefinition/bp'] },
    extension: [{ url: BODY_POSITION, valueCodeableConcept: { text: POSITION_TEXTS[position] } }],
    identifier: [{ system: SYSTEM, value: readingId }],
    status: version > 1 ? 'amended' : 'final',
    category: observationCategory('vital-signs'),
    code: coded('85354-9', 'Blood pressure panel with all children optional'),
    ...circumstancesOf(userId, { at: measuredAt, timeZone, issuedAt: enteredAt, author }),
    component: [
      {
        code: coded('8480-6', 'Systolic blood pressure'),
        valueQuantity: quantity(systolic, 'mmHg', 'mm[Hg]'),
      },
      {
        code: coded('8462-4', 'Diastolic blood pressure'),
        valueQuantity: quantity(diastolic, 'mmHg', 'mm[Hg]'),
      },
      ...(pulse === null
        ? []
        : [
            {
              code: coded('8867-4', 'Heart rate'),
              valueQuantity: quantity(pulse, 'beats/minute', '/min'),
            },
          ]),
    ],
  });
}

function coded(code: string, display: string) {
  return { coding: [{ system: LOINC, code, display }], text: display };
}

/** @param code the unit in UCUM */
function quantity(value: number, unit: string, code: string) {
  return { value, unit, system: 'http://unitsofmeasure.org', code };
}
