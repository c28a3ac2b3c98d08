import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DIARY_STATES,
  type DiaryEntry,
  type DiaryState,
  diaryAverage,
  diaryDay,
  emptySlots,
  HALF_HOUR_MS,
  isRecalled,
  isSlot,
  offTime,
  sameAsBefore,
  sleepOfNight,
  slotAt,
  slotsOfDay,
  slotsOfNight,
} from './diary.ts';
import { addDays, DAY_MS, dateOf, type Instant, instantAt, isoIn } from './zone.ts';

const NEW_YORK = 'America/New_York';
const LORD_HOWE = 'Australia/Lord_Howe';
const KATHMANDU = 'Asia/Kathmandu';
const ZONES = [NEW_YORK, LORD_HOWE, KATHMANDU, 'America/Sao_Paulo', 'Africa/Cairo', 'UTC'];
const QUARTER_MS = 900_000;

/** Days on which clocks change, and some others; each with its zone and its number of half-hours. */
const DAYS = [
  ['2026-03-08', NEW_YORK, 46],
  ['2026-11-01', NEW_YORK, 50],
  ['2026-10-04', LORD_HOWE, 47],
  ['2026-04-05', LORD_HOWE, 49],
  ['2026-11-01', KATHMANDU, 48],
  // Clocks skip midnight.
  ['2018-11-04', 'America/Sao_Paulo', 46],
  ['2026-11-18', NEW_YORK, 48],
] as const;

const someZone = fc.constantFrom(...ZONES);
const someInstant = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
/** A day in a zone. In half of the samples it is one of `DAYS`, most of which have a clock change. */
const someDay = fc.oneof(
  fc.constantFrom(...DAYS.map(([day, zone]) => ({ day, zone }))),
  fc.record({ instant: someInstant, zone: someZone }).map(({ instant, zone }) => {
    return { day: dateOf(instant, zone), zone };
  }),
);

function clockOf(instant: Instant, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}

/**
 * A second implementation of the half-hours. It checks every quarter-hour around a day, and returns those at which the
 * clock shows a full or half hour that `isWanted` accepts.
 */
function halfHours(
  day: string,
  zone: string,
  isWanted: (clock: Temporal.PlainDateTime) => boolean,
): Instant[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const quarters = Array.from({ length: 4 * 96 }, (_, at) => midnight + (at - 192) * QUARTER_MS);
  return quarters.filter((instant) => {
    const clock = clockOf(instant, zone).toPlainDateTime();
    return clock.minute % 30 === 0 && isWanted(clock);
  });
}

function entry(slot: Instant, state: DiaryState = 'on', later = 0): DiaryEntry {
  return { slot, state, enteredAt: slot + HALF_HOUR_MS + later };
}

