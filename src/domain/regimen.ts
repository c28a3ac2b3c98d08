import { type DateStyle, dateFormats } from './formats.ts';
import { compareText } from './sorted.ts';
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  dateOf,
  type Instant,
  instantAt,
  localTimeOf,
  midnightOf,
} from './zone.ts';

/**
 * A regimen: the medications of a person with their planned times. A change is a new version from a date, and earlier
 * versions stay. An amount is a number of the `form`, such as 1½ tablets. Nothing is checked against a medical limit:
 * the limits below only bound what is stored.
 */

/** Lengths in UTF-16 code units. A medication's name has 1 to `MAX_NAME_LENGTH` of symptoms.ts. */
export const MAX_UNIT_LENGTH = 20;
export const MAX_DOSE_FORM_LENGTH = 50;

/** A strength is above 0. */
export const MAX_STRENGTH = 10_000;
export const MAX_TIMES_A_DAY = 12;
/** An amount is above 0. */
export const MAX_AMOUNT = 100;
const MAX_DECIMALS = 2;

/** One planned time of a day. */
export interface PlannedTime {
  /** 'HH:MM' (00:00 to 23:59), local time in the zone where the person is on that day. */
  readonly time: string;
  /** See `isAmount`. */
  readonly amount: number;
}

/** What is planned for one medication from a date. A medication has at most one version from each date. */
export interface RegimenVersion {
  readonly medicationId: string;
  readonly name: string;
  /**
   * The amount of drug in one tablet or capsule, in `unit`. For a combination with levodopa, only the levodopa counts.
   */
  readonly strength: number | null;
  /** Such as 'mg'. */
  readonly unit: string;
  /** Such as 'tablet'; may be empty. */
  readonly form: string;
  readonly isLevodopa: boolean;
  /** At most `MAX_TIMES_A_DAY`, in any order, each time once. */
  readonly times: readonly PlannedTime[];
  readonly asNeeded: boolean;
  /** The first day. A later version replaces this one from its own first day. */
  readonly from: CalendarDate;
  /** The last day; null if the end is not known. */
  readonly until: CalendarDate | null;
}

/** One planned time on one day. */
export interface PlannedDose {
  readonly medicationId: string;
  readonly day: CalendarDate;
  readonly at: Instant;
  readonly time: string;
  readonly amount: number;
  readonly version: RegimenVersion;
}

/**
 * The version in force on a date: the one with the latest first day that is not after it. A version that has ended is
 * not in force, and the one that it replaced does not return.
 *
 * @param versions of one medication, in any order
 */
export function versionOn(
  versions: readonly RegimenVersion[],
  date: CalendarDate,
): RegimenVersion | undefined {
  let latest: RegimenVersion | undefined;
  for (const version of versions) {
    if (version.from <= date && (!latest || version.from > latest.from)) latest = version;
  }
  return latest && (latest.until === null || date <= latest.until) ? latest : undefined;
}

/**
 * The planned doses of a calendar day, in order of time. Each planned time of the versions in force counts once, also
 * on a day on which the clocks change (`instantAt`). A local time that occurs twice is the first of the two. A skipped
 * time is shifted forward by the length of the gap. So on one morning a year, two planned times may share an instant.
 *
 * @param versions of one or more medications, in any order
 * @param zone the zone (IANA) where the person was on that day
 */
export function plannedDoses(
  versions: readonly RegimenVersion[],
  day: CalendarDate,
  zone: string,
): PlannedDose[] {
  return dosesOfDay([...byMedication(versions).values()], day, zone).sort(inOrder);
}

/**
 * The planned doses from an instant (inclusive) to another (exclusive), in order of time. Each calendar day
 * keeps all its planned times, also a day that a journey shortens or repeats.
 *
 * @param versions of one or more medications, in any order
 * @param zone the zone (IANA) of all days, or a function that returns the zone where the person was on a day. With a
 *   function, a journey does not move earlier doses.
 */
export function plannedBetween(
  versions: readonly RegimenVersion[],
  from: Instant,
  to: Instant,
  zone: string | ((day: CalendarDate) => string),
): PlannedDose[] {
  const medications = [...byMedication(versions).values()];
  const zoneOn = typeof zone === 'string' ? () => zone : zone;
  const doses: PlannedDose[] = [];
  // One more day on each side is enough, because a zone is less than a day ahead of or behind UTC.
  const last = addDays(dateOf(to, 'UTC'), 1);
  for (let day = addDays(dateOf(from, 'UTC'), -1); day <= last; day = addDays(day, 1)) {
    for (const dose of dosesOfDay(medications, day, zoneOn(day))) {
      if (from <= dose.at && dose.at < to) doses.push(dose);
    }
  }
  return doses.sort(inOrder);
}

