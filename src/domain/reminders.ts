import { type PlannedDose, plannedBetween, type RegimenVersion } from './regimen.ts';
import { compareText } from './sorted.ts';
import {
  addDays,
  type CalendarDate,
  DAY_MS,
  dateOf,
  type Instant,
  instantAt,
  midnightOf,
} from './zone.ts';

/**
 * Reminders at times of the person's own choice, on the clock of their present zone (DECISIONS 38). This file says when
 * they are due, until when they are of use, and whether the entry was made meanwhile. Nothing is sent here.
 */

export const REMINDER_KINDS = [
  'form',
  'checkIn',
  'dose',
  'exercise',
  'diary',
  'weeklyReport',
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export const REMINDER_CHANNELS = ['push', 'calendar', 'email'] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

/** Where a reminder of a kind can be sent. Email is too slow for a dose, and the weekly report is a letter. */
export const CHANNELS_OF: Readonly<Record<ReminderKind, readonly ReminderChannel[]>> = {
  form: REMINDER_CHANNELS,
  checkIn: REMINDER_CHANNELS,
  dose: ['push', 'calendar'],
  exercise: REMINDER_CHANNELS,
  diary: ['push'],
  weeklyReport: ['email'],
};

export const MAX_REMINDER_TIMES = 12;

/** One kind of reminder. */
export interface Reminder {
  readonly kind: ReminderKind;
  readonly on: boolean;
  /**
   * 'HH:MM', each once, at most `MAX_REMINDER_TIMES`, in order. Those of doses are in the regimen; a weekly report has one.
   */
  readonly times: readonly string[];
  /** The day of the weekly report, 1 (Monday) to 7 (Sunday); null for the other kinds. */
  readonly weekday: number | null;
  /** Of `CHANNELS_OF`. */
  readonly channels: readonly ReminderChannel[];
}

/** Times of a day without reminders, such as 22:00 to 07:00; `from` is included, `to` is not. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface ReminderSettings {
  /** One of each kind, in the order of `REMINDER_KINDS`. */
  readonly reminders: readonly Reminder[];
  readonly quiet: QuietHours | null;
  /** The last day without reminders, for a trip or for today; null if they are not paused. */
  readonly pausedUntil: CalendarDate | null;
  /** Whether a reminder names the medication. Without it, nothing on a locked phone says what it is for. */
  readonly showsNames: boolean;
  /** Whether a reminder is sent once more if the entry was not made meanwhile. */
  readonly repeats: boolean;
}

/** What is set until the person changes it: everything is off (DECISIONS 38). */
export const DEFAULT_REMINDERS: ReminderSettings = {
  reminders: [
    reminderOf('form', ['08:00', '13:00', '20:00']),
    reminderOf('checkIn', ['20:30']),
    reminderOf('dose', []),
    reminderOf('exercise', ['10:00']),
    reminderOf('diary', []),
    { kind: 'weeklyReport', on: false, times: ['09:00'], weekday: 1, channels: ['email'] },
  ],
  quiet: null,
  pausedUntil: null,
  showsNames: false,
  repeats: false,
};

function reminderOf(kind: ReminderKind, times: readonly string[]): Reminder {
  return { kind, on: false, times, weekday: null, channels: ['push'] };
}

/** A reminder that is due. */
export interface DueReminder {
  readonly kind: ReminderKind;
  readonly at: Instant;
  /** The wall-clock time that the reminder names, 'HH:MM'. */
  readonly time: string;
  /** The day of that time on the person's calendar. */
  readonly day: CalendarDate;
  /** From this instant on it is of no use any more. */
  readonly until: Instant;
  readonly channels: readonly ReminderChannel[];
  /** For doses: those that are planned at this time. */
  readonly doses: readonly PlannedDose[];
  /** Whether this is the second and last one. */
  readonly isRepeat: boolean;
}

/** How long after a reminder its repeat comes (ms). */
export const REPEAT_AFTER_MS = 15 * 60_000;

const HOUR_MS = 3_600_000;
/** How long a reminder is of use at most (ms). A later one of the same kind ends it. */
const USEFUL_MS: Readonly<Record<ReminderKind, number>> = {
  form: 3 * HOUR_MS,
  // A check-in can be made until 03:00.
  checkIn: 6 * HOUR_MS,
  dose: HOUR_MS,
  exercise: 4 * HOUR_MS,
  diary: 2 * HOUR_MS,
  weeklyReport: DAY_MS,
};

/**
 * The reminders from an instant (inclusive) to another (exclusive), in order of time. Paused days and quiet hours have
 * none. A wall-clock time that occurs twice is the first of the two, and a skipped one is shifted forward by the length of
 * the gap, as `instantAt` does.
 *
 * @param versions of all medications, for the planned times of doses
 * @param zone the person's present zone (IANA)
 */
