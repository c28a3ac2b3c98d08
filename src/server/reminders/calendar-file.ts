import ical, {
  ICalAlarmType,
  ICalEventRepeatingFreq,
  ICalEventTransparency,
  ICalWeekday,
} from 'ical-generator';
import { type CalendarDate, type Instant, minuteOf } from '../../domain/zone.ts';
import { vtimezone } from './vtimezone.ts';

/** A reminder, as it is written to a calendar file. */
export interface CalendarReminder {
  /** Such as 'dose'. The kind and the index in `times` identify an event, so that a later import replaces it. */
  readonly kind: string;
  /** 'HH:MM' (00:00 to 23:59), as the person's clock shows it. */
  readonly times: readonly string[];
  /**
   * The title of the event at a time. Its words must be neutral, because calendar companies can read it and lock
   * screens show it.
   */
  readonly title: (time: string) => string;
  /** The day of a weekly reminder, 1 (Monday) to 7. Without it the reminder is daily. */
  readonly weekday?: number;
}

const WEEKDAYS = [
  ICalWeekday.MO,
  ICalWeekday.TU,
  ICalWeekday.WE,
  ICalWeekday.TH,
  ICalWeekday.FR,
  ICalWeekday.SA,
  ICalWeekday.SU,
] as const;

/**
 * Writes reminders as an iCalendar file (RFC 5545) for a single import. For each time, the file has an event that
 * repeats forever, with an alarm. Calendars keep the wall-clock time over clock changes. If the clocks skip a time on a
 * day, calendars leave out the event (RFC 5545, 3.3.10) or shift it by up to an hour. If the time occurs twice,
 * calendars show the event once.
 *
 * An import replaces the events of an earlier import that have the same identifier: the n-th time of a kind replaces
 * the earlier n-th time. If there are fewer times than before, people have to delete the remaining events themselves.
 *
 * @param reminders with at least one time: a calendar file without events is not valid
 * @param person.id identifies the person in the file and nowhere else; it has letters, digits, hyphens and underscores
 * @param person.from the first day
 * @param person.madeAt the time of writing, by which calendars tell a newer file from an older one
 * @throws RangeError if there is no such zone
 */
export function calendarFile(
  reminders: readonly CalendarReminder[],
  person: {
    readonly id: string;
    readonly timeZone: string;
    readonly from: CalendarDate;
    readonly madeAt: Instant;
  },
): string {
  const { id, timeZone, from, madeAt } = person;
  const calendar = ical({
    prodId: '//Symptom Tracker//Reminders//EN',
    // The calendar as a whole has no zone: with one, the library would write the file's creation time in that zone, not
    // in UTC.
    timezone: { name: null, generator: (zone) => vtimezone(zone, from) },
  });
  const counts = new Map<string, number>();
  for (const { kind, times, title, weekday } of reminders) {
    for (const time of times) {
      const position = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, position);
      const event = calendar.createEvent({
        id: `${id}-${kind}-${position}`,
        sequence: minuteOf(madeAt),
        stamp: new Date(madeAt),
        start: firstTime({ from, time, timeZone, weekday }),
        timezone: timeZone,
        summary: printable(title(time)),
        transparency: ICalEventTransparency.TRANSPARENT,
        repeating:
          weekday === undefined
            ? { freq: ICalEventRepeatingFreq.DAILY }
            : { freq: ICalEventRepeatingFreq.WEEKLY, byDay: WEEKDAYS[weekday - 1] },
      });
      event.createAlarm({ type: ICalAlarmType.display, trigger: 0 });
    }
  }
  return `${calendar}\r\n`;
}

/**
 * The first date and time of a reminder on or after the day `from`. If the clocks skip that time, the reminder starts
 * one occurrence earlier, because a calendar that shifts the first occurrence shifts all later ones.
 */
function firstTime({
  from,
  time,
  timeZone,
  weekday,
}: {
  from: CalendarDate;
  time: string;
  timeZone: string;
  weekday: number | undefined;
}): Temporal.PlainDateTime {
  const day = Temporal.PlainDate.from(from);
  const wait = weekday === undefined ? 0 : (weekday - day.dayOfWeek + 7) % 7;
  let first = day.add({ days: wait }).toPlainDateTime(Temporal.PlainTime.from(time));
  while (!first.toZonedDateTime(timeZone).toPlainDateTime().equals(first)) {
    first = first.subtract({ days: weekday === undefined ? 1 : 7 });
  }
  return first;
}

/** Removes control characters, which a text value must not contain (RFC 5545, 3.3.11). */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed();
}
