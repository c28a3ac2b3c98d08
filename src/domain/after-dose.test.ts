import { describe, expect, it } from 'vitest';
import {
  type AfterDose,
  afterDose,
  afterDoseFinding,
  afterDoseSentence,
  apartText,
  type DoseBins,
  HOURS_AFTER_DOSE,
  type HoursAfterDose,
  tooFewText,
} from './after-dose.ts';
import { plannedStatuses } from './doses.ts';
import { plannedBetween } from './regimen.ts';
import { dose, LEVODOPA, on20 } from './testing/doses.ts';
import { DAY_MS, dateOf, type Instant } from './zone.ts';

const NEW_YORK = 'America/New_York';

function rating(time: string, severity = 3) {
  return { at: on20(time), severity };
}

function taken(time: string) {
  return { at: on20(time), date: dateOf(on20(time), 'UTC') };
}

function plan(time: string, isLogged: boolean) {
  return { at: on20(time), isLogged };
}

/** The number of ratings in each bin and group that is not empty. */
function places({ bins, withoutDose, notLogged }: AfterDose): Record<string, number> {
  return Object.fromEntries(
    Object.entries({ ...counts(bins), withoutDose, notLogged }).filter(([, n]) => n > 0),
  );
}

function counts(bins: DoseBins): Record<HoursAfterDose, number> {
  return Object.fromEntries(HOURS_AFTER_DOSE.map((bin) => [bin, bins[bin].n])) as never;
}

describe('the group of a rating', () => {
  it.each([
    ['08:00', '0-1'],
    ['08:59:59.999', '0-1'],
    ['09:00', '1-2'],
    ['10:00', '2-3'],
    ['11:00', '3-4'],
    ['11:59', '3-4'],
    ['12:00', 'over 4'],
    ['16:00', 'over 4'],
    ['16:00:59', 'over 4'],
    ['16:01', 'withoutDose'],
    ['07:59:59', 'withoutDose'],
  ])('at %s is %s after a dose at 8:00', (time, place) => {
    expect(places(afterDose([rating(time)], [taken('08:00')], []))).toEqual({ [place]: 1 });
  });

  it('follows a dose in the same minute, and no later dose', () => {
    const doses = [taken('04:30'), taken('08:00:59')];
    expect(places(afterDose([rating('08:00:01')], doses, []))).toEqual({ '0-1': 1 });
    expect(places(afterDose([rating('07:59:59')], doses, []))).toEqual({ '3-4': 1 });
  });

  it.each([
    ['not logged', [plan('08:00', false)], 'notLogged'],
    ['logged', [plan('08:00', true)], '1-2'],
    ['one of two not logged', [plan('05:00', false), plan('08:00', true)], 'notLogged'],
    ['planned in the same minute', [plan('09:30:59', false)], 'notLogged'],
    ['planned after it', [plan('09:31', false)], '1-2'],
    ['planned exactly eight hours before', [plan('01:30', false)], 'notLogged'],
    ['planned more than eight hours before', [plan('01:29', false)], '1-2'],
  ])('with a planned dose %s', (_, planned, place) => {
    const found = afterDose([rating('09:30')], [taken('08:00')], planned);
    expect(places(found)).toEqual({ [place]: 1 });
  });

  it('is that of a dose that was not logged, even if no dose was taken', () => {
    expect(places(afterDose([rating('09:30')], [], [plan('08:00', false)]))).toEqual({
      notLogged: 1,
    });
    expect(places(afterDose([rating('09:30')], [], [plan('08:00', true)]))).toEqual({
      withoutDose: 1,
    });
  });

  it.each([
    ['go forward', '2026-03-08T01:30-05:00', '2026-03-08T03:15-04:00', '0-1'],
    ['go back', '2026-11-01T01:30-04:00', '2026-11-01T01:30-05:00', '1-2'],
  ])('follows the time that passed when the clocks %s', (_, doseAt, ratingAt, place) => {
    const at = Date.parse(doseAt);
    const found = afterDose(
      [{ at: Date.parse(ratingAt), severity: 2 }],
      [{ at, date: dateOf(at, NEW_YORK) }],
      [],
    );
    expect(places(found)).toEqual({ [place]: 1 });
  });
});

