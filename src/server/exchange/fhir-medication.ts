import type { DoseEntry } from '../../contract/kinds/dose.ts';
import type { MedicationEntry } from '../../contract/kinds/medication.ts';
import { amountText, byMedication, medicationLabel } from '../../domain/regimen.ts';
import { compareText } from '../../domain/sorted.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  type Instant,
  isoIn,
  isoOf,
} from '../../domain/zone.ts';
import { authorOf, authorsOf, entry, following, plain, subjectOf, uuidOf } from './fhir-entry.ts';

/**
 * The medication in the FHIR R4 export: a MedicationStatement for each version of a medication, and a
 * MedicationAdministration for each dose.
 */

/** Our own code systems. */
const SYSTEMS = {
  medication: 'urn:symptom-tracker:medication',
  dose: 'urn:symptom-tracker:dose',
} as const;

const SPECIFIED_BY_PATIENT = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/medication-statement-category',
      code: 'patientspecified',
      display: 'Patient Specified',
    },
  ],
};

interface Owner {
  readonly userId: string;
}

interface Today extends Owner {
  readonly person: { readonly timeZone: string };
  readonly now: Instant;
}

/** An entry of the bundle for each version, from all versions that are not deleted. */
export function fhirStatements(medications: readonly MedicationEntry[], owner: Today): string {
  return following(
    [...byMedication(medications).values()].flatMap((versions) => {
      const inOrder = versions.toSorted((one, other) => compareText(one.from, other.from));
      return inOrder.map((version, index) => statement(version, inOrder[index + 1]?.from, owner));
    }),
  );
}

/** An entry of the bundle for each dose. */
export function fhirAdministrations(doses: readonly DoseEntry[], owner: Owner): string {
  return following(doses.map((dose) => administration(dose, owner)));
}

function statement(
  medication: MedicationEntry,
  replacedFrom: CalendarDate | undefined,
  { userId, person, now }: Today,
): string {
  const { medicationId, from, form, author } = medication;
  const subject = subjectOf(userId);
  const end = lastDay(medication, replacedFrom);
  const dosage = dosagesOf(medication);
  const label = medicationLabel(medication);
  return entry({
    resourceType: 'MedicationStatement',
    id: uuidOf(userId, medicationId, from),
    identifier: [{ system: SYSTEMS.medication, value: medicationId }],
    status: statusOf(from, end, dateOf(now, person.timeZone)),
    category: SPECIFIED_BY_PATIENT,
    medicationCodeableConcept: { text: plain(form ? `${label}, ${form}` : label) },
    subject,
    effectivePeriod: { start: from, ...(end !== null && { end }) },
    dateAsserted: isoOf(medication.enteredAt),
    informationSource: authorOf(userId, author),
    ...(dosage.length > 0 && { dosage }),
  });
}

/**
 * The last day of a version: its own last day or the day before the next version starts, whichever is earlier; null if
 * it has neither.
 */
function lastDay(
  { until }: MedicationEntry,
  replacedFrom: CalendarDate | undefined,
): CalendarDate | null {
  const replaced = replacedFrom === undefined ? null : addDays(replacedFrom, -1);
  if (until === null || replaced === null) return until ?? replaced;
  return until < replaced ? until : replaced;
}

function statusOf(from: CalendarDate, end: CalendarDate | null, today: CalendarDate): string {
  if (from > today) return 'intended';
  return end !== null && end < today ? 'completed' : 'active';
}

/** A dosage for each planned amount with its times, and a further dosage if the medication is taken as needed. */
function dosagesOf({ times, asNeeded, form }: MedicationEntry): object[] {
  const sorted = times.toSorted((one, other) => (one.time < other.time ? -1 : 1));
  const planned = [...Map.groupBy(sorted, ({ amount }) => amount)].map(([amount, ofAmount]) => ({
    text: plain(`${amountText(amount)} at ${ofAmount.map(({ time }) => time).join(', ')}`),
    timing: { repeat: { timeOfDay: ofAmount.map(({ time }) => `${time}:00`) } },
    asNeededBoolean: false,
    doseAndRate: [{ doseQuantity: { value: amount, ...(form && { unit: plain(form) }) } }],
  }));
  return asNeeded ? [...planned, { text: 'As needed', asNeededBoolean: true }] : planned;
}

function administration(dose: DoseEntry, { userId }: Owner): string {
  const subject = subjectOf(userId);
  const isTaken = dose.status === 'taken';
  return entry({
    resourceType: 'MedicationAdministration',
    id: uuidOf(userId, dose.doseId),
    identifier: [{ system: SYSTEMS.dose, value: dose.doseId }],
    status: isTaken ? 'completed' : 'not-done',
    ...(!isTaken && { statusReason: [{ text: 'Skipped' }] }),
    medicationCodeableConcept: { text: plain(medicationLabel(dose)) },
    subject,
    // Written with the UTC offset of the dose's zone, so that it shows the person's own day and time of day.
    effectiveDateTime: isoIn(dose.takenAt, dose.timeZone),
    performer: authorsOf(userId, dose.author).map((actor) => ({ actor })),
    ...(isTaken && { dosage: { text: dosageText(dose), dose: quantityOf(dose) } }),
  });
}

function dosageText(dose: DoseEntry): string {
  return plain(`${amountText(dose.amount)} of ${medicationLabel(dose)}`);
}

/** The amount of the drug; without a strength, the number of tablets or other units. */
function quantityOf({ amount, strength, unit }: DoseEntry): object {
  if (strength === null) return { value: amount };
  const value = Number((amount * strength).toPrecision(SIGNIFICANT_DIGITS));
  const coded = unit === 'mg' && { system: 'http://unitsofmeasure.org', code: 'mg' };
  return { value, ...(unit && { unit: plain(unit) }), ...coded };
}

/**
 * Enough digits for every product of amount and strength, and few enough that 0.1 * 3 gives 0.3 despite binary
 * rounding.
 */
const SIGNIFICANT_DIGITS = 12;
