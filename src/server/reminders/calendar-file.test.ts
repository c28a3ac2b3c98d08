import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { describe, expect, it } from 'vitest';
import { addDays, DAY_MS, type Instant, instantAt } from '../../domain/zone.ts';
import { type CalendarReminder, calendarFile } from './calendar-file.ts';

const HOUR_MS = 3_600_000;
const MADE_AT = Date.parse('2026-11-18T17:00:30Z');
const FROM = '2026-11-18';
const PERSON = { id: 'a1b2', timeZone: 'Europe/Berlin', from: FROM, madeAt: MADE_AT };
/** More than a year, so that it contains both clock changes. */
const DAYS = Array.from({ length: 400 }, (_, index) => addDays(FROM, index));

function dosesAt(times: readonly string[], more: Partial<CalendarReminder> = {}): CalendarReminder {
  return { kind: 'dose', times, title: (time) => `Time for your ${time} entry`, ...more };
}

/** Parses a file. Returns the occurrences of each event before `until`, by the identifier of the event. */
type Occurrences = (file: string, until: Instant) => Record<string, Instant[]>;

/** Reads a file with ical.js, which takes time zones only from the file. */
const byIcalJs: Occurrences = (file, until) => {
  const calendar = ICAL.Component.fromString(file);
  return Object.fromEntries(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const occurrences: Instant[] = [];
      const iterator = event.iterator();
      for (let time = iterator.next(); time; time = iterator.next()) {
        const instant = time.toUnixTime() * 1000;
        if (instant >= until) break;
        occurrences.push(instant);
      }
      return [event.uid, occurrences];
    }),
  );
};

/** Reads a file with node-ical, which looks up time zones by their names. */
const byNodeIcal: Occurrences = (file, until) =>
  Object.fromEntries(
    Object.values(nodeIcal.sync.parseICS(file)).flatMap((event) => {
      if (event?.type !== 'VEVENT') return [];
      const range = { from: new Date(MADE_AT - 7 * DAY_MS), to: new Date(until - 1) };
      const found = nodeIcal.expandRecurringEvent(event, range);
      return [[event.uid, found.map(({ start }) => start.getTime())]];
    }),
  );

/** True if the clocks show this time exactly once on this day. */
function isClear(day: string, time: string, zone: string): boolean {
  const shown = Temporal.PlainDateTime.from(`${day}T${time}`);
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(zone, { disambiguation }),
  );
  return earlier?.epochMilliseconds === later?.epochMilliseconds;
}

const PARSERS = { 'ical.js': byIcalJs, 'node-ical': byNodeIcal };

