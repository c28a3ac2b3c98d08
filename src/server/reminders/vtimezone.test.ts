import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { vtimezone } from './vtimezone.ts';

const FROM = '2026-11-18';
const ZONES = [
  ...Intl.supportedValuesOf('timeZone'),
  ...['UTC', 'GMT', 'Etc/GMT+5', 'Etc/GMT-14', 'Asia/Calcutta', 'US/Pacific', 'Asia/Saigon'],
];

describe('a described zone', () => {
  it('has the clock times of Node’s data for six years, in every zone', () => {
    const first = Temporal.PlainDate.from(FROM);
    for (const zone of ZONES) {
      const described = parsed(vtimezone(zone, FROM));
      expect(described.tzid).toBe(zone);
      for (const day of daysToTry(first, zone)) {
        for (const hour of [0, 4, 12]) {
          const time = day.toPlainDateTime({ hour });
          // Parsers differ on times that are skipped or occur twice.
          const later = time.toZonedDateTime(zone, { disambiguation: 'later' });
          const earlier = time.toZonedDateTime(zone, { disambiguation: 'earlier' });
          if (!later.equals(earlier)) continue;
          const { year, month, day: date } = time;
          const read = ICAL.Time.fromData({ year, month, day: date, hour }, described);
          const found = [zone, `${time}`, read.toUnixTime() * 1000];
          expect(found).toEqual([zone, `${time}`, later.epochMilliseconds]);
        }
      }
    }
  });

  it.each([
    ['Europe/Berlin', ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU']],
    ['America/New_York', ['FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU']],
    ['Asia/Kathmandu', []],
    ['America/Mexico_City', []],
  ])('has rules without an end in %s', (zone, rules) => {
    const component = ICAL.Component.fromString(vtimezone(zone, FROM).replaceAll('\n', '\r\n'));
    const observances = component.getAllSubcomponents();
    expect(observances).toHaveLength(Math.max(rules.length, 1));
    const found = observances.flatMap((each) => each.getAllProperties('rrule'));
    expect(found.map((each) => `${each.getFirstValue()}`)).toEqual(rules);
  });

  it('is right on its first day, also in summer', () => {
    for (const from of ['2026-11-18', '2026-07-01', '2026-03-29', '2026-10-25', '2027-01-01']) {
      const described = parsed(vtimezone('Europe/Berlin', from));
      const noon = Temporal.PlainDate.from(from).toPlainDateTime({ hour: 12 });
      const { year, month, day, hour } = noon;
      const read = ICAL.Time.fromData({ year, month, day, hour }, described);
      const expected = noon.toZonedDateTime('Europe/Berlin').epochMilliseconds;
      expect([from, read.toUnixTime() * 1000]).toEqual([from, expected]);
    }
  });
});

function parsed(text: string): ICAL.Timezone {
  return new ICAL.Timezone(ICAL.Component.fromString(text.replaceAll('\n', '\r\n')));
}

/** The days around each clock change of six years, and the first of each quarter. */
function daysToTry(first: Temporal.PlainDate, zone: string): Temporal.PlainDate[] {
  const days = Array.from({ length: 24 }, (_, index) => first.add({ months: 3 * index }));
  const end = first.add({ years: 6 }).toZonedDateTime(zone);
  let change = first.toZonedDateTime(zone).getTimeZoneTransition('next');
  while (change && Temporal.ZonedDateTime.compare(change, end) < 0) {
    const day = change.toPlainDate();
    days.push(day.subtract({ days: 1 }), day, day.add({ days: 1 }));
    change = change.getTimeZoneTransition('next');
  }
  return days.filter((day) => Temporal.PlainDate.compare(day, first) >= 0);
}
