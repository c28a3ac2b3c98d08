import { counted } from './counted.ts';
import { type Quartiles, quartilesOf } from './quantiles.ts';
import { countWhile } from './sorted.ts';
import { type CalendarDate, DAY_MS, type Instant, minuteOf } from './zone.ts';

/**
 * A symptom's severity by the time since the last dose of levodopa, in bins of an hour, as in figure 3 of
 * PMC3221741 ('one hour intervals based on the elapsed time since the previous medication dose'). The figures are
 * medians and quartiles. They state what was entered, and no cause.
 *
 * All times are compared by the minute, because people log by the minute: a dose in the same minute as a rating counts
 * as before it. A bin contains its lower bound and not its upper one: exactly one hour belongs to '1-2', exactly four
 * hours to 'over 4'. The last bin also contains its upper bound, exactly eight hours.
 *
 * Each rating counts in exactly one of these groups, the first that applies:
 *
 * 1. `notLogged`: a levodopa dose planned in the eight hours up to the rating was logged neither as taken nor as
 *    skipped. So it is unknown whether that dose was taken.
 * 2. `withoutDose`: no dose was taken in the eight hours up to the rating.
 * 3. The bin of the time since the last dose.
 */

export const HOURS_AFTER_DOSE = ['0-1', '1-2', '2-3', '3-4', 'over 4'] as const;
export type HoursAfterDose = (typeof HOURS_AFTER_DOSE)[number];

/** What the bins are called: hours. */
export const BIN_LABELS: Readonly<Record<HoursAfterDose, string>> = {
  '0-1': '0–1',
  '1-2': '1–2',
  '2-3': '2–3',
  '3-4': '3–4',
  'over 4': 'over 4',
};

const MINUTES_BEFORE_RATING = 8 * 60;
/** Only doses that are at most this long (ms) before a rating are considered for that rating. */
export const MS_BEFORE_RATING = MINUTES_BEFORE_RATING * 60_000;

/** The minimum number of ratings for which a bin has figures. */
export const ENOUGH_FOR_BIN = 5;

/**
 * Doses are needed from this long (ms) before the first rating. The eight hours before that rating may begin in the
 * middle of a local day, and all doses of that day are needed to find its first one.
 */
export const DOSES_BEFORE_RATINGS_MS = 2 * DAY_MS;

export interface TimedRating {
  readonly at: Instant;
  /** 1 to 5. */
  readonly severity: number;
}

/** A dose that counts (`countedDoses`), of any medication that is marked as levodopa. */
export interface LevodopaDose {
  readonly at: Instant;
  /** The day on the calendar of the place where the dose was logged. */
  readonly date: CalendarDate;
}

export interface PlannedLevodopaDose {
  readonly at: Instant;
  /** Whether a dose was logged for it as taken or as skipped (`plannedStatuses`). */
  readonly isLogged: boolean;
}

/** The figures are severities (1 to 5), absent if `n` is below `ENOUGH_FOR_BIN`. */
export interface DoseBin extends Readonly<Partial<Quartiles>> {
  /** The number of ratings. */
  readonly n: number;
}

export type DoseBins = Readonly<Record<HoursAfterDose, DoseBin>>;

export interface AfterDose {
  readonly bins: DoseBins;
  /** The ratings in `bins` whose last dose was the first of its local day, by `LevodopaDose.date`. */
  readonly firstOfDay: DoseBins;
  /** The ratings in `bins` whose last dose was a later dose of its local day. */
  readonly laterOfDay: DoseBins;
  /**
   * The number of ratings for which no dose was taken in the eight hours before. Ratings that count in `notLogged` do
   * not count here.
   */
  readonly withoutDose: number;
  /** The number of ratings for which a dose was planned in the eight hours before, but not logged. */
  readonly notLogged: number;
}

/** Whether a bin has enough ratings for its figures. */
export function hasFigures({ bins }: Pick<AfterDose, 'bins'>): boolean {
  return HOURS_AFTER_DOSE.some((bin) => bins[bin].median !== undefined);
}

/** The ratings that are in no bin. */
type Apart = Pick<AfterDose, 'withoutDose' | 'notLogged'>;

/** Why some ratings are not in the charts (DECISIONS 35); '' if all ratings are in the charts. */
export function apartText(results: readonly Apart[]): string {
  const most = mostApart(results);
  return most
    ? `Ratings that are not in the chart${most.isSame ? '' : ', at most'}: ${most.reasons}.`
    : '';
}

/**
 * Of several symptoms, the one with the most ratings that are in no bin speaks for all. @returns undefined if all ratings
 * are in bins
 */