describe('the first dose of the day', () => {
  it('is counted apart from the later doses', () => {
    const ratings = ['08:30', '09:10', '12:10', '23:00', '21 00:10'].map((time) => rating(time));
    const doses = ['20:00', '12:00', '08:00'].map(taken);
    const { bins, firstOfDay, laterOfDay } = afterDose(ratings, doses, []);
    expect(counts(bins)).toEqual({ '0-1': 2, '1-2': 1, '2-3': 0, '3-4': 1, 'over 4': 1 });
    expect(counts(firstOfDay)).toEqual({ '0-1': 1, '1-2': 1, '2-3': 0, '3-4': 0, 'over 4': 0 });
    expect(counts(laterOfDay)).toEqual({ '0-1': 1, '1-2': 0, '2-3': 0, '3-4': 1, 'over 4': 1 });
  });

  it('is the first of a date in the zone where it was logged', () => {
    // 8:00 on 20 November in Tokyo, then 8:00 on the same date in New York, 14 hours later.
    const [tokyo, home] = [on20('19 23:00'), on20('13:00')];
    const doses = [
      { at: tokyo, date: '2026-11-20' },
      { at: home, date: '2026-11-20' },
    ];
    const { firstOfDay, laterOfDay } = afterDose([rating('19 23:30'), rating('13:30')], doses, []);
    expect([firstOfDay['0-1'].n, laterOfDay['0-1'].n]).toEqual([1, 1]);
    const inUtc = doses.map(({ at }) => ({ at, date: dateOf(at, 'UTC') }));
    expect(afterDose([rating('13:30')], inUtc, []).firstOfDay['0-1'].n).toBe(1);
  });

  it('may be two doses of different medications in one minute', () => {
    const doses = [taken('08:00:10'), taken('08:00:50')];
    expect(afterDose([rating('08:10')], doses, []).firstOfDay['0-1'].n).toBe(1);
  });
});

describe('the figures of a bin', () => {
  const ratings = (severities: number[]) => severities.map((each) => rating('08:30', each));
  const bin = (severities: number[]) =>
    afterDose(ratings(severities), [taken('08:00')], []).bins['0-1'];

  it('are quartiles from five ratings', () => {
    expect(bin([5, 1, 2, 4, 2])).toEqual({ n: 5, lower: 2, median: 2, upper: 4 });
    expect(bin([1, 2, 3, 4, 5, 5])).toEqual({ n: 6, lower: 2.25, median: 3.5, upper: 4.75 });
  });

  it('are undefined below five, and the count stays', () => {
    const none = { lower: undefined, median: undefined, upper: undefined };
    expect(bin([5, 1, 2, 4])).toEqual({ n: 4, ...none });
    expect(bin([])).toEqual({ n: 0, ...none });
  });
});

describe('the sentence', () => {
  const at = (times: string[], severity: number) => times.map((time) => rating(time, severity));
  const five = (time: string) => Array.from({ length: 5 }, () => time);
  const sentence = (ratings: ReturnType<typeof rating>[], days = 28) =>
    afterDoseSentence('Tremor', days, afterDose(ratings, [taken('08:00')], []));

  it('has the first and the last bin with enough ratings', () => {
    const ratings = [
      ...at(five('08:30'), 2),
      ...at(five('10:30'), 5),
      ...at([...five('12:30'), '13:00'], 3),
      rating('13:00', 4),
      ...at(five('13:00'), 4),
    ];
    expect(sentence(ratings)).toBe(
      'Tremor, 28 days: median 2 in the first hour after a dose (5 ratings), 3.5 after more than four hours (12 ratings).',
    );
  });

  it('has one bin if only one has enough', () => {
    expect(sentence([...at(five('12:30'), 4), rating('08:10')], 1)).toBe(
      'Tremor, 1 day: median 4 at more than four hours after a dose (5 ratings).',
    );
    expect(sentence([...at(five('09:30'), 4), ...at(five('11:30'), 1)])).toBe(
      'Tremor, 28 days: median 4 in the second hour after a dose (5 ratings), 1 in the fourth (5 ratings).',
    );
  });

  it('says so if no bin has enough', () => {
    const few = [...at(['08:10', '08:20', '08:30'], 2), rating('09:30')];
    for (const ratings of [few, []]) {
      expect(sentence(ratings)).toBe('Too few ratings yet: each hour needs 5.');
    }
  });

  it('finds the lowest and the highest median of the two symptoms that differ most', () => {
    const result = (ratings: ReturnType<typeof rating>[]) =>
      afterDose(ratings, [taken('08:00')], []);
    const tremor = [...at(five('08:30'), 3), ...at(five('09:30'), 2), ...at(five('10:30'), 1)];
    const stiffness = [...at(five('08:30'), 1), ...at(five('10:30'), 5), ...at(five('11:30'), 4)];
    const even = [...at(five('08:30'), 2), ...at(five('12:30'), 2)];
    const found = (...named: [string, ReturnType<typeof rating>[]][]) =>
      afterDoseFinding(named.map(([name, ratings]) => ({ name, result: result(ratings) }))).join(
        ' ',
      );
    expect(found(['Tremor', tremor])).toBe(
      'Tremor: 3 in the first hour after a dose, 1 in the third.',
    );
    expect(found(['Balance', even], ['Tremor', tremor], ['Stiffness', stiffness])).toBe(
      'Stiffness: 1 in the first hour after a dose, 5 in the third. Tremor: 3 in the first hour, 1 in the third.',
    );
    expect(found(['Balance', even])).toBe('Balance: 2 in the first hour after a dose.');
    expect(found(['Balance', []])).toBe('Too few ratings yet: each hour needs 5.');
  });
});

