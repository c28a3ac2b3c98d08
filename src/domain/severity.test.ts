import { describe, expect, it } from 'vitest';
import {
  averageByPart,
  averageByTimeOfDay,
  type RatedForm,
  TIMES_OF_DAY,
  type TimeOfDay,
  timeOfDay,
} from './severity.ts';
import { spanOf } from './windows.ts';
import { type LocalTime, localTimeOf } from './zone.ts';

const NEW_YORK = 'America/New_York';
const NO_RATINGS = { mean: null, count: 0 };

function at(time: string): LocalTime {
  return Temporal.PlainDateTime.from(time).toZonedDateTime('UTC').epochMilliseconds;
}

function form(localTime: LocalTime, ratings: Record<string, number>): RatedForm {
  return {
    localTime,
    ratings: Object.entries(ratings).map(([name, severity]) => ({ name, severity })),
  };
}

/** The times of day whose averages count a form of this local time. */
function countedIn(time: LocalTime): TimeOfDay[] {
  const span = { from: time, to: time + 1 };
  const averages = averageByTimeOfDay([form(time, { Tremor: 3 })], 'Tremor', span);
  return TIMES_OF_DAY.filter((time) => averages[time].count > 0);
}

describe('the time of day', () => {
  it.each([
    [0, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [16, 'afternoon'],
    [17, 'evening'],
    [23, 'evening'],
  ])('of hour %i is %s', (hour, time) => {
    expect(timeOfDay(hour)).toBe(time);
  });

  describe.each([
    ['an ordinary day', '2026-11-18'],
    ['the day the clocks go forward', '2026-03-08'],
    ['the day the clocks go back', '2026-11-01'],
  ])('on %s', (_, date) => {
    it.each([
      ['00:00', 'morning'],
      ['11:59:59.999', 'morning'],
      ['12:00', 'afternoon'],
      ['12:00:00.001', 'afternoon'],
      ['16:59', 'afternoon'],
      ['16:59:59.999', 'afternoon'],
      ['17:00', 'evening'],
      ['23:59', 'evening'],
      ['23:59:59.999', 'evening'],
    ])('at local time %s is %s', (time, expected) => {
      for (const zone of [NEW_YORK, 'Asia/Kolkata', 'Australia/Lord_Howe']) {
        const instant = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone);
        const localTime = localTimeOf(instant.epochMilliseconds, zone);
        expect([zone, ...countedIn(localTime)]).toEqual([zone, expected]);
      }
    });
  });

  it('is morning for both hours from 1 to 2 on the day the clocks go back', () => {
    for (const offset of ['-04:00', '-05:00']) {
      const instant = Date.parse(`2026-11-01T01:30:00${offset}`);
      expect(countedIn(localTimeOf(instant, NEW_YORK))).toEqual(['morning']);
    }
  });

  it('depends on the zone where the form was made', () => {
    const noon = Date.parse('2026-11-18T12:00:00-05:00');
    expect(countedIn(localTimeOf(noon, NEW_YORK))).toEqual(['afternoon']);
    expect(countedIn(localTimeOf(noon, 'Europe/Berlin'))).toEqual(['evening']);
    expect(countedIn(localTimeOf(noon, 'America/Los_Angeles'))).toEqual(['morning']);
  });
});