describe('the half-hours of a day', () => {
  it.each(DAYS)('%s in %s are %i', (day, zone, count) => {
    expect(slotsOfDay(day, zone)).toHaveLength(count);
  });

  it('are those of the clock, as Temporal counts them', () => {
    const property = fc.property(someDay, ({ day, zone }) => {
      const expected = halfHours(day, zone, (clock) => clock.toPlainDate().toString() === day);
      expect(slotsOfDay(day, zone)).toEqual(expected);
      expect(expected.every((slot) => isSlot(slot, zone))).toBe(true);
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('each contain the instants up to the next one', () => {
    const property = fc.property(someInstant, someZone, (instant, zone) => {
      const { minute, second, millisecond } = clockOf(instant, zone);
      const passed = ((minute % 30) * 60 + second) * 1000 + millisecond;
      expect(slotAt(instant, zone)).toBe(instant - passed);
      expect(isSlot(instant, zone)).toBe(passed === 0);
    });
    fc.assert(property);
    // An instant that begins a half-hour in New York begins none in Kathmandu.
    const slot = Date.parse('2026-11-18T17:00:00Z');
    expect([isSlot(slot, NEW_YORK), isSlot(slot, KATHMANDU)]).toEqual([true, false]);
    expect(isSlot(slot + QUARTER_MS, KATHMANDU)).toBe(true);
  });
});

describe('a day', () => {
  it.each(DAYS)('%s in %s counts with at most four of its half-hours empty', (day, zone, count) => {
    const entries = slotsOfDay(day, zone).map((slot) => entry(slot));
    const isComplete = (empty: number) =>
      diaryDay(day, entries.slice(empty), zone).isComplete && entries.length === count;
    expect([0, 4, 5, count].map(isComplete)).toEqual([true, true, false, false]);
  });

  it('counts with 44 of 48, and not with 43, whatever the other days have', () => {
    const [day, next] = ['2026-11-18', '2026-11-19'];
    const others = slotsOfDay(next, NEW_YORK).map((slot) => entry(slot));
    for (const [filled, isComplete] of [
      [44, true],
      [43, false],
    ] as const) {
      const own = slotsOfDay(day, NEW_YORK).slice(0, filled);
      const entries = [...others, ...own.map((slot) => entry(slot))];
      expect(diaryDay(day, entries, NEW_YORK)).toMatchObject({ slots: 48, filled, isComplete });
    }
  });

  it('adds up the hours of each state, as a second implementation does', () => {
    const someEntries = fc.array(
      fc.record({
        state: fc.constantFrom(...DIARY_STATES),
        later: fc.integer({ min: -HALF_HOUR_MS, max: DAY_MS }),
        isEmpty: fc.boolean(),
      }),
      { minLength: 150, maxLength: 150 },
    );
    const property = fc.property(someDay, someEntries, ({ day, zone }, values) => {
      const around = [addDays(day, -1), day, addDays(day, 1)].flatMap((each) =>
        slotsOfDay(each, zone),
      );
      const entries = around.flatMap((slot, index) => {
        const { state = 'on', later = 0, isEmpty = true } = values[index] ?? {};
        return isEmpty ? [] : [entry(slot, state, later)];
      });
      let [recalled, filled] = [0, 0];
      const minutes = { asleep: 0, off: 0, on: 0, onWithDyskinesia: 0 };
      const sums: Record<DiaryState, number> = { ...minutes, onWithTroublesomeDyskinesia: 0 };
      for (const { slot, state, enteredAt } of entries) {
        const begins = clockOf(slot, zone);
        if (begins.toPlainDate().toString() !== day) continue;
        filled += 1;
        sums[state] += 30;
        const limit = begins.add({ hours: 2, minutes: 30 });
        if (Temporal.ZonedDateTime.compare(clockOf(enteredAt, zone), limit) > 0) recalled += 1;
      }
      const totals = diaryDay(day, entries, zone);
      const hours = Object.entries(sums).map(([state, sum]) => [state, sum / 60]);
      expect(totals.hours).toEqual(Object.fromEntries(hours));
      expect(totals).toMatchObject({ recalled, filled });
      expect(totals.goodHours * 60).toBe(sums.on + sums.onWithDyskinesia);
      expect(totals.badHours * 60).toBe(sums.off + sums.onWithTroublesomeDyskinesia);
      expect(totals.awakeHours * 60).toBe(filled * 30 - sums.asleep);
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('an entry is recalled if it was made more than two hours after the half-hour, even asleep', () => {
    const slot = Date.parse('2026-11-18T06:00:00Z');
    const recalled = [0, 7_200_000, 7_200_001].map((later) =>
      isRecalled(entry(slot, 'asleep', later)),
    );
    expect(recalled).toEqual([false, false, true]);
  });
});

describe('an average', () => {
  it('uses only the complete days, and is in hours per day', () => {
    const dayOf = (day: string, state: DiaryState, filled: number) => {
      const slots = slotsOfDay(day, NEW_YORK).slice(0, filled);
      const entries = slots.map((slot, index) => entry(slot, index < 16 ? 'asleep' : state));
      return diaryDay(day, entries, NEW_YORK);
    };
    const days = [
      dayOf('2026-11-15', 'off', 48),
      dayOf('2026-11-16', 'onWithDyskinesia', 44),
      dayOf('2026-11-17', 'off', 43),
    ];
    expect(diaryAverage(days)).toEqual({
      days: 2,
      hours: { asleep: 8, off: 8, on: 0, onWithDyskinesia: 7, onWithTroublesomeDyskinesia: 0 },
      ...{ awakeHours: 15, badHours: 8, goodHours: 7 },
    });
    expect(diaryAverage(days.slice(2))).toBeUndefined();
    expect(diaryAverage([])).toBeUndefined();
  });
});

describe('what is to be filled in', () => {
  const day = '2026-11-18';
  const at = (time: string) => instantAt(day, time, NEW_YORK);
  const shown = (slots: readonly Instant[] = []) =>
    slots.map((slot) => isoIn(slot, NEW_YORK).slice(11, 16));

  it('the empty half-hours that have begun, the latest first', () => {
    const entries = ['00:00', '01:00'].map((time) => entry(at(time)));
    const empty = (now: string) => shown(emptySlots(day, entries, at(now), NEW_YORK));
    expect(empty('02:00')).toEqual(['02:00', '01:30', '00:30']);
    expect(empty('02:29')).toEqual(['02:00', '01:30', '00:30']);
    expect(emptySlots(addDays(day, 1), [], at('23:59'), NEW_YORK)).toEqual([]);
    expect(emptySlots(addDays(day, -1), entries, at('02:00'), NEW_YORK)).toHaveLength(48);
  });

  it('same as before: the state of the last entry of today, in the empty half-hours since', () => {
    const entries = [
      entry(at('10:00'), 'off'),
      entry(at('08:00'), 'on'),
      entry(at('11:30'), 'asleep'),
    ];
    const same = (now: string, some = entries) => {
      const { state, slots } = sameAsBefore(some, at(now), NEW_YORK) ?? {};
      return [state, ...shown(slots)];
    };
    expect(same('11:00')).toEqual(['off', '10:30', '11:00']);
    expect(same('12:10')).toEqual(['asleep', '12:00']);
    expect(same('11:45')).toEqual([undefined]);
    expect(same('07:00')).toEqual([undefined]);
    const ofYesterday = entries.map((each) => ({ ...each, slot: each.slot - DAY_MS }));
    expect(same('12:00', ofYesterday)).toEqual([undefined]);
  });
});

describe('a time that is off', () => {
  const at = (time: string) => instantAt('2026-11-18', time, NEW_YORK);
  const entries = [
    entry(at('08:00'), 'off'),
    entry(at('09:00'), 'off'),
    entry(at('09:30'), 'off'),
    entry(at('15:00'), 'off'),
  ];

  it('lasts from its first half-hour until three hours after the last one', () => {
    const last = { since: at('09:00'), last: at('09:30') };
    expect(offTime(entries, at('09:59'), NEW_YORK)).toEqual({ ...last, untilNow: [] });
    expect(offTime(entries, at('10:20'), NEW_YORK)).toEqual({ ...last, untilNow: [] });
    const untilNow = [at('10:00'), at('10:30')];
    expect(offTime(entries, at('11:00'), NEW_YORK)).toEqual({ ...last, untilNow });
    expect(offTime(entries, at('13:00'), NEW_YORK)?.untilNow).toHaveLength(6);
    expect(offTime(entries, at('13:01'), NEW_YORK)).toBeUndefined();
  });

  it('is ended by any other state, and does not begin before the first entry', () => {
    expect(
      offTime([...entries.slice(0, 3), entry(at('10:00'))], at('10:10'), NEW_YORK),
    ).toBeUndefined();
    expect(offTime(entries, at('07:00'), NEW_YORK)).toBeUndefined();
    expect(offTime([], at('10:00'), NEW_YORK)).toBeUndefined();
  });
});

describe('a night', () => {
  const MINUTES = { from: 22 * 60 + 30, until: 7 * 60 };

  it.each([
    ['over midnight', '2026-11-18', MINUTES, 17],
    ['after midnight', '2026-11-18', { from: 60, until: 7 * 60 }, 12],
    ['over the hour that is skipped', '2026-03-08', MINUTES, 15],
    ['over the hour that comes twice', '2026-11-01', MINUTES, 19],
    ['of a whole day', '2026-11-18', { from: 420, until: 420 }, 48],
    ['until midnight', '2026-11-18', { from: MINUTES.from, until: 0 }, 3],
    // Both times are rounded to the nearest half-hour: from midnight to 6:30.
    ['of other minutes', '2026-11-18', { from: 23 * 60 + 50, until: 6 * 60 + 35 }, 13],
  ])('%s has its half-hours', (_what, day, times, count) => {
    const slots = slotsOfNight(day, times, NEW_YORK);
    expect(slots).toHaveLength(count);
    expect(slots).toEqual(slots.toSorted((a, b) => a - b));
  });

  it('has the entered sleep from 6:00 PM to noon', () => {
    const at = (day: string, clock: string, state: DiaryState = 'asleep') => {
      const slot = instantAt(day, clock, NEW_YORK);
      return { slot, state, enteredAt: slot };
    };
    const night = [at('2026-11-17', '18:00'), at('2026-11-18', '11:30')];
    const others = [
      at('2026-11-17', '17:30'),
      at('2026-11-18', '03:00', 'on'),
      at('2026-11-18', '12:00'),
    ];
    expect(sleepOfNight('2026-11-18', [...others, ...night], NEW_YORK)).toEqual(night);
  });

  it('has the half-hours that Temporal finds between both times', () => {
    const someTime = fc.integer({ min: 0, max: 47 }).map((halfHour) => halfHour * 30);
    const property = fc.property(someDay, someTime, someTime, ({ day, zone }, from, until) => {
      const midnight = Temporal.PlainDate.from(day).toPlainDateTime();
      const first = midnight.add({ minutes: from }).subtract({ days: from < until ? 0 : 1 });
      const end = midnight.add({ minutes: until });
      const expected = halfHours(
        day,
        zone,
        (clock) =>
          Temporal.PlainDateTime.compare(clock, first) >= 0 &&
          Temporal.PlainDateTime.compare(clock, end) < 0,
      );
      expect(slotsOfNight(day, { from, until }, zone)).toEqual(expected);
    });
    fc.assert(property, { numRuns: 60 });
  });
});
