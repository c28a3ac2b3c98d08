import type { Medication } from '../../contract/entities.ts';
import { KNOWN_DRUGS, type KnownDrug } from '../../domain/known-drugs.ts';
import {
  amountText,
  countedForm,
  MAX_STRENGTH,
  type PlannedTime,
  parseAmount,
  type RegimenVersion,
} from '../../domain/regimen.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import type { MedicationValues } from './queries.ts';

/** A planned time as it was typed. */
export interface TimeDraft {
  /** Unique in the form. */
  readonly id: number;
  readonly time: string;
  readonly amount: string;
}

/** A medication as it was typed. */
export interface MedicationDraft {
  readonly name: string;
  readonly strength: string;
  readonly unit: string;
  readonly form: string;
  /** Ignored if the name is that of a known drug. */
  readonly isLevodopa: boolean;
  readonly times: readonly TimeDraft[];
  readonly asNeeded: boolean;
  readonly from: string;
  /** '' if there is no last day. */
  readonly until: string;
}

export function newDraft(today: CalendarDate): MedicationDraft {
  return {
    name: '',
    strength: '',
    unit: 'mg',
    form: '',
    isLevodopa: false,
    times: [{ id: 0, time: '', amount: '' }],
    asNeeded: false,
    from: today,
    until: '',
  };
}

/** @param from the first day to show in the field */
export function draftOf(version: Medication, from: CalendarDate): MedicationDraft {
  const { name, strength, unit, form, isLevodopa, asNeeded, until } = version;
  const times = version.times.map(({ time, amount }, id) => {
    return { id, time, amount: amountText(amount) };
  });
  return {
    name,
    strength: strength === null ? '' : String(strength),
    unit,
    form,
    isLevodopa,
    times: times.length > 0 ? times : newDraft(from).times,
    asNeeded,
    from,
    until: until ?? '',
  };
}

/** The known properties of a drug name, combined over all products with that name. */
export type NamedDrug = Pick<KnownDrug, 'isLevodopa' | 'unit' | 'strengths' | 'forms'>;

/** A name without the numbers on the box: 'Sinemet' for 'Sinemet 25/100'. */
export function withoutNumbers(name: string): string {
  return name.replace(/\s\d.*$/, '');
}

/** Looks up a drug, ignoring numbers after its name. @returns undefined for an unknown name */
export function drugNamed(name: string): NamedDrug | undefined {
  const wanted = withoutNumbers(name).trim().toLowerCase();
  const drugs = KNOWN_DRUGS.filter((drug) =>
    [drug.name, ...drug.otherNames].some((each) => each.toLowerCase() === wanted),
  );
  const [first] = drugs;
  if (!first) return undefined;
  const strengths = new Set(drugs.flatMap((drug) => drug.strengths));
  return {
    ...first,
    strengths: [...strengths].sort((one, other) => one - other),
    forms: [...new Set(drugs.flatMap((drug) => drug.forms))],
  };
}

export function containsLevodopa({ name, isLevodopa }: MedicationDraft): boolean {
  return drugNamed(name)?.isLevodopa ?? isLevodopa;
}

/** '1,000' is rejected, because it could be 1 or 1000. */
const STRENGTH = /^(?:\d+(?:\.\d+)?|0,\d+|\d+,\d{1,2})$/;

/** @returns null for an empty text; undefined if the text is not a valid strength */
export function parseStrength(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!STRENGTH.test(typed)) return undefined;
  const strength = Number(typed.replace(',', '.'));
  return strength > 0 && strength <= MAX_STRENGTH ? strength : undefined;
}

export function isBegun({ time, amount }: TimeDraft): boolean {
  return time !== '' || amount !== '';
}

/** Whether a row must be filled in. A single empty row may stay empty if 'As needed' is checked. */
export function isRequired({ times, asNeeded }: MedicationDraft, row: TimeDraft): boolean {
  return isBegun(row) || times.length > 1 || !asNeeded;
}

export function strengthProblem(draft: MedicationDraft): string {
  if (parseStrength(draft.strength) !== undefined) return '';
  return containsLevodopa(draft)
    ? 'Enter one number: the levodopa alone, such as 100.'
    : 'Strength: enter one number, such as 25 or 0.5.';
}

/**
 * The sentence about a wrong amount. It names the field, because the list of faults shows only the sentence.
 *
 * @param number the number of the row, from 1
 */
export function amountProblem(row: TimeDraft, number: number): string {
  if (row.amount === '' || parseAmount(row.amount) !== undefined) return '';
  return `Time ${number}: enter how many, such as 1, ½, 1½ or 0.5.`;
}

/** What the amounts count: 'How many tablets', or without a type that can be counted 'How many of 50 mg'. */
export function amountLabel({ name, form, strength, unit }: MedicationDraft): string {
  const counted = countedForm(form);
  const of = parseStrength(strength);
  if (!counted && of) return `How many of ${of} ${unit.trim()}`.trimEnd();
  const forms = form === '' ? (drugNamed(name)?.forms ?? ['tablet', 'capsule']) : [form];
  const [one = 'doses', ...others] = new Set(forms.map((each) => countedForm(each) ?? 'doses'));
  if (others.length === 0) return `How many ${one}`;
  const arePills = [one, ...others].every((each) => each === 'tablets' || each === 'capsules');
  return arePills ? 'How many pills' : 'How many doses';
}

/**
 * What a medication's planned times add up to: 'That is 3 a day, 1.5 mg.', so that an amount typed in milligrams is
 * noticed. '' without times, or if there may be more as needed.
 */
export function dayTotal({ times, asNeeded, strength, unit }: RegimenVersion): string {
  if (times.length === 0 || asNeeded) return '';
  const total = times.reduce((sum, { amount }) => sum + amount, 0);
  const text = `That is ${amountText(rounded(total))} a day`;
  // A unit such as 'mg/mL' does not add up.
  if (strength === null || unit.includes('/')) return `${text}.`;
  return `${text}, ${[rounded(total * strength), unit].join(' ').trimEnd()}.`;
}

function rounded(sum: number): number {
  return Number(sum.toFixed(4));
}

export function timeProblem({ times }: MedicationDraft, row: TimeDraft): string {
  const first = times.find(({ time }) => time === row.time);
  return row.time === '' || first === row ? '' : 'This time is already in the list.';
}

/**
 * The medication as parsed from the draft. An invalid strength becomes null; times that are invalid, repeated or
 * without a valid amount are left out.
 */
export function understood(draft: MedicationDraft, medicationId: string): RegimenVersion {
  const times = draft.times.flatMap((row): PlannedTime[] => {
    const amount = parseAmount(row.amount);
    if (row.time === '' || amount === undefined || timeProblem(draft, row)) return [];
    return [{ time: row.time, amount }];
  });
  return {
    medicationId,
    name: draft.name.trim(),
    strength: parseStrength(draft.strength) ?? null,
    unit: draft.unit.trim(),
    form: draft.form,
    isLevodopa: containsLevodopa(draft),
    times,
    asNeeded: draft.asNeeded,
    from: draft.from,
    until: draft.until || null,
  };
}

/** The values of a version, to save them with a change. */
export function valuesOf({
  enteredAt: _,
  author: _a,
  deletedAt: _d,
  timeZone: _z,
  ...values
}: Medication): MedicationValues {
  return values;
}
