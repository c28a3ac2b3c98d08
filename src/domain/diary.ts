import {
  addDays,
  type CalendarDate,
  dateOf,
  type Instant,
  localTimeOf,
  midnightOf,
  startOfDay,
} from './zone.ts';

/**
 * A motor diary: the state of a person's movement in each half-hour of a few days, in the five states of Hauser et al.
 * (Clin Neuropharmacol 2000;23:75). The words on the screen are ours. Days and half-hours are those of the person's
 * clock. Nothing is filled in by calculation: a half-hour without an entry is unknown.
 */

export const DIARY_STATES = [
  'asleep',
  'off',
  'on',
  'onWithDyskinesia',
  'onWithTroublesomeDyskinesia',
] as const;
export type DiaryState = (typeof DIARY_STATES)[number];

/** The five states of the diary by Hauser (2000), in our own words (DECISIONS 37). */
export const STATE_WORDS: Readonly<
  Record<DiaryState, { readonly name: string; readonly meaning: string }>
> = {
  asleep: { name: 'Asleep', meaning: 'You slept most of the time.' },
  off: { name: 'Off', meaning: 'Stiff, slow or shaking.' },
  on: { name: 'On', meaning: 'You moved well, without extra movements.' },
  onWithDyskinesia: {
    name: 'On, extra movements',
    meaning:
      'You moved well. You had movements that you did not want, but they did not bother you.',
  },
  onWithTroublesomeDyskinesia: {
    name: 'On, troubling movements',
    meaning: 'You had movements that you did not want, and they got in your way.',
  },
};

export const HALF_HOUR_MS = 1_800_000;
/** An entry made more than this long (ms) after its half-hour ended counts as recalled (DECISIONS 37). */
const RECALLED_AFTER_MS = 7_200_000;
/** A day counts as complete if at most this many of its half-hours are empty (DECISIONS 37). */
const MOST_EMPTY = 4;
/** The number of days to fill in the diary before a visit (FACTS.md section 2). */
export const DIARY_DAYS = 3;

/** The state of one half-hour. */
export interface DiaryEntry {
  /** When the half-hour begins. */
  readonly slot: Instant;
  readonly state: DiaryState;
  readonly enteredAt: Instant;
}

/** The beginning of the half-hour of a person's clock that contains an instant. */
export function slotAt(instant: Instant, zone: string): Instant {
  return instant - modulo(localTimeOf(instant, zone), HALF_HOUR_MS);
}

export function isSlot(instant: Instant, zone: string): boolean {
  return slotAt(instant, zone) === instant;
}

/** The half-hours of a day on a person's clock: 48, or 46 to 50 at a clock change. */
export function slotsOfDay(day: CalendarDate, zone: string): Instant[] {
  const slots: Instant[] = [];
  const end = startOfDay(addDays(day, 1), zone);
  for (let slot = startOfDay(day, zone); slot < end; slot += HALF_HOUR_MS) slots.push(slot);
  return slots;
}

/**
 * The time whose half-hours the overview shows: today and the `DIARY_DAYS` days before it.
 *
 * @param zone the person's present zone (IANA)
 * @returns `from` (inclusive) and `to` (exclusive)
 */
export function recentDiary(
  now: Instant,
  zone: string,
): { readonly from: Instant; readonly to: Instant } {
  const today = dateOf(now, zone);
  return {
    from: startOfDay(addDays(today, -DIARY_DAYS), zone),
    to: startOfDay(addDays(today, 1), zone),
  };
}

/** Hours in each state. */
export type StateHours = Readonly<Record<DiaryState, number>>;

/** The totals of the entries of one or more days. */
interface DiaryTotals {
  readonly hours: StateHours;
  /** Hours in all states but asleep. */
  readonly awakeHours: number;
  /** Off, and on with troublesome dyskinesia: what 85 to 90 % of patients call bad time (Hauser 2000). */
  readonly badHours: number;
  /** On, without troublesome dyskinesia. */
  readonly goodHours: number;
  /** How many half-hours were entered more than two hours after they had ended. */
  readonly recalled: number;
  readonly filled: number;
}