describe('averages by part', () => {
  const parts = [
    { from: 100, to: 200 },
    { from: 200, to: 300 },
    { from: 300, to: 400 },
  ];

  it('are the mean and the number of the ratings in each part', () => {
    const forms = [
      form(100, { Tremor: 2 }),
      form(150, { Tremor: 5 }),
      form(199, { Tremor: 3 }),
      form(350, { Tremor: 1 }),
      form(360, { Tremor: 2 }),
    ];
    expect(averageByPart(forms, 'Tremor', parts)).toEqual([
      { mean: 10 / 3, count: 3 },
      NO_RATINGS,
      { mean: 1.5, count: 2 },
    ]);
  });

  it('count a form at the boundary of two parts for the later one', () => {
    const forms = [form(200, { Tremor: 4 })];
    expect(averageByPart(forms, 'Tremor', parts).map(({ count }) => count)).toEqual([0, 1, 0]);
  });

  it('ignore forms before the first part, and at or after the end of the last part', () => {
    const forms = [form(99, { Tremor: 4 }), form(400, { Tremor: 4 }), form(401, { Tremor: 4 })];
    expect(averageByPart(forms, 'Tremor', parts)).toEqual([NO_RATINGS, NO_RATINGS, NO_RATINGS]);
  });

  it('are a gap and never 0 without ratings', () => {
    expect(averageByPart([], 'Tremor', parts).map(({ mean }) => mean)).toEqual([null, null, null]);
    expect(averageByPart([form(150, { Pain: 2 })], 'Tremor', parts)[0]).toEqual(NO_RATINGS);
    expect(averageByPart([form(150, {})], 'Tremor', parts)[0]).toEqual(NO_RATINGS);
  });

  it('count only the forms in which the symptom was rated', () => {
    const forms = [form(110, { Tremor: 4, Pain: 1 }), form(120, { Pain: 5 })];
    expect(averageByPart(forms, 'Tremor', parts)[0]).toEqual({ mean: 4, count: 1 });
    const { morning } = averageByTimeOfDay(forms, 'Tremor', { from: 0, to: 200 });
    expect(morning).toEqual({ mean: 4, count: 1 });
  });

  it('are an empty list without parts', () => {
    expect(averageByPart([form(150, { Tremor: 2 })], 'Tremor', [])).toEqual([]);
  });

  it('do not depend on the order of the forms', () => {
    const forms = [form(110, { Tremor: 1 }), form(310, { Tremor: 5 }), form(120, { Tremor: 4 })];
    expect(averageByPart(forms.toReversed(), 'Tremor', parts)).toEqual(
      averageByPart(forms, 'Tremor', parts),
    );
  });
});

describe('averages by time of day', () => {
  const span = spanOf({ first: '2026-11-15', last: '2026-11-21' });

  it('are the mean of the ratings at each time of day, over all days', () => {
    const forms = [
      form(at('2026-11-15T08:00'), { Tremor: 5, Pain: 1 }),
      form(at('2026-11-21T09:00'), { Tremor: 4 }),
      form(at('2026-11-18T20:00'), { Tremor: 2 }),
    ];
    expect(averageByTimeOfDay(forms, 'Tremor', span)).toEqual({
      morning: { mean: 4.5, count: 2 },
      afternoon: NO_RATINGS,
      evening: { mean: 2, count: 1 },
    });
  });

  it('count the first and the last millisecond of the window, and none outside it', () => {
    const counts = (time: LocalTime) =>
      TIMES_OF_DAY.map((ofDay) => {
        const forms = [form(time, { Tremor: 3 })];
        return averageByTimeOfDay(forms, 'Tremor', span)[ofDay].count;
      });
    expect(counts(at('2026-11-14T23:59:59.999'))).toEqual([0, 0, 0]);
    expect(counts(at('2026-11-15T00:00'))).toEqual([1, 0, 0]);
    expect(counts(at('2026-11-21T23:59:59.999'))).toEqual([0, 0, 1]);
    expect(counts(at('2026-11-22T00:00'))).toEqual([0, 0, 0]);
  });

  it('are a gap and never 0 without ratings', () => {
    expect(averageByTimeOfDay([], 'Tremor', span)).toEqual({
      morning: NO_RATINGS,
      afternoon: NO_RATINGS,
      evening: NO_RATINGS,
    });
  });
});

describe('a past symptom', () => {
  const morning = at('2026-11-18T08:00');
  const forms = [form(morning, { Tremor: 5, Pain: 1 }), form(morning + 1, { Shaking: 2, Pain: 3 })];
  const span = spanOf({ first: '2026-11-18', last: '2026-11-18' });

  it.each([
    ['Tremor', { mean: 5, count: 1 }],
    ['Shaking', { mean: 2, count: 1 }],
    ['Pain', { mean: 2, count: 2 }],
    ['tremor', NO_RATINGS],
    ['Trem', NO_RATINGS],
  ])('counts only for the name it was logged with: %s', (name, average) => {
    expect(averageByPart(forms, name, [span])).toEqual([average]);
    expect(averageByTimeOfDay(forms, name, span).morning).toEqual(average);
  });
});
