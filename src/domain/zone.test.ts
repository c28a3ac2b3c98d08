import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZONES } from './testing/zones.ts';
import {
  addDays,
  DAY_MS,
  dateOf,
  daysBetween,
  hourOf,
  type Instant,
  instantAt,
  isCalendarDate,
  isoIn,
  localTimeOf,
  startOfDay,
  timeOf,
} from './zone.ts';

const NEW_YORK = 'America/New_York';

const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2100, 11, 31);
const anInstant = fc.integer({ min: FIRST, max: LAST });
const aZone = fc.constantFrom(...ZONES);
const aDate = anInstant.map((instant) => new Date(instant).toISOString().slice(0, 10));
const RUNS = { numRuns: 3000 };

describe('compared with Temporal', () => {
  it('gives the calendar day of any instant in any zone', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        expect(dateOf(instant, zone)).toBe(clock(instant, zone).toPlainDate().toString());
      }),
      RUNS,
    );
  });

  it('gives the hour of any instant in any zone', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        expect(hourOf(localTimeOf(instant, zone))).toBe(clock(instant, zone).hour);
      }),
      RUNS,
    );
  });

  it('gives the local time around each clock change of any zone', () => {
    for (const zone of ZONES) {
      for (const change of clockChanges(zone)) {
        for (const distance of [-DAY_MS, -1, 0, 1, DAY_MS]) {
          const instant = change + distance;
          const local = clock(instant, zone).toPlainDateTime().toZonedDateTime('UTC');
          expect([zone, localTimeOf(instant, zone)]).toEqual([zone, local.epochMilliseconds]);
        }
      }
    }
  });

  it('formats any instant with the offset of any zone', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const options = { timeZoneName: 'never', smallestUnit: 'second' } as const;
        expect(isoIn(instant, zone)).toBe(clock(instant, zone).toString(options));
        expect(Date.parse(isoIn(instant, zone))).toBe(Math.floor(instant / 1000) * 1000);
      }),
      RUNS,
    );
  });

  it('gives the first instant of any day in any zone', () => {
    fc.assert(
      fc.property(aDate, aZone, (date, zone) => {
        expect(startOfDay(date, zone)).toBe(firstInstantOf(date, zone));
      }),
      RUNS,
    );
  });

  it('converts any date and time to an instant and back, in any zone', () => {
    fc.assert(
      fc.property(aDate, fc.nat(24 * 60 - 1), aZone, (date, minutes, zone) => {
        const time = clockText(minutes);
        const instant = instantAt(date, time, zone);
        expect(instant).toBe(instantOf(date, time, zone));
        // A skipped time becomes a later one.
        expect(timeOf(instant, zone) >= time || dateOf(instant, zone) > date).toBe(true);
      }),
      RUNS,
    );
  });

  it.each(ZONES)('gives the instants of every minute around the clock changes of %s', (zone) => {
    for (const change of clockChanges(zone)) {
      for (let minute = -180; minute <= 180; minute += 15) {
        const around = clock(change + minute * 60_000, zone).toPlainDateTime();
        const [date, time] = [around.toPlainDate().toString(), around.toString().slice(11, 16)];
        expect(instantAt(date, time, zone)).toBe(instantOf(date, time, zone));
      }
    }
  });

  it.each(ZONES)('agrees around every clock change of %s', (zone) => {
    for (const change of clockChanges(zone)) {
      for (const instant of [change - 1, change, change + 1, change - DAY_MS, change + DAY_MS]) {
        const { hour } = clock(instant, zone);
        const date = clock(instant, zone).toPlainDate().toString();
        expect([instant, hourOf(localTimeOf(instant, zone))]).toEqual([instant, hour]);
        expect([instant, dateOf(instant, zone)]).toEqual([instant, date]);
        expect([date, startOfDay(date, zone)]).toEqual([date, firstInstantOf(date, zone)]);
      }
    }
  });

  it('adds days to a date as the calendar does', () => {
    fc.assert(
      fc.property(aDate, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
        expect(addDays(date, days)).toBe(Temporal.PlainDate.from(date).add({ days }).toString());
      }),
      RUNS,
    );
  });

  it('counts the days between two dates, both included', () => {
    fc.assert(
      fc.property(aDate, aDate, (first, last) => {
        expect(daysBetween(first, last)).toBe(Temporal.PlainDate.from(first).until(last).days + 1);
      }),
      RUNS,
    );
  });

  it('recognizes calendar dates among any numbers', () => {
    const upTo = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), upTo(13), upTo(32), (year, month, day) => {
        const text = [pad(year, 4), pad(month, 2), pad(day, 2)].join('-');
        expect([text, isCalendarDate(text)]).toEqual([text, isDateForTemporal(text)]);
      }),
      RUNS,
    );
  });
});

