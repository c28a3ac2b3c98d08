import { describe, expect, it } from 'vitest';
import { DEFAULT_DATE_STYLE } from './formats.ts';
import type { RegimenVersion } from './regimen.ts';
import { NO_COMPARISON } from './report-changes.ts';
import { LEVODOPA } from './testing/doses.ts';
import { daysText, diaryDaysText, visitDayText } from './visit-days.ts';
import type { VisitDiary, VisitDiaryDay, VisitRegimenChange } from './visit-summary.ts';
import {
  authorsText,
  badShare,
  completeDays,
  diaryFigures,
  diaryTotals,
  filledText,
  halfHoursText,
  minutesText,
  periodTitle,
  personTitle,
  planTimes,
  regimenChangeWords,
  symptomChangeWords,
} from './visit-words.ts';

const STYLE = DEFAULT_DATE_STYLE;
const TODAY = '2026-11-18';
const BRITISH = { hourCycle: 'h23', dateOrder: 'dmy' } as const;

describe('days', () => {
  it('are read in the person’s order', () => {
    expect(visitDayText('2026-12-03', STYLE)).toBe('Thu, Dec 3');
    expect(visitDayText('2026-12-03', BRITISH)).toBe('Thu 3 Dec');
    const diary = { first: '2026-11-30', last: '2026-12-02' };
    expect(diaryDaysText(diary, STYLE)).toBe('Mon, Tue and Wed, Nov 30 to Dec 2');
  });

  it.each([
    ['2026-10-24', '2026-11-21', 'Oct 24 to Nov 21, 2026'],
    ['2025-12-24', '2026-01-21', 'Dec 24, 2025 to Jan 21, 2026'],
    ['2026-11-21', '2026-11-21', 'Nov 21, 2026'],
  ])('from %s to %s', (first, last, text) => {
    expect(daysText({ first, last }, STYLE)).toBe(text);
  });
});

describe('the title of the period', () => {
  const made = {
    ...{ style: STYLE, zone: 'America/New_York', madeAt: '2026-11-19T02:00:00Z' },
    ...{ basis: 'chosen' as const, lastVisit: '2026-10-24' },
    days: { first: '2026-10-22', last: '2026-11-18' },
  };

  it('is since the last visit, the last days up to today, or the days themselves', () => {
    expect(periodTitle({ ...made, basis: 'lastVisit' })).toBe('Since the last visit (Oct 24)');
    expect(periodTitle(made)).toBe('The last 28 days');
    const days = { first: '2026-10-22', last: '2026-11-17' };
    expect(periodTitle({ ...made, days })).toBe('Oct 22 to Nov 17, 2026');
  });
});

it('names a person with their age, if they are known', () => {
  const person = { name: 'Grace Hopper', age: 74, diagnosedYear: 2020 };
  expect(personTitle(person)).toBe('Grace Hopper, 74');
  expect(personTitle({ ...person, name: '', age: null })).toBe('Name not given');
});

describe('a change of medication', () => {
  const at = (...times: string[]) => times.map((time) => ({ time, amount: 1 }));
  const three: RegimenVersion = { ...LEVODOPA, times: at('08:00', '12:00', '16:00') };
  const four = { ...three, times: at('08:00', '11:00', '14:00', '17:00') };

  it.each<[Partial<VisitRegimenChange>, string]>([
    [{ before: three }, 'Levodopa/carbidopa 100 mg, 3 → 4 times a day.'],
    [{ before: null }, 'Levodopa/carbidopa 100 mg, new, 4 times a day.'],
    [{ before: four, isEnd: true }, 'Levodopa/carbidopa 100 mg ended.'],
    [
      { before: { ...four, strength: 200 } },
      'Levodopa/carbidopa 200 mg → Levodopa/carbidopa 100 mg, still 4 times a day.',
    ],
    [
      { before: { ...four, times: at('07:00', '11:00', '14:00', '17:00') } },
      'Levodopa/carbidopa 100 mg, 4 times a day, at other times or amounts.',
    ],
    [
      { before: { ...four, times: [], asNeeded: true } },
      'Levodopa/carbidopa 100 mg, as needed → 4 times a day.',
    ],
    [{ before: { ...four, times: at('08:00') } }, 'Levodopa/carbidopa 100 mg, 1 → 4 times a day.'],
  ])('%o', (change, text) => {
    const added = { day: '2026-11-03', version: four, isEnd: false, isFirstPlan: false };
    const whole = { ...added, before: null, ...change };
    expect(regimenChangeWords(whole, STYLE)).toBe(`Nov 3: ${text}`);
  });

  it('of the first plan does not say that the medication is new', () => {
    const first = {
      day: '2026-11-03',
      version: four,
      isEnd: false,
      isFirstPlan: true,
      before: null,
    };
    expect(regimenChangeWords(first, STYLE)).toBe(
      'In this app since Nov 3: Levodopa/carbidopa 100 mg, 4 times a day.',
    );
  });

  it('has its times, with an amount only where it changes', () => {
    const at = (time: string, amount: number) => ({ time, amount });
    const times = [at('20:00', 0.5), at('08:00', 1), at('12:00', 1), at('16:30', 1)];
    const plan = { ...three, times, asNeeded: true };
    expect(planTimes(plan, STYLE)).toEqual([
      '1 at 8 AM',
      'noon',
      '4:30 PM',
      '½ at 8 PM',
      'as needed',
    ]);
    expect(planTimes({ ...three, times: [] }, STYLE)).toEqual(['no times']);
  });
});

