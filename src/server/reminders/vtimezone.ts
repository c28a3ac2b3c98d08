import type { CalendarDate } from '../../domain/zone.ts';

/** The number of years whose clock changes are read. */
const YEARS = 20;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A change of a zone's offset from UTC. */
interface ClockChange {
  /** The local time of the change, in the offset that ends then. */
  readonly at: Temporal.PlainDateTime;
  /** The last nanosecond before the change. */
  readonly before: Temporal.ZonedDateTime;
  /** The instant of the change. */
  readonly after: Temporal.ZonedDateTime;
}

/**
 * Describes a time zone for calendar files (RFC 5545, 3.6.5), from Node's own time zone data: published collections are
 * too old for countries that have changed their rules. A change that follows the same rule every year becomes an RRULE
 * without an end. Other changes, such as Egypt's on the day after the last Thursday of October, are listed for `YEARS`
 * years.
 *
 * @param zone any name of the IANA database, aliases included
 * @param from the first day for which the offset must be right
 * @returns the component VTIMEZONE, with LF between its lines
 * @throws RangeError if there is no such zone
 */
export function vtimezone(zone: string, from: CalendarDate): string {
  const start = Temporal.PlainDate.from(from).toZonedDateTime(zone);
  // The changes in the year before `from` determine the offset of the first day.
  const changes = clockChanges(start.subtract({ years: 1 }));
  const isKnown = changes.some(({ after }) => Temporal.ZonedDateTime.compare(after, start) <= 0);
  const groups = Map.groupBy(changes, ({ before, after }) => `${before.offset} ${after.offset}`);
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...(isKnown ? [] : observance({ before: start, after: start }, 'DTSTART:19700101T000000')),
    ...[...groups.values()].flatMap(described),
    'END:VTIMEZONE',
  ].join('\n');
}

/** The changes of `YEARS` years, in order. */
function clockChanges(start: Temporal.ZonedDateTime): ClockChange[] {
  const end = start.add({ years: YEARS });
  const changes: ClockChange[] = [];
  let after = start.getTimeZoneTransition('next');
  while (after && Temporal.ZonedDateTime.compare(after, end) < 0) {
    const before = after.subtract({ nanoseconds: 1 });
    const at = after.withTimeZone(before.offset).toPlainDateTime();
    changes.push({ at, before, after });
    after = after.getTimeZoneTransition('next');
  }
  return changes;
}

/** Describes changes between the same two offsets: with one RRULE if they follow a rule, otherwise one by one. */
function described(changes: readonly ClockChange[]): string[] {
  const [first] = changes;
  const rule = yearlyRule(changes.map(({ at }) => at));
  if (first && rule) return observance(first, `DTSTART:${basic(first.at)}`, rule);
  return changes.flatMap((change) => observance(change, `DTSTART:${basic(change.at)}`));
}

function observance(
  { before, after }: Pick<ClockChange, 'before' | 'after'>,
  ...onsets: readonly string[]
): string[] {
  const kind = before.offsetNanoseconds < after.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    ...onsets,
    `TZOFFSETFROM:${before.offset.replace(':', '')}`,
    `TZOFFSETTO:${after.offset.replace(':', '')}`,
    `END:${kind}`,
  ];
}

/** The RRULE of changes that follow a rule, such as the last Sunday of March at 2:00; undefined if they follow none. */
function yearlyRule(changes: readonly Temporal.PlainDateTime[]): string | undefined {
  const [first] = changes;
  const same = (part: (change: Temporal.PlainDateTime, index: number) => string | number) =>
    new Set(changes.map(part)).size === 1;
  if (!first || changes.length < YEARS || !same(({ year }, index) => year - index))
    return undefined;
  if (!same((change) => change.toPlainTime().toString())) return undefined;
  if (!same(({ month }) => month) || !same(({ dayOfWeek }) => dayOfWeek)) return undefined;
  const weekday = WEEKDAYS[first.dayOfWeek - 1];
  const rule = (position: number) =>
    `RRULE:FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${position}${weekday}`;
  const fromStart = ({ day }: Temporal.PlainDateTime) => Math.ceil(day / 7);
  if (same(fromStart)) return rule(fromStart(first));
  const isLast = changes.every(({ day, daysInMonth }) => day > daysInMonth - 7);
  return isLast ? rule(-1) : undefined;
}

/** 'YYYYMMDDTHHMMSS'. */
function basic(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}