describe('days and instants', () => {
  it('assigns every instant to the day that contains it', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const date = dateOf(instant, zone);
        expect(startOfDay(date, zone)).toBeLessThanOrEqual(instant);
        expect(startOfDay(addDays(date, 1), zone)).toBeGreaterThan(instant);
      }),
      RUNS,
    );
  });

  it('counts the days that were added', () => {
    fc.assert(
      fc.property(aDate, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days + 1);
      }),
      RUNS,
    );
  });

  it('counts one day from a date to itself, and zero to the day before', () => {
    expect(daysBetween('2026-11-21', '2026-11-21')).toBe(1);
    expect(daysBetween('2026-11-21', '2026-11-20')).toBe(0);
    expect(daysBetween('2026-11-21', '2026-11-19')).toBe(-1);
  });

  it('crosses the ends of months and years, and 29 February in leap years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('starts the days of both clock changes at local midnight', () => {
    expect(startOfDay('2026-03-08', NEW_YORK)).toBe(Date.parse('2026-03-08T05:00:00Z'));
    expect(startOfDay('2026-03-09', NEW_YORK)).toBe(Date.parse('2026-03-09T04:00:00Z'));
    expect(startOfDay('2026-11-01', NEW_YORK)).toBe(Date.parse('2026-11-01T04:00:00Z'));
    expect(startOfDay('2026-11-02', NEW_YORK)).toBe(Date.parse('2026-11-02T05:00:00Z'));
  });

  it('starts a day without midnight at the end of the gap', () => {
    expect(startOfDay('2026-04-24', 'Africa/Cairo')).toBe(Date.parse('2026-04-24T01:00:00+03:00'));
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe(
      Date.parse('2018-11-04T01:00:00-02:00'),
    );
  });

  it('starts a day with midnight inside the gap at the end of the gap, not an hour later', () => {
    const afterGap = Date.parse('1919-03-31T00:30:00-04:00');
    expect(startOfDay('1919-03-31', 'America/Toronto')).toBe(afterGap);
    expect(firstInstantOf('1919-03-31', 'America/Toronto')).toBe(afterGap);
  });

  it('starts a day with two midnights at the first one', () => {
    expect(startOfDay('2026-11-01', 'America/Havana')).toBe(
      Date.parse('2026-11-01T00:00:00-04:00'),
    );
  });

  it('starts the day that Samoa skipped together with the day after it', () => {
    const next = Date.parse('2011-12-31T00:00:00+14:00');
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(next);
    expect(startOfDay('2011-12-31', 'Pacific/Apia')).toBe(next);
  });

  it('puts the first millisecond of a day in that day, and the one before it in the day before', () => {
    const midnight = Date.parse('2026-11-21T00:00:00-05:00');
    expect(dateOf(midnight, NEW_YORK)).toBe('2026-11-21');
    expect(hourOf(localTimeOf(midnight, NEW_YORK))).toBe(0);
    expect(dateOf(midnight - 1, NEW_YORK)).toBe('2026-11-20');
    expect(hourOf(localTimeOf(midnight - 1, NEW_YORK))).toBe(23);
  });

  // While a person types '2026', the date field passes through 0002, 0020 and 0202.
  it.each(['0002-01-01', '0020-06-15', '0099-12-31', '0202-06-15'])(
    'reads %s as that year, not as a year of the 1900s',
    (date) => {
      expect(dateOf(startOfDay(date, NEW_YORK), NEW_YORK)).toBe(date);
      expect(startOfDay(date, 'UTC')).toBe(Date.parse(`${date}T00:00:00Z`));
    },
  );
});

describe('a calendar date', () => {
  it.each(['2026-11-21', '1900-01-01', '2024-02-29', '2000-02-29', '9999-12-31'])(
    'is %j',
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '12026-01-01',
    '+002026-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026/01/01',
    '01/02/2026',
    '٢٠٢٦-٠١-٠١',
    'today',
  ])('is not %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

function clock(instant: Instant, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}

function firstInstantOf(date: string, zone: string): Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

function clockChanges(zone: string): Instant[] {
  const changes: Instant[] = [];
  let change = clock(FIRST, zone).getTimeZoneTransition('next');
  while (change && change.epochMilliseconds <= LAST) {
    changes.push(change.epochMilliseconds);
    change = change.getTimeZoneTransition('next');
  }
  return changes;
}

function isDateForTemporal(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function clockText(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Temporal's result: the first of two instants; a skipped time shifts forward by the length of the gap. */
function instantOf(date: string, time: string, zone: string): Instant {
  const shown = Temporal.PlainDateTime.from(`${date}T${time}`);
  return shown.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}