describe('changes of symptoms', () => {
  const mean = (value: number, count: number) => ({ mean: value, count });
  const stiffness = { name: 'Stiffness', before: mean(3.1, 84), now: mean(2.4, 78) };
  const pain = { name: 'Pain', before: mean(2, 10), now: mean(3, 12) };

  it.each([
    [
      { symptoms: [stiffness, pain], compared: 3, tooFew: 1 },
      [
        'Stiffness went down on average, 3.1 → 2.4 (84 → 78 ratings).',
        'Pain went up on average, 2.0 → 3.0 (10 → 12 ratings).',
        'No other symptom changed by half a point or more.',
        '1 symptom has too few ratings to compare.',
      ],
    ],
    [
      { symptoms: [], compared: 2, tooFew: 2 },
      [
        'No symptom changed by half a point or more.',
        '2 symptoms have too few ratings to compare.',
      ],
    ],
    [{ symptoms: [pain], compared: 1, tooFew: 0 }, [expect.stringContaining('Pain went up')]],
    [{ symptoms: [], compared: 0, tooFew: 3 }, ['There are too few ratings to compare.']],
    [{ symptoms: [], compared: 0, tooFew: 0 }, ['There are no ratings in this period.']],
    [null, [NO_COMPARISON]],
  ])('%o', (changes, sentences) => {
    expect(symptomChangeWords(changes)).toEqual(sentences);
  });
});

it.each([
  [undefined, '–'],
  [{ lower: -2.5, median: 12.4, upper: 31 }, '12 min (\u22122 to 31)'],
])('minutes from the plan: %o', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text);
});

describe('the diary', () => {
  const hours = {
    ...{ asleep: 8.7, off: 2.4, on: 10 },
    ...{ onWithDyskinesia: 1.9, onWithTroublesomeDyskinesia: 0.5 },
  };
  const diary: VisitDiary = {
    days: [],
    average: { days: 2, hours, awakeHours: 14.8, badHours: 2.9, goodHours: 11.9 },
    ...{ dayCount: 3, filled: 135, slots: 144, recalled: 40 },
  };

  it('has its averages, the share of bad time, and how complete it is', () => {
    expect(diaryFigures(diary)).toEqual([
      { value: '2.4 h', of: 'off a day, mean of 2 complete days' },
      { value: '0.5 h', of: 'troublesome dyskinesia, of 2 complete days' },
    ]);
    expect(diaryTotals(diary)).toBe('On 11.9 h, asleep 8.7 h a day.');
    expect(badShare(diary)).toBe('Off or troublesome dyskinesia: 20 % of the waking day.');
    expect(completeDays(diary, TODAY, STYLE)).toBe('2 of 3 days are complete.');
    expect(halfHoursText(diary)).toBe(
      '135 of 144 half-hours are filled in. 40 of these, counting sleep, were filled in more than two hours later.',
    );
  });

  it.each([
    [{ day: TODAY, filled: 45, isComplete: true }, ', Nov 18 so far', '45 of 48 so far'],
    [{ day: TODAY, filled: 48, isComplete: true }, '', '48 of 48'],
    [{ day: TODAY, filled: 20, isComplete: false }, '', '20 of 48 so far'],
    [{ day: '2026-11-17', filled: 45, isComplete: true }, '', '45 of 48'],
  ])('says of a day that is not over what there is so far: %o', (change, end, filled) => {
    const day = { slots: 48, ...change } as VisitDiaryDay;
    const text = completeDays({ ...diary, days: [day] }, TODAY, STYLE);
    expect(text).toBe(`2 of 3 days are complete${end}.`);
    expect(filledText(day, TODAY)).toBe(filled);
  });

  it('has none without a complete day', () => {
    const none = { ...diary, average: undefined };
    expect(diaryFigures(none)).toEqual([]);
    expect(diaryTotals(none)).toContain('No day is complete.');
    expect(badShare(none)).toBeUndefined();
    expect(completeDays(none, TODAY, STYLE)).toBe('0 of 3 days are complete.');
  });
});

it('says who made the entries', () => {
  const person = { name: 'Grace Hopper', age: 74, diagnosedYear: null };
  const authors = [
    { author: 'self', entries: 112 },
    { author: 'Ada', entries: 3 },
  ];
  expect(authorsText({ person, authors })).toBe('Entries by Grace Hopper: 112, by Ada: 3.');
  expect(authorsText({ person, authors: [] })).toBe('There are no entries in this period.');
});