describe.each(Object.entries(PARSERS))('according to %s', (_name, occurrencesIn) => {
  it.each([
    ['Europe/Berlin', ['08:00', '01:59', '02:00', '02:30', '03:00']],
    ['America/New_York', ['08:00', '01:30', '02:00', '02:30', '23:59']],
    ['Asia/Kathmandu', ['08:00', '00:00', '02:30', '23:59']],
    ['Australia/Lord_Howe', ['08:00', '01:30', '01:45', '02:00', '02:15', '02:30']],
    // Zones whose clocks change by no simple rule, or at midnight.
    ['Africa/Cairo', ['08:00', '00:00', '00:30', '23:30']],
    ['America/Santiago', ['08:00', '00:00', '23:30']],
    ['Asia/Gaza', ['08:00', '01:30', '02:30']],
    // Names that collections of time zones often lack.
    ['Asia/Calcutta', ['08:00']],
    ['US/Pacific', ['08:00', '02:30']],
    ['UTC', ['08:00']],
    ['Etc/UTC', ['08:00']],
    ['Etc/GMT+5', ['08:00']],
    ['GMT', ['08:00']],
  ])('reminders in %s are due at their times every day, as in the app', (timeZone, times) => {
    const file = calendarFile([dosesAt(times)], { ...PERSON, timeZone });
    const until = instantAt(addDays(FROM, DAYS.length), '00:00', timeZone);
    const found = occurrencesIn(file, until);
    expect(Object.keys(found)).toEqual(times.map((_, index) => `a1b2-dose-${index + 1}`));
    for (const [index, time] of times.entries()) {
      const due = (day: string) => instantAt(day, time, timeZone);
      const [clear, unclear] = [true, false].map((wanted) =>
        DAYS.filter((day) => isClear(day, time, timeZone) === wanted).map(due),
      ) as [Instant[], Instant[]];
      expect(unclear.length).toBeLessThanOrEqual(2);
      // If clocks skip a time or show it twice, the parsers may differ by up to an hour.
      const isUnclear = (instant: Instant) =>
        unclear.some((other) => Math.abs(instant - other) <= HOUR_MS);
      const instants = found[`a1b2-dose-${index + 1}`] ?? [];
      expect([time, instants.filter((each) => !isUnclear(each))]).toEqual([time, clear]);
      expect(instants.length).toBeLessThanOrEqual(DAYS.length);
    }
  });

  it.each([
    ['the day', '2027-03-28'],
    ['the day before', '2027-03-27'],
  ])(
    'a file that begins on %s of a skipped time keeps the time of the other days',
    (_day, from) => {
      const file = calendarFile([dosesAt(['02:30'])], { ...PERSON, from });
      const [instants = []] = Object.values(
        occurrencesIn(file, Date.parse('2027-04-10T00:00:00Z')),
      );
      const times = instants.map((each) => new Date(each).toISOString());
      expect(times.filter((each) => !each.startsWith('2027-03-28')).slice(0, 3)).toEqual([
        '2027-03-27T01:30:00.000Z',
        '2027-03-29T00:30:00.000Z',
        '2027-03-30T00:30:00.000Z',
      ]);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7])('a weekly reminder is due on its day (%i)', (weekday) => {
    const weekly = dosesAt(['18:00'], { kind: 'weeklyReport', weekday });
    const until = instantAt(addDays(FROM, DAYS.length), '00:00', PERSON.timeZone);
    const found = occurrencesIn(calendarFile([weekly], PERSON), until);
    const days = DAYS.filter((day) => Temporal.PlainDate.from(day).dayOfWeek === weekday);
    expect(found).toEqual({
      'a1b2-weeklyReport-1': days.map((day) => instantAt(day, '18:00', PERSON.timeZone)),
    });
  });

  it('a weekly reminder keeps its day if the clocks skip its first time', () => {
    const weekly = dosesAt(['02:30'], { weekday: 7 });
    const file = calendarFile([weekly], { ...PERSON, from: '2027-03-28' });
    const [first = 0] =
      Object.values(occurrencesIn(file, Date.parse('2027-06-01T00:00:00Z')))[0] ?? [];
    expect(first).toBe(instantAt('2027-03-21', '02:30', PERSON.timeZone));
  });
});

describe('an event', () => {
  const [event] = ICAL.Component.fromString(
    calendarFile([dosesAt(['08:00'])], PERSON),
  ).getAllSubcomponents('vevent');
  const property = (name: string) => event?.getFirstProperty(name)?.toICALString();

  it('has an alarm at its time, and leaves the person free', () => {
    const [alarm, ...others] = event?.getAllSubcomponents('valarm') ?? [];
    expect(others).toEqual([]);
    expect(alarm?.toString().split('\r\n')).toEqual([
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:PT0S',
      'DESCRIPTION:Time for your 08:00 entry',
      'END:VALARM',
    ]);
    expect(property('transp')).toBe('TRANSP:TRANSPARENT');
  });

  it('names its zone, and the time of writing in UTC', () => {
    expect(property('dtstart')).toBe('DTSTART;TZID=Europe/Berlin:20261118T080000');
    expect(property('dtstamp')).toBe('DTSTAMP:20261118T170030Z');
  });

  it('has no properties but those that a reminder needs', () => {
    const names = event?.getAllProperties().map(({ name }) => name);
    expect(names).toEqual(['uid', 'sequence', 'dtstamp', 'dtstart', 'rrule', 'summary', 'transp']);
  });
});