export function mostApart(
  results: readonly Apart[],
): { readonly count: number; readonly reasons: string; readonly isSame: boolean } | undefined {
  const counts = results.map(({ withoutDose, notLogged }) => withoutDose + notLogged);
  const count = Math.max(0, ...counts);
  const result = results[counts.indexOf(count)];
  if (!result || count === 0) return undefined;
  const reasons = apartReasons(result);
  return { count, reasons, isSame: results.every((each) => apartReasons(each) === reasons) };
}

/** 'no dose within 8 hours (9), a planned dose was not logged (13)'; '' if all ratings are in the chart. */
function apartReasons({ withoutDose, notLogged }: Apart): string {
  return [
    ...(withoutDose > 0 ? [`no dose within 8 hours (${withoutDose})`] : []),
    ...(notLogged > 0 ? [`a planned dose was not logged (${notLogged})`] : []),
  ].join(', ');
}

/**
 * Severity by the time since the last dose. Every dose in the same minute as a day's first dose counts as a first dose.
 *
 * @param ratings of one symptom, in any order
 * @param doses in any order, from `DOSES_BEFORE_RATINGS_MS` before the first rating
 * @param planned doses of medications marked as levodopa, in any order, from eight hours before the first rating
 */
export function afterDose(
  ratings: readonly TimedRating[],
  doses: readonly LevodopaDose[],
  planned: readonly PlannedLevodopaDose[],
): AfterDose {
  const since = sinceLastDose(doses, planned);
  const firsts = firstMinutesOfDays(doses);
  const [firstOfDay, laterOfDay] = [noSeverities(), noSeverities()];
  const apart = { withoutDose: 0, notLogged: 0 };
  for (const { at, severity } of ratings) {
    const minutes = since(at);
    if (typeof minutes !== 'number') apart[minutes] += 1;
    else {
      const isFirst = firsts.has(minuteOf(at) - minutes);
      (isFirst ? firstOfDay : laterOfDay)[binOf(minutes)].push(severity);
    }
  }
  return {
    bins: binsOf((bin) => [...firstOfDay[bin], ...laterOfDay[bin]]),
    firstOfDay: binsOf((bin) => firstOfDay[bin]),
    laterOfDay: binsOf((bin) => laterOfDay[bin]),
    ...apart,
  };
}

/** The minutes since the last dose; or the group without a bin to which the instant belongs. */
export type SinceDose = number | keyof Apart;

/**
 * The time since the last dose, by the rules of the groups above.
 *
 * @returns a function that takes the instant of a rating or of another event
 */
export function sinceLastDose(
  doses: readonly Pick<LevodopaDose, 'at'>[],
  planned: readonly PlannedLevodopaDose[],
): (at: Instant) => SinceDose {
  const taken = sortedMinutes(doses);
  const unlogged = sortedMinutes(planned.filter(({ isLogged }) => !isLogged));
  return (at) => {
    const minute = minuteOf(at);
    if (lastWithin(unlogged, minute) !== undefined) return 'notLogged';
    const dose = lastWithin(taken, minute);
    return dose === undefined ? 'withoutDose' : minute - dose;
  };
}

/** '2 h 10 min after levodopa', '45 min after levodopa'. */
export function sinceDoseText(since: SinceDose): string {
  if (since === 'withoutDose') return 'no levodopa in the 8 hours before';
  if (since === 'notLogged') return 'a planned levodopa dose was not logged';
  const [hours, minutes] = [Math.floor(since / 60), since % 60];
  const parts = [hours > 0 && `${hours} h`, (minutes > 0 || hours === 0) && `${minutes} min`];
  return `${parts.filter(Boolean).join(' ')} after levodopa`;
}

/**
 * How a sentence names a bin: `first` if it is the first bin of the text, `again` if it is the first one of a later
 * symptom, otherwise `other`.
 */
const BIN_WORDS = {
  '0-1': words('in the first'),
  '1-2': words('in the second'),
  '2-3': words('in the third'),
  '3-4': words('in the fourth'),
  'over 4': {
    first: 'at more than four hours after a dose',
    again: 'after more than four hours',
    other: 'after more than four hours',
  },
} satisfies Record<HoursAfterDose, unknown>;

function words(other: string) {
  return { first: `${other} hour after a dose`, again: `${other} hour`, other };
}

/**
 * The medians of the first and the last bin that have figures: 'Tremor, 28 days: median 2 in the first hour after a dose
 * (12 ratings), 4 after more than four hours (9 ratings).'
 *
 * @param days the length of the window of the ratings, 1 or more
 */