export interface DiaryDay extends DiaryTotals {
  readonly day: CalendarDate;
  /** How many half-hours the day has. */
  readonly slots: number;
  /** Whether at most four half-hours are empty. Only such days are in averages. */
  readonly isComplete: boolean;
}

/**
 * The totals of a day.
 *
 * @param entries of that day and of others, at most one for each half-hour
 * @param zone the zone in which the day is counted (IANA)
 */
export function diaryDay(
  day: CalendarDate,
  entries: readonly DiaryEntry[],
  zone: string,
): DiaryDay {
  const slots = slotsOfDay(day, zone);
  const own = new Set(slots);
  const totals = totalsOf(entries.filter(({ slot }) => own.has(slot)));
  const isComplete = totals.filled >= slots.length - MOST_EMPTY;
  return { day, slots: slots.length, isComplete, ...totals };
}

/** The average of the complete days, in hours per day. */
export interface DiaryAverage {
  /** The number of complete days. */
  readonly days: number;
  readonly hours: StateHours;
  readonly awakeHours: number;
  readonly badHours: number;
  readonly goodHours: number;
}

/** The average of the complete days; undefined if no day is complete. */
export function diaryAverage(days: readonly DiaryDay[]): DiaryAverage | undefined {
  const complete = days.filter(({ isComplete }) => isComplete);
  if (complete.length === 0) return undefined;
  const mean = (value: (day: DiaryDay) => number) =>
    complete.reduce((sum, day) => sum + value(day), 0) / complete.length;
  return {
    days: complete.length,
    hours: stateHours((state) => mean(({ hours }) => hours[state])),
    awakeHours: mean(({ awakeHours }) => awakeHours),
    badHours: mean(({ badHours }) => badHours),
    goodHours: mean(({ goodHours }) => goodHours),
  };
}

/**
 * The half-hours of a day that have no entry and have begun, the latest first.
 *
 * @param zone the person's present zone (IANA)
 */
export function emptySlots(
  day: CalendarDate,
  entries: readonly DiaryEntry[],
  now: Instant,
  zone: string,
): Instant[] {
  const filled = new Set(entries.map(({ slot }) => slot));
  const begun = slotsOfDay(day, zone).filter((slot) => slot <= now && !filled.has(slot));
  return begun.reverse();
}

/**
 * For the button 'Still On? Fill in …': the state of today's last entry, and the empty half-hours after it up to now.
 *
 * @returns undefined if today has no entry before now, or no half-hour after it is empty
 */
export function sameAsBefore(
  entries: readonly DiaryEntry[],
  now: Instant,
  zone: string,
): { readonly state: DiaryState; readonly slots: readonly Instant[] } | undefined {
  const today = emptySlots(dateOf(now, zone), entries, now, zone).reverse();
  const last = entries
    .filter(({ slot }) => slot <= now && dateOf(slot, zone) === dateOf(now, zone))
    .reduce<DiaryEntry | undefined>(
      (latest, entry) => (latest && latest.slot > entry.slot ? latest : entry),
      undefined,
    );
  if (!last) return undefined;
  const slots = today.filter((slot) => slot > last.slot);
  return slots.length === 0 ? undefined : { state: last.state, slots };
}

/** How long an off time is assumed to continue after its last entered half-hour (ms). */
const OFF_LASTS_MS = 10_800_000;

/** An off time that is assumed to continue now. */
export interface OffTime {
  /** When its first half-hour begins. */
  readonly since: Instant;
  /** When its last entered half-hour begins. */
  readonly last: Instant;
  /**
   * The empty half-hours after `last` that have ended. When the person says that they are on again, these half-hours
   * are entered as off.
   */
  readonly untilNow: readonly Instant[];
}