export function remindersBetween(
  settings: ReminderSettings,
  versions: readonly RegimenVersion[],
  { from, to }: { readonly from: Instant; readonly to: Instant },
  zone: string,
): DueReminder[] {
  const due: DueReminder[] = [];
  // A repeat may belong to a reminder of the day before.
  const last = dateOf(to, zone);
  for (let day = addDays(dateOf(from, zone), -1); day <= last; day = addDays(day, 1)) {
    if (settings.pausedUntil !== null && day <= settings.pausedUntil) continue;
    due.push(...remindersOf(settings, versions, day, zone));
  }
  return due
    .filter(({ at, time }) => from <= at && at < to && !isQuiet(settings.quiet, time))
    .sort((a, b) => a.at - b.at || compareText(a.kind, b.kind));
}

/** The first reminder at or after an instant within eight days; undefined if there is none. */
export function nextReminder(
  settings: ReminderSettings,
  versions: readonly RegimenVersion[],
  from: Instant,
  zone: string,
): DueReminder | undefined {
  // The weekly report comes once in a week.
  for (let start = from; start < from + 8 * DAY_MS; start += DAY_MS) {
    const [first] = remindersBetween(settings, versions, { from: start, to: start + DAY_MS }, zone);
    if (first) return first;
  }
  // A pause may be longer.
  const { pausedUntil } = settings;
  if (pausedUntil === null || pausedUntil < dateOf(from, zone)) return undefined;
  return nextReminder({ ...settings, pausedUntil: null }, versions, endOf(pausedUntil, zone), zone);
}

/** All reminders of a day and their repeats, in any order. */
function remindersOf(
  settings: ReminderSettings,
  versions: readonly RegimenVersion[],
  day: CalendarDate,
  zone: string,
): DueReminder[] {
  return settings.reminders.flatMap((reminder) => {
    const { kind, on, channels, weekday } = reminder;
    if (!on || channels.length === 0) return [];
    if (weekday !== null && weekday !== weekdayOf(day)) return [];
    const times = kind === 'dose' ? doseTimes(versions, day, zone) : reminder.times;
    return [...times].sort(compareText).flatMap((time, index, all): DueReminder[] => {
      const at = instantAt(day, time, zone);
      const later = all[index + 1];
      const next = later === undefined ? Number.POSITIVE_INFINITY : instantAt(day, later, zone);
      const doses = kind === 'dose' ? dosesAt(versions, at, zone) : [];
      const until = Math.min(at + USEFUL_MS[kind], next);
      const first = { kind, at, time, day, until, channels, doses, isRepeat: false };
      const again = at + REPEAT_AFTER_MS;
      const isRepeated = settings.repeats && kind !== 'weeklyReport' && again < until;
      return isRepeated ? [first, { ...first, at: again, isRepeat: true }] : [first];
    });
  });
}

/** The planned times of a day, each once. */
function doseTimes(versions: readonly RegimenVersion[], day: CalendarDate, zone: string): string[] {
  const from = instantAt(day, '00:00', zone);
  const planned = plannedBetween(versions, from, endOf(day, zone), zone);
  return [...new Set(planned.map(({ time }) => time))];
}

function dosesAt(versions: readonly RegimenVersion[], at: Instant, zone: string): PlannedDose[] {
  return plannedBetween(versions, at, at + 1, zone);
}

function endOf(day: CalendarDate, zone: string): Instant {
  return instantAt(addDays(day, 1), '00:00', zone);
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

/** What was entered that makes a reminder needless. */
export interface EnteredSince {
  /** When forms were for. */
  readonly formsAt: readonly Instant[];
  /** The planned doses that are logged as taken or skipped, as `medicationId` and planned instant. */
  readonly loggedDoses: readonly { readonly medicationId: string; readonly at: Instant }[];
  /** The check-in of the reminder's day. */
  readonly checkIn: { readonly exerciseMinutes: number | null } | undefined;
}

/** How long before a reminder a form counts as the one that it reminds of (ms). */
const FORM_BEFORE_MS = 90 * 60_000;

/** Whether the entry that a reminder is for has been made. */
export function isEntered({ kind, at, doses }: DueReminder, entered: EnteredSince): boolean {
  switch (kind) {
    case 'form':
      return entered.formsAt.some((formAt) => formAt >= at - FORM_BEFORE_MS);
    case 'checkIn':
      return entered.checkIn !== undefined;
    case 'exercise':
      return entered.checkIn?.exerciseMinutes != null;
    case 'dose':
      return doses.every((dose) =>
        entered.loggedDoses.some(
          (each) => each.medicationId === dose.medicationId && each.at === dose.at,
        ),
      );
    default:
      return false;
  }
}