const clocks = dateFormats({ hour: 'numeric', minute: '2-digit' });

/**
 * A version in one sentence without a full stop: 'Levodopa/carbidopa 100 mg: 1 tablet at 8:00 AM, 1½ tablets at noon',
 * 'Opicapone: 1 × 50 mg at 10:30 PM', 'Apomorphine 3 mg: as needed'. If it has no planned times and is not as needed,
 * only the name and the strength.
 */
export function regimenSentence(version: RegimenVersion, style: DateStyle): string {
  const plan = timesInOrder(version).map(
    ({ time, amount }) => `${amountWords(amount, version)} at ${clockText(time, style)}`,
  );
  const label = labelBeside(plan.join(), version);
  if (version.asNeeded) plan.push(plan.length === 0 ? 'as needed' : 'and as needed');
  return plan.length === 0 ? label : `${label}: ${plan.join(', ')}`;
}

/** The plan in parts: '1 at 8:00 AM', '1½ at noon' and 'as needed'; none for a plan without times. */
export function planTexts(version: RegimenVersion, style: DateStyle): string[] {
  const plan = timesInOrder(version).map(
    ({ time, amount }) => `${amountText(amount)} at ${clockText(time, style)}`,
  );
  return version.asNeeded ? [...plan, 'as needed'] : plan;
}

export function timesInOrder({ times }: RegimenVersion): PlannedTime[] {
  return [...times].sort((a, b) => compareText(a.time, b.time));
}

type Named = Pick<RegimenVersion, 'name' | 'strength' | 'unit'>;

/** 'Levodopa/carbidopa 100 mg'; only the name if there is no strength, or if the name ends in it as on the box. */
export function medicationLabel(of: Named): string {
  const { name, strength, unit } = of;
  if (strength === null || strengthAtEnd(of) !== '') return name;
  return `${name} ${strength} ${unit}`.trimEnd();
}

/** ' 0,5mg' of 'Pramipexole 0,5mg', and '/100 mg' of 'Sinemet 25/100 mg'; '' if the name does not end in the strength. */
function strengthAtEnd({ name, strength, unit }: Named): string {
  const number = String(strength).replace('.', '[.,]');
  const literalUnit = unit.replaceAll(/[^\w\s]/g, '\\$&');
  return new RegExp(`[\\s/]${number}\\s*${literalUnit}$`, 'i').exec(name)?.[0] ?? '';
}

/** A time of day as the person reads it: '8:00 AM', 'noon' and 'midnight', or '08:00', '12:00' and '00:00'. */
export function clockText(time: string, style: DateStyle): string {
  if (style.hourCycle === 'h12' && time === '12:00') return 'noon';
  if (style.hourCycle === 'h12' && time === '00:00') return 'midnight';
  return clocks('UTC', style).format(instantAt('1970-01-01', time, 'UTC'));
}

/** Versions, planned doses or logged doses by medication, in the order given. */
export function byMedication<T extends { readonly medicationId: string }>(
  items: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.medicationId);
    if (group) group.push(item);
    else groups.set(item.medicationId, [item]);
  }
  return groups;
}

function dosesOfDay(
  medications: readonly (readonly RegimenVersion[])[],
  day: CalendarDate,
  zone: string,
): PlannedDose[] {
  const inForce = medications.flatMap((versions) => versionOn(versions, day) ?? []);
  if (inForce.length === 0) return [];
  const instantOn = instantsOf(day, zone);
  return inForce.flatMap((version) =>
    version.times.map(({ time, amount }) => {
      const { medicationId } = version;
      return { medicationId, day, at: instantOn(time), time, amount, version };
    }),
  );
}

/** A faster `instantAt` for the times of one day, because a report of ten years needs many thousands of instants. */
function instantsOf(day: CalendarDate, zone: string): (time: string) => Instant {
  const [before, after] = [midnightOf(day) - DAY_MS, midnightOf(day) + 2 * DAY_MS];
  const offset = localTimeOf(before, zone) - before;
  // Clock changes are weeks apart, so if the offset is the same on both sides, the clocks do not change on this day.
  if (localTimeOf(after, zone) - after !== offset) return (time) => instantAt(day, time, zone);
  return (time) => Date.parse(`${day}T${time}Z`) - offset;
}