/**
 * The off time that is assumed to continue now. The last entry for a half-hour that has begun must be off, and that
 * half-hour must not have ended more than three hours ago.
 *
 * @param entries in the order of time
 * @param zone the person's present zone (IANA)
 * @returns undefined if there is none
 */
export function offTime(
  entries: readonly DiaryEntry[],
  now: Instant,
  zone: string,
): OffTime | undefined {
  const past = entries.filter(({ slot }) => slot <= now);
  const last = past.at(-1);
  if (last?.state !== 'off' || now - (last.slot + HALF_HOUR_MS) > OFF_LASTS_MS) return undefined;
  let since = last.slot;
  for (const { slot, state } of [...past].reverse()) {
    if (state !== 'off' || slot < since - HALF_HOUR_MS) break;
    since = slot;
  }
  const untilNow: Instant[] = [];
  const running = slotAt(now, zone);
  for (let slot = last.slot + HALF_HOUR_MS; slot < running; slot += HALF_HOUR_MS) {
    untilNow.push(slot);
  }
  return { since, last: last.slot, untilNow };
}

/**
 * The half-hours between two clock times, such as those of a night: from 10:30 PM of the day before `day`, or from
 * 1:00 AM of `day` itself, until 7:00 AM of `day`. Both times are rounded to the nearest half-hour.
 *
 * @param day the day on which the night ends
 * @param from minutes since midnight: on `day` if `from` is before `until`, otherwise on the day before
 * @param until minutes since midnight
 */
export function slotsOfNight(
  day: CalendarDate,
  { from, until }: { readonly from: number; readonly until: number },
  zone: string,
): Instant[] {
  const [first, last] = [rounded(from), rounded(until)];
  const start = first < last ? midnightOf(day) + first : midnightOf(addDays(day, -1)) + first;
  const end = midnightOf(day) + last;
  return [...slotsOfDay(addDays(day, -1), zone), ...slotsOfDay(day, zone)].filter((slot) => {
    const local = localTimeOf(slot, zone);
    return local >= start && local < end;
  });
}

/** The part of two days in which sleep belongs to the night between them (ms after midnight). */
const NIGHT = { from: 36 * HALF_HOUR_MS, until: 24 * HALF_HOUR_MS };

/**
 * The half-hours asleep between 6:00 PM of the day before `day` and noon of `day`, in the order of `entries`.
 *
 * @param day the day on which the night ends
 */
export function sleepOfNight<Each extends DiaryEntry>(
  day: CalendarDate,
  entries: readonly Each[],
  zone: string,
): Each[] {
  const start = midnightOf(addDays(day, -1)) + NIGHT.from;
  const end = midnightOf(day) + NIGHT.until;
  return entries.filter(({ slot, state }) => {
    const local = localTimeOf(slot, zone);
    return state === 'asleep' && local >= start && local < end;
  });
}

function rounded(minutes: number): number {
  return Math.round(minutes / 30) * HALF_HOUR_MS;
}

/**
 * Whether a state was entered from memory: more than two hours after its half-hour had ended. This includes sleep,
 * although nobody can enter sleep while asleep.
 */
export function isRecalled({ slot, enteredAt }: Pick<DiaryEntry, 'slot' | 'enteredAt'>): boolean {
  return enteredAt - (slot + HALF_HOUR_MS) > RECALLED_AFTER_MS;
}

function totalsOf(entries: readonly DiaryEntry[]): DiaryTotals {
  const hours = stateHours((state) => entries.filter((each) => each.state === state).length / 2);
  const goodHours = hours.on + hours.onWithDyskinesia;
  const badHours = hours.off + hours.onWithTroublesomeDyskinesia;
  return {
    hours,
    awakeHours: goodHours + badHours,
    badHours,
    goodHours,
    recalled: entries.filter(isRecalled).length,
    filled: entries.length,
  };
}

function stateHours(hoursIn: (state: DiaryState) => number): StateHours {
  return Object.fromEntries(DIARY_STATES.map((state) => [state, hoursIn(state)])) as StateHours;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