describe('a second file', () => {
  const eventsOf = (reminders: CalendarReminder[], madeAt = MADE_AT) =>
    ICAL.Component.fromString(calendarFile(reminders, { ...PERSON, madeAt }))
      .getAllSubcomponents('vevent')
      .map((each) => new ICAL.Event(each));

  it('replaces the events of the first, at whatever times they are', () => {
    const forms = { kind: 'form', times: ['12:00'], title: () => 'Form' };
    const first = eventsOf([dosesAt(['08:00', '18:00']), forms]);
    const second = eventsOf([forms, dosesAt(['09:00']), dosesAt(['20:00'])], MADE_AT + 60_000);
    const ids = (events: typeof first) => events.map(({ uid }) => uid).sort();
    expect(new Set(ids(first)).size).toBe(3);
    expect(ids(second)).toEqual(ids(first));
    for (const [index, { sequence }] of second.entries()) {
      expect(sequence).toBeGreaterThan(first[index]?.sequence ?? Number.NaN);
    }
  });

  it('is the same as the first if nothing changed', () => {
    const file = () => calendarFile([dosesAt(['08:00'])], PERSON);
    expect(file()).toBe(file());
  });

  it('of another person replaces nothing', () => {
    const file = (id: string) => calendarFile([dosesAt(['08:00'])], { ...PERSON, id });
    const until = MADE_AT + DAY_MS;
    expect(Object.keys(byIcalJs(file('other'), until))).not.toEqual(
      Object.keys(byIcalJs(file('a1b2'), until)),
    );
  });
});

describe('the text of a title', () => {
  it.each([
    ['has marks', 'commas, semicolons; colons: and "quotes"'],
    ['has backslashes', 'a \\ backslash, also before n: \\n and \\, and \\;'],
    ['has any script', 'ümläuts, 日本語, עברית, 🩺🩺🩺, and combining e\u0301 '.repeat(5).trim()],
    ['is long', 'a'.repeat(500)],
    ['looks like a formula', '=HYPERLINK("https://evil.example")'],
    ['is empty', ''],
  ])('is read as it was written if it %s', (_what, title) => {
    const file = calendarFile([dosesAt(['08:00'], { title: () => title })], PERSON);
    const [event] = Object.values(nodeIcal.sync.parseICS(file)).filter(
      (each) => each?.type === 'VEVENT',
    );
    // node-ical reads an escaped backslash before n as a line break, so only ical.js checks such a title.
    if (!title.includes('\\')) expect(event).toHaveProperty('summary', title);
    const [component] = ICAL.Component.fromString(file).getAllSubcomponents('vevent');
    expect(component && new ICAL.Event(component).summary).toBe(title);
  });

  it.each([
    [
      'line breaks',
      'Time\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil',
      'Time END:VEVENT BEGIN:VEVENT UID:evil',
    ],
    ['a line feed', 'Time\nATTACH:https://evil.example', 'Time ATTACH:https://evil.example'],
    [
      'a carriage return',
      'Time\rATTENDEE:mailto:me@evil.example',
      'Time ATTENDEE:mailto:me@evil.example',
    ],
    ['control characters', 'a\u0000b\u0007c\u001b[31md\u007fe\u0085f\tg', 'a b c [31md e f g'],
    ['half a character', 'half a pair: \ud83e', 'half a pair: \ufffd'],
  ])('adds no lines and no control characters if it has %s', (_what, title, shown) => {
    const file = calendarFile([dosesAt(['08:00'], { title: () => title })], PERSON);
    const [component, ...others] = ICAL.Component.fromString(file).getAllSubcomponents('vevent');
    expect(others).toEqual([]);
    expect(component && new ICAL.Event(component).summary).toBe(shown);
    expect(component?.getAllProperties()).toHaveLength(7);
    // The file contains no control characters except its line ends.
    expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('the lines of a file', () => {
  it('end with CR and LF and have at most 75 bytes, and no character is split', () => {
    const title = () => `${'ü日🩺'.repeat(60)}`;
    const file = calendarFile([dosesAt(['08:00'], { title })], PERSON);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const lines = file.split('\r\n');
    expect(lines.join('')).not.toMatch(/[\r\n]/);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.isWellFormed()).toBe(true);
  });
});

it('a zone that does not exist is an error', () => {
  const person = { ...PERSON, timeZone: 'America/Atlantis' };
  expect(() => calendarFile([dosesAt(['08:00'])], person)).toThrow(RangeError);
});