function inOrder(a: PlannedDose, b: PlannedDose): number {
  return a.at - b.at || compareText(a.time, b.time) || compareText(a.medicationId, b.medicationId);
}

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
const SPELLED: Readonly<Record<string, number>> = { '1/2': 0.5, '1/4': 0.25, '3/4': 0.75 };

const DECIMAL = /^\d{1,5}(?:[.,]\d{1,2})?$/;
/**
 * An optional whole number, then a fraction. '11/2' could mean 1½ or 5½, so a spelled fraction needs a space before it.
 */
const MIXED = /^(?:(\d{1,3}) ?)?([½¼¾])$/;
const SPELLED_MIXED = /^(?:(\d{1,3}) )?(\d\/\d)$/;

/** True for a strength above 0 and at most `MAX_STRENGTH`. */
export function isStrength(strength: number): boolean {
  return strength > 0 && strength <= MAX_STRENGTH;
}

/** True for an amount above 0 and at most `MAX_AMOUNT`, with at most two decimals. */
export function isAmount(amount: number): boolean {
  return amount > 0 && amount <= MAX_AMOUNT && Number(amount.toFixed(MAX_DECIMALS)) === amount;
}

/**
 * Reads an amount as people type it: '1', '½', '1½', '1/2', '1 1/2', '0.5' or '0,5'. Fractions are halves and
 * quarters. A comma is a decimal point, and '1,000' is rejected.
 *
 * @returns undefined if the text is not such an amount, or if `isAmount` is false for it
 */
export function parseAmount(text: string): number | undefined {
  const amount = parseNumber(text);
  return amount !== undefined && isAmount(amount) ? amount : undefined;
}

/** Reads a number of 0 or more as `parseAmount` does. @returns undefined if the text is none */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replaceAll(/\s+/g, ' ').replace('⁄', '/');
  if (DECIMAL.test(text)) return Number(text.replace(',', '.'));
  const [, whole = '0', fraction = ''] = MIXED.exec(text) ?? SPELLED_MIXED.exec(text) ?? [];
  const part = FRACTIONS[fraction] ?? SPELLED[fraction];
  return part === undefined ? undefined : Number(whole) + part;
}

/** An amount with ½, ¼ or ¾ where that is exact, otherwise as a decimal: '1', '½', '1½', '0.33'. */
export function amountText(amount: number): string {
  const whole = Math.floor(amount);
  const fraction = Object.keys(FRACTIONS).find((each) => FRACTIONS[each] === amount - whole);
  if (fraction === undefined) return String(amount);
  return whole === 0 ? fraction : `${whole}${fraction}`;
}

/** The forms of drugs that can be counted, such as tablets, with their plurals. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['tablet', 'tablets'],
  ['capsule', 'capsules'],
  ['patch', 'patches'],
  ['film', 'films'],
  ['injection', 'injections'],
]);

/** What is counted of a form, such as 'tablets'; undefined for a form that cannot be counted. */
export function countedForm(form: string): string | undefined {
  return PLURALS.get(form.split(' ').at(-1) ?? '');
}

/**
 * An amount in words: '1½ tablets', '½ tablet', '2 patches'. 'dispersible tablet' counts as a tablet. Without a form, or
 * with one that cannot be counted such as 'liquid', the amount and the strength, '1½ × 100 mg'. Without a strength as
 * well, '1½ doses'.
 */
export function amountWords(
  amount: number,
  { form, strength, unit }: Pick<RegimenVersion, 'form' | 'strength' | 'unit'>,
): string {
  const one = form.split(' ').at(-1);
  const many = countedForm(form);
  const count = amountText(amount);
  if (many) return [count, amount > 1 ? many : one].join(' ');
  if (strength !== null) return [count, '×', strength, unit].join(' ').trimEnd();
  return [count, amount > 1 ? 'doses' : 'dose'].join(' ');
}

/** A dose in words, with each figure once: 'Levodopa/carbidopa 100 mg, 1½ tablets', 'Apomorphine, 1 × 3 mg'. */
export function doseWords(dose: Named & { readonly amount: number }, form: string): string {
  const words = amountWords(dose.amount, { ...dose, form });
  return `${labelBeside(words, dose)}, ${words}`;
}

/** The label beside the words of an amount, without the strength if they have it: '1 × 3 mg'. */
function labelBeside(words: string, of: Named): string {
  if (!words.includes('×')) return medicationLabel(of);
  const end = strengthAtEnd(of);
  // 'Sinemet 25/' would be half a name.
  return end.startsWith('/') ? of.name : of.name.slice(0, of.name.length - end.length).trimEnd();
}