export function afterDoseSentence(
  symptom: string,
  days: number,
  { bins }: Pick<AfterDose, 'bins'>,
): string {
  const drawn = HOURS_AFTER_DOSE.filter((bin) => bins[bin].median !== undefined);
  const [first, last] = [drawn[0], drawn[drawn.length - 1]];
  if (first === undefined || last === undefined) return TOO_FEW;
  const figures = (bin: HoursAfterDose, words: string) =>
    `${bins[bin].median} ${words} (${bins[bin].n} ratings)`;
  const shown = [figures(first, BIN_WORDS[first].first)];
  if (last !== first) shown.push(figures(last, BIN_WORDS[last].other));
  return `${symptom}, ${counted(days, 'day')}: median ${shown.join(', ')}.`;
}

const TOO_FEW = `Too few ratings yet: each hour needs ${ENOUGH_FOR_BIN}.`;
/** How many symptoms the finding names. */
const NAMED = 2;

/**
 * The lowest and the highest median of the symptoms that differ most, in order of time, a sentence for each: 'Tremor: 3
 * in the first hour after a dose, 1.5 in the third.', 'Stiffness: 2 in the first hour, 3 in the fourth.'
 */
export function afterDoseFinding(
  symptoms: readonly { readonly name: string; readonly result: Pick<AfterDose, 'bins'> }[],
): readonly string[] {
  const found = symptoms.flatMap(({ name, result: { bins } }) => {
    const drawn = HOURS_AFTER_DOSE.flatMap((bin) => {
      const { median } = bins[bin];
      return median === undefined ? [] : { bin, median };
    });
    const medians = drawn.map(({ median }) => median);
    const [low, high] = [Math.min(...medians), Math.max(...medians)];
    const ends = [low, high].map((end) => drawn.findIndex(({ median }) => median === end));
    const shown = [...new Set(ends)].sort((one, other) => one - other);
    const named = shown.flatMap((index) => drawn[index] ?? []);
    return named.length > 0 ? { apart: high - low, name, named } : [];
  });
  const first = found.sort((one, other) => other.apart - one.apart).slice(0, NAMED);
  if (first.length === 0) return [TOO_FEW];
  return first.map(({ name, named }, symptom) => {
    const start = symptom === 0 ? 'first' : 'again';
    const texts = named.map(
      ({ bin, median }, nth) => `${median} ${BIN_WORDS[bin][nth === 0 ? start : 'other']}`,
    );
    return `${name}: ${texts.join(', ')}.`;
  });
}

/** What stands in place of a bin's figures if it has too few ratings: 'too few (3 ratings, 5 needed)'. */
export function tooFewText(n: number): string {
  return `too few (${counted(n, 'rating')}, ${ENOUGH_FOR_BIN} needed)`;
}

type Severities = Readonly<Record<HoursAfterDose, number[]>>;

function noSeverities(): Severities {
  return { '0-1': [], '1-2': [], '2-3': [], '3-4': [], 'over 4': [] };
}

function binsOf(severities: (bin: HoursAfterDose) => readonly number[]): DoseBins {
  const bin = (hours: HoursAfterDose) => figuresOf(severities(hours));
  return {
    '0-1': bin('0-1'),
    '1-2': bin('1-2'),
    '2-3': bin('2-3'),
    '3-4': bin('3-4'),
    'over 4': bin('over 4'),
  };
}

function figuresOf(severities: readonly number[]): DoseBin {
  const n = severities.length;
  const quartiles = n >= ENOUGH_FOR_BIN ? quartilesOf(severities) : undefined;
  return { n, lower: quartiles?.lower, median: quartiles?.median, upper: quartiles?.upper };
}

/** @param minutes since the dose, 0 or more */
export function binOf(minutes: number): HoursAfterDose {
  return HOURS_AFTER_DOSE[Math.floor(minutes / 60)] ?? 'over 4';
}

function sortedMinutes(times: readonly { readonly at: Instant }[]): number[] {
  return times.map(({ at }) => minuteOf(at)).sort((a, b) => a - b);
}

/**
 * The latest element of `sorted` that is not after `minute` and at most eight hours before it; undefined if there is
 * none.
 */
function lastWithin(sorted: readonly number[], minute: number): number | undefined {
  const last = sorted[countWhile(sorted, (each) => each <= minute) - 1];
  return last !== undefined && minute - last <= MINUTES_BEFORE_RATING ? last : undefined;
}

function firstMinutesOfDays(doses: readonly LevodopaDose[]): Set<number> {
  const firsts = new Map<CalendarDate, number>();
  for (const { at, date } of doses) {
    firsts.set(date, Math.min(firsts.get(date) ?? Number.POSITIVE_INFINITY, minuteOf(at)));
  }
  return new Set(firsts.values());
}
