import type { Rating } from '../../domain/rating.ts';
import { MAX_SEVERITY, MIN_SEVERITY } from '../../domain/symptoms.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import {
  bundleStart,
  circumstancesOf,
  entry,
  following,
  observationCategory,
  plain,
  uuidOf,
} from './fhir-entry.ts';
import { type Owner, patientOf } from './fhir-patient.ts';
import type { AccountOverview, WholeForm } from './queries/exports.ts';

/**
 * The FHIR R4 export (hl7.org/fhir/R4): a bundle with a patient, and an observation for each rating. `fhir-medication`
 * writes the medications and doses.
 */

/** Our own code systems, for concepts that no terminology has. */
const SYSTEMS = {
  symptom: 'urn:symptom-tracker:symptom',
  form: 'urn:symptom-tracker:form',
  formNumber: 'urn:symptom-tracker:form-number',
} as const;

const SCALE =
  `Personal ${MIN_SEVERITY}-${MAX_SEVERITY} severity scale (${MAX_SEVERITY} is the most severe), ` +
  'rated by the person; not MDS-UPDRS';

export function fhirHead(
  { person }: AccountOverview,
  { now, ...owner }: Owner & { readonly now: Instant },
): string {
  return `${bundleStart(isoOf(now))}${entry(patientOf(person, owner))}`;
}

/** An entry of the bundle for each rating. */
export function fhirObservations(forms: readonly WholeForm[], { userId }: Owner): string {
  return following(
    forms.flatMap((form) => form.ratings.map((rating) => observation(userId, form, rating))),
  );
}

function observation(userId: string, form: WholeForm, rating: Rating): string {
  const name = plain(rating.name);
  const { issuedAt, isAmended } = historyOf(form, rating);
  const { loggedAt: at, timeZone, author } = form;
  const circumstances = circumstancesOf(userId, { at, timeZone, issuedAt, author });
  return entry({
    resourceType: 'Observation',
    id: uuidOf(userId, form.id, String(rating.slot)),
    identifier: [
      { system: SYSTEMS.form, value: form.id },
      { system: SYSTEMS.formNumber, value: String(form.formNumber) },
    ],
    status: isAmended ? 'amended' : 'final',
    category: observationCategory('survey'),
    code: {
      // FHIR codes must not contain leading, trailing or repeated spaces, so the name is percent-encoded.
      coding: [{ system: SYSTEMS.symptom, code: encodeURIComponent(rating.name), display: name }],
      text: name,
    },
    ...circumstances,
    valueInteger: rating.severity,
    method: { text: SCALE },
    ...(rating.notes.trim() && {
      note: [{ time: circumstances.issued, text: plain(rating.notes) }],
    }),
  });
}

/**
 * When a rating was entered or last changed, and whether an edit changed it. If an edit first rated the symptom, that
 * edit entered the rating. An edited form from a CSV file has no former versions, so its time of entry is used.
 */
function historyOf(
  { version, enteredAt, formerVersions }: WholeForm,
  { slot, severity, notes }: Rating,
): { issuedAt: Instant; isAmended: boolean } {
  const former = formerVersions.map(({ replacedAt, ratings }) => {
    const rating = ratings.find((each) => each.slot === slot);
    const isOther = rating && (rating.severity !== severity || rating.notes !== notes);
    return { replacedAt, isMissing: !rating, isOther };
  });
  const last = former.findLast(({ isMissing, isOther }) => isMissing || isOther);
  return {
    issuedAt: last?.replacedAt ?? enteredAt,
    isAmended: former.length === 0 ? version > 1 : former.some(({ isOther }) => isOther),
  };
}
