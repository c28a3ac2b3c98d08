import { type PlannedDose, plannedDoses, type RegimenVersion } from './regimen.ts';
import { compareText } from './sorted.ts';
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  dateOf,
  type Instant,
  instantAt,
  midnightOf,
  timeOf,
} from './zone.ts';

/**
 * Reminders at times of the person's own choice, on the clock of their present zone (DECISIONS 38). This file computes
 * when they are due, and until when they are useful. It sends nothing.
 */

export const REMINDER_KINDS = [
  'form',
  'checkIn',
  'dose',
  'exercise',
  'diary',
  'refill',
  'weeklyReport',
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export const REMINDER_CHANNELS = ['push', 'calendar', 'email', 'ntfy'] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

/** Where a reminder of a kind can be sent. Email is too slow for a dose, and the weekly report is always an email. */
export const CHANNELS_OF: Readonly<Record<ReminderKind, readonly ReminderChannel[]>> = {
  form: REMINDER_CHANNELS,
  checkIn: REMINDER_CHANNELS,
  dose: ['push', 'calendar', 'ntfy'],
  exercise: REMINDER_CHANNELS,
  diary: ['push', 'ntfy'],
  refill: ['push', 'email', 'ntfy'],
  weeklyReport: ['email'],
};

export const MAX_REMINDER_TIMES = 12;
export const MAX_DAYS_BEFORE = 30;

/** One kind of reminder. */
export interface Reminder {
  readonly kind: ReminderKind;
  readonly on: boolean;
  /**
   * 'HH:MM', each once, at most `MAX_REMINDER_TIMES`, in order. Empty for doses, which have the times of the regimen.
   * The weekly report has one time.
   */
  readonly times: readonly string[];
  /** The day of the weekly report, 1 (Monday) to 7 (Sunday); null for the other kinds. */
  readonly weekday: number | null;
  /** How many days before the tablets run out `refill` reminds, 1 to `MAX_DAYS_BEFORE`; null for the other kinds. */
  readonly daysBefore: number | null;
  /** Some of `CHANNELS_OF` for this kind. */
  readonly channels: readonly ReminderChannel[];
}

/** Times of a day without reminders, such as 22:00 to 07:00; `from` is included, `to` is not. */
interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface ReminderSettings {
  /** One of each kind, in the order of `REMINDER_KINDS`. */
  readonly reminders: readonly Reminder[];
  readonly quiet: QuietHours | null;
  /** The last day of a pause, such as a trip or today; null if reminders are not paused. */
  readonly pausedUntil: CalendarDate | null;
  /** Whether a reminder names the medication. If not, nobody can read the name on a locked phone. */
  readonly showsNames: boolean;
  /** Whether a reminder is sent a second time if the entry was not made after the first time. */
  readonly repeats: boolean;
}

const DIARY_TIMES = ['08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00'];

/** The settings of a person who has saved none: everything is off (DECISIONS 38). */
export const DEFAULT_REMINDERS: ReminderSettings = {
  reminders: [
    reminderOf('form', ['08:00', '13:00', '20:00']),
    reminderOf('checkIn', ['20:30']),
    reminderOf('dose', []),
    reminderOf('exercise', ['10:00']),
    // Every two hours, while a diary runs.
    reminderOf('diary', DIARY_TIMES),
    { ...reminderOf('refill', ['10:00']), daysBefore: 7 },
    { ...reminderOf('weeklyReport', ['09:00']), weekday: 1, channels: ['email'] },
  ],
  quiet: null,
  pausedUntil: null,
  showsNames: false,
  repeats: false,
};

function reminderOf(kind: ReminderKind, times: readonly string[]): Reminder {
  return { kind, on: false, times, weekday: null, daysBefore: null, channels: ['push'] };
}

/** The plans of a person that determine when reminders of doses and of the diary are due. */
export interface ReminderPlan {
  /** Of all medications, for the planned times of doses. */
  readonly versions: readonly RegimenVersion[];
  /** The days on which the motor diary runs. */
  readonly diaryDays: readonly CalendarDate[];
}

/** A reminder that is due. */
export interface DueReminder {
  readonly kind: ReminderKind;
  readonly at: Instant;
  /** The wall-clock time that the reminder names, 'HH:MM'. */
  readonly time: string;
  /** The day of that time on the person's calendar. */
  readonly day: CalendarDate;
  /** A form for this instant or later counts as the one that the reminder asks for. */
  readonly since: Instant;
  /** When the reminder stops being useful, or quiet hours begin. It must not be sent at this instant or later. */
  readonly until: Instant;
  readonly channels: readonly ReminderChannel[];
  /** The doses that are planned at this time; empty for other kinds. */
  readonly doses: readonly PlannedDose[];
  /** Whether it repeats a reminder that was sent before. */
  readonly isRepeat: boolean;
}

/** How long after a reminder its repeat is due (ms). */
export const REPEAT_AFTER_MS = 15 * 60_000;

/** The kinds that may be repeated: those about an entry of these hours. */
const REPEATED: readonly ReminderKind[] = ['form', 'checkIn', 'dose', 'exercise', 'diary'];

const HOUR_MS = 3_600_000;
/**
 * How long a reminder is useful at most (ms). It ends earlier if quiet hours begin or the next reminder of its kind is
 * due. A reminder of a dose does not end at the next one, because the next one is about another dose.
 */
const USEFUL_MS: Readonly<Record<ReminderKind, number>> = {
  form: 3 * HOUR_MS,
  // Long, because the screen offers the check-in of an evening until 03:00.
  checkIn: 6 * HOUR_MS,
  dose: HOUR_MS,
  exercise: 4 * HOUR_MS,
  diary: 2 * HOUR_MS,
  // Long, because it is about days.
  refill: 8 * HOUR_MS,
  weeklyReport: DAY_MS,
};

/** A form that is for a time at most this long (ms) before a reminder counts as the form that the reminder asks for. */
const FORM_BEFORE_MS = 90 * 60_000;

/**
 * The reminders from an instant (inclusive) to another (exclusive), in order of time. Paused days have no reminders.
 * Quiet hours have only the weekly report, because an email wakes nobody. A wall-clock time that occurs twice means the
 * first of the two instants (`instantAt`). A skipped time is shifted forward by the length of the gap. Times of one
 * kind of reminder that fall on the same instant are one reminder, which names the latest of them.
 *
 * @param zone the person's present zone (IANA)
 */
export function remindersBetween(
  settings: ReminderSettings,
  plan: ReminderPlan,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  zone: string,
): DueReminder[] {
  const days: CalendarDate[] = [];
  // Also includes the two days before `from`, whose reminders may repeat between `from` and `to`. The day after `to` is
  // included because its first reminder may end the useful time of an earlier one.
  const last = addDays(dateOf(to, zone), 1);
  for (let day = addDays(dateOf(from, zone), -2); day <= last; day = addDays(day, 1)) {
    days.push(day);
  }
  return settings.reminders
    .flatMap((reminder) => remindersOf(reminder, settings, { plan, days, zone }))
    .filter(({ at, day }) => from <= at && at < to && !isPaused(settings, day))
    .filter(({ at, kind }) => kind === 'weeklyReport' || !isQuiet(settings.quiet, timeOf(at, zone)))
    .sort((a, b) => a.at - b.at || compareText(a.kind, b.kind));
}

/** How far ahead `nextReminder` looks (ms). It is more than a week, because the weekly report is due once a week. */
export const LOOK_AHEAD_MS = 8 * DAY_MS;

/** The first reminder at or after an instant, within `LOOK_AHEAD_MS`; undefined if there is none. */
export function nextReminder(
  settings: ReminderSettings,
  plan: ReminderPlan,
  from: Instant,
  zone: string,
): DueReminder | undefined {
  for (const [start, end] of [
    [from, from + DAY_MS],
    [from + DAY_MS, from + LOOK_AHEAD_MS],
  ] as const) {
    const [first] = remindersBetween(settings, plan, { from: start, to: end }, zone);
    if (first) return first;
  }
  return undefined;
}

function isPaused({ pausedUntil }: ReminderSettings, day: CalendarDate): boolean {
  return pausedUntil !== null && day <= pausedUntil;
}

/** A time of a reminder on one day. */
type Moment = Pick<DueReminder, 'at' | 'time' | 'day' | 'doses'>;

/** The reminders of a kind on these days, with their repeats. */
function remindersOf(
  { kind, on, channels, weekday, times }: Reminder,
  { repeats, quiet }: ReminderSettings,
  {
    plan,
    days,
    zone,
  }: {
    readonly plan: ReminderPlan;
    readonly days: readonly CalendarDate[];
    readonly zone: string;
  },
): DueReminder[] {
  if (!on || channels.length === 0) return [];
  const moments = days
    .filter((day) => weekday === null || weekday === weekdayOf(day))
    .filter((day) => kind !== 'diary' || plan.diaryDays.includes(day))
    .flatMap((day): Moment[] => {
      if (kind !== 'dose') {
        return times.map((time) => ({ at: instantAt(day, time, zone), time, day, doses: [] }));
      }
      return plannedDoses(plan.versions, day, zone).map((dose) => {
        return { at: dose.at, time: dose.time, day, doses: [dose] };
      });
    });
  return oneForEachInstant(moments).flatMap((moment, index, all): DueReminder[] => {
    const { at } = moment;
    const [previous, next] = [all[index - 1], all[index + 1]];
    const halfWay = previous ? at - (at - previous.at) / 2 : at - FORM_BEFORE_MS;
    const since = Math.max(at - FORM_BEFORE_MS, halfWay);
    const until = Math.min(
      at + USEFUL_MS[kind],
      (kind !== 'dose' && next?.at) || Number.POSITIVE_INFINITY,
      // A reminder that is sent late, or waits for a phone that is off, must not arrive in quiet hours.
      kind === 'weeklyReport' ? Number.POSITIVE_INFINITY : nextQuiet(quiet, at, zone),
    );
    const first = { ...moment, kind, since, until, channels, isRepeat: false };
    const again = at + REPEAT_AFTER_MS;
    const isRepeated = repeats && REPEATED.includes(kind) && again < until;
    return isRepeated ? [first, { ...first, at: again, isRepeat: true }] : [first];
  });
}

/** After the days that the person chose, `refill` reminds again two days before the last day, and on it. */
const LAST_CALLS = [2, 0];

/**
 * Whether `refill` reminds on a day: the days that are left have come down to the chosen number, or to one of the last
 * calls, since the day before. The reminder is due each day, and this decides whether it is sent, because each dose that is
 * logged may change how long the tablets last.
 *
 * @param before how many days were left on the day before; undefined if that was not known
 */
export function isRefillDay(left: number, before: number | undefined, daysBefore: number): boolean {
  return [daysBefore, ...LAST_CALLS.filter((days) => days < daysBefore)].some(
    (days) => left <= days && (before === undefined || before > days),
  );
}

/** Joins times that share an instant, in order of time. */
function oneForEachInstant(moments: readonly Moment[]): Moment[] {
  const joined = new Map<Instant, Moment>();
  for (const moment of [...moments].sort((a, b) => a.at - b.at || compareText(a.time, b.time))) {
    const doses = [...(joined.get(moment.at)?.doses ?? []), ...moment.doses];
    joined.set(moment.at, { ...moment, doses });
  }
  return [...joined.values()];
}

/** 1 (Monday) to 7 (Sunday). */
function weekdayOf(day: CalendarDate): number {
  return new Date(midnightOf(day)).getUTCDay() || 7;
}

/** Whether a wall-clock time is in the quiet hours, which may last over midnight. */
export function isQuiet(quiet: QuietHours | null, time: string): boolean {
  if (quiet === null) return false;
  const { from, to } = quiet;
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

/** When the next quiet hours after an instant begin. */
function nextQuiet(quiet: QuietHours | null, after: Instant, zone: string): Instant {
  if (quiet === null || quiet.from === quiet.to) return Number.POSITIVE_INFINITY;
  const day = dateOf(after, zone);
  const today = instantAt(day, quiet.from, zone);
  return today > after ? today : instantAt(addDays(day, 1), quiet.from, zone);
}

/**
 * Whether a reminder that was due may still be sent: the person may have turned off its kind or channel, or paused
 * reminders, while it waited.
 */
export function isStillOn(
  settings: ReminderSettings,
  { kind, day }: Pick<DueReminder, 'kind' | 'day'>,
  channel: ReminderChannel,
): boolean {
  const reminder = settings.reminders.find((each) => each.kind === kind);
  if (!reminder?.on || !reminder.channels.includes(channel)) return false;
  return !isPaused(settings, day);
}