it('works with a regimen and logged doses across a clock change', () => {
  const times = ['08:00', '13:00', '18:00'].map((time) => ({ time, amount: 1 }));
  const from = Date.parse('2026-10-30T00:00-04:00');
  const to = Date.parse('2026-11-04T00:00-05:00');
  const planned = plannedBetween([{ ...LEVODOPA, times }], from, to, NEW_YORK);
  // Each planned dose is taken ten minutes after its planned time, except those of 2 November, which are not logged.
  const isLogged = (at: Instant) => dateOf(at, NEW_YORK) !== '2026-11-02';
  const doses = planned
    .filter(({ at }) => isLogged(at))
    .map(({ at }) => dose(String(at), '00:00', { takenAt: at + 600_000, scheduledFor: at }));
  const ratings = planned.map(({ at }) => ({ at: at + 2 * 3_600_000, severity: 2 }));
  const found = afterDose(
    ratings,
    doses.map(({ takenAt }) => ({ at: takenAt, date: dateOf(takenAt, NEW_YORK) })),
    plannedStatuses(planned, doses).map(({ planned: { at }, status }) => {
      return { at, isLogged: status !== 'notLogged' };
    }),
  );
  expect(to - from).toBe(5 * DAY_MS + 3_600_000);
  expect(places(found)).toEqual({ '1-2': 12, notLogged: 3 });
  expect(found.firstOfDay['1-2'].n).toBe(4);
});

it('says how many ratings a bin has, and how many it needs', () => {
  expect([0, 1, 4].map(tooFewText)).toEqual([
    'too few (0 ratings, 5 needed)',
    'too few (1 rating, 5 needed)',
    'too few (4 ratings, 5 needed)',
  ]);
});

describe('the ratings that are not in the chart', () => {
  it.each([
    [0, 0, ''],
    [2, 0, 'Ratings that are not in the chart: no dose within 8 hours (2).'],
    [0, 1, 'Ratings that are not in the chart: a planned dose was not logged (1).'],
    [
      2,
      1,
      'Ratings that are not in the chart: no dose within 8 hours (2), a planned dose was not logged (1).',
    ],
  ])('without a dose %i, not logged %i: %s', (withoutDose, notLogged, text) => {
    expect(apartText([{ withoutDose, notLogged }])).toBe(text);
  });

  it('are those of the symptom with the most of them, if symptoms differ', () => {
    const [few, many] = [
      { withoutDose: 2, notLogged: 0 },
      { withoutDose: 0, notLogged: 3 },
    ];
    expect(apartText([few, few])).toBe(
      'Ratings that are not in the chart: no dose within 8 hours (2).',
    );
    expect(apartText([few, many])).toBe(
      'Ratings that are not in the chart, at most: a planned dose was not logged (3).',
    );
    expect(apartText([])).toBe('');
  });
});
