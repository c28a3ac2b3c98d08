import type { Visit } from '../../contract/entities.ts';
import { visit } from '../../contract/kinds/visit.ts';
import type { DiaryState } from '../../domain/diary.ts';
import { fallSection } from '../../domain/fall-section.ts';
import { DEFAULT_DATE_STYLE } from '../../domain/formats.ts';
import type { SymptomFigures } from '../../domain/report-figures.ts';
import type { Average } from '../../domain/severity.ts';
import type { VisitDiaryDay, VisitSummary } from '../../domain/visit-summary.ts';
import { lineParts } from '../../domain/windows.ts';
import { addDays } from '../../domain/zone.ts';
import { makeLevodopa } from './doses.ts';
import { answersForKind, makeEntry } from './kinds.ts';
import type { Answers } from './server.ts';

export function makeVisit(change: Partial<Visit> = {}): Visit {
  return makeEntry(visit, {
    visitId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f70',
    day: '2026-12-03',
    topics: ['Freezing in doorways', 'Sleep'],
    bloodPressure: null,
    enteredAt: '2026-11-10T17:00:00.000Z',
    ...change,
  });
}

/** The answers to the calls for visits, and to that for the page for a visit. */
export function answersForVisits(visits: Visit[] = []): Answers {
  return { ...answersForKind(visit, visits), getVisitSummary: makeSummary() };
}

const FIRST = '2026-10-22';
const LAST = '2026-11-18';
const average = (mean: number, count: number): Average => ({ mean, count });

export function makeFigures(name: string, before: number, now: number): SymptomFigures {
  return {
    name,
    now: average(now, 84),
    range: { lowest: 1, highest: 5 },
    before: average(before, 78),
    change: now - before,
    times: {
      morning: average(now + 0.4, 28),
      afternoon: average(now, 28),
      evening: average(now - 0.4, 28),
    },
  };
}

const bin = (median: number, n: number) => ({
  n,
  lower: median - 0.5,
  median,
  upper: median + 0.75,
});
const BINS = {
  '0-1': bin(3, 14),
  '1-2': bin(1.75, 21),
  '2-3': bin(2, 19),
  '3-4': bin(3, 16),
  'over 4': { n: 3 },
};

/** A day of the diary: asleep until 7 AM, then alternating between off and on. */
export function makeRibbon(day: string, change: Partial<VisitDiaryDay> = {}): VisitDiaryDay {
  const runs: [string, number, DiaryState | null][] = [
    ['00:00', 14, 'asleep'],
    ['07:00', 3, 'off'],
    ['08:30', 8, 'on'],
    ['12:30', 2, 'off'],
    ['13:30', 4, 'onWithDyskinesia'],
    ['15:30', 2, 'onWithTroublesomeDyskinesia'],
    ['16:30', 9, 'on'],
    ['21:00', 1, null],
    ['21:30', 5, 'asleep'],
  ];
  return {
    day,
    slots: 48,
    filled: 47,
    recalled: 19,
    isComplete: true,
    hours: { asleep: 9.5, off: 2.5, on: 8.5, onWithDyskinesia: 2, onWithTroublesomeDyskinesia: 1 },
    runs: runs.map(([from, halfHours, state]) => ({ from, halfHours, state })),
    doses: [8.1, 12, 16.2, 20].map((hour) => ({
      at: 2 * hour,
      time: `${String(Math.floor(hour)).padStart(2, '0')}:05`,
      name: 'Levodopa/carbidopa',
    })),
    ...change,
  };
}

const FALLS = fallSection(
  (
    [
      ['2026-11-16T15:40:00Z', 'nearly', null, 160, 'on'],
      ['2026-11-12T12:35:00Z', 'floor', true, 'withoutDose', undefined],
      ['2026-11-07T23:10:00Z', 'nearly', null, 'notLogged', undefined],
      ['2026-11-01T16:50:00Z', 'floor', false, 290, 'off'],
    ] as const
  ).map(([fellAt, reached, hurt, since, state]) => ({
    ...{ fellAt: Date.parse(fellAt), timeZone: 'America/New_York', reached, hurt, since, state },
  })),
  DEFAULT_DATE_STYLE,
);

/** What the server answers for a person with entries of every kind. */
export function makeSummary(change: Partial<VisitSummary> = {}): VisitSummary {
  const days = { first: FIRST, last: LAST };
  const parts = lineParts({ timeframe: 'custom', start: FIRST, end: LAST }, days);
  const names = ['Tremor', 'Stiffness'];
  const week = (last: string) => ({
    ...{ first: addDays(last, -6), last },
    exercise: { days: 6, mean: 24.5, sum: 147 },
    sleep: { days: 7, mean: 6.9 },
    mood: { days: 3, mean: null },
    medication: { 'as planned': 5, partly: 1, no: 0 },
    ...{ bowels: { days: 6, on: 4 }, naps: { days: 5, on: 2, mean: 12 } },
    dizzy: { days: 6, on: 2, often: 1 },
  });
  const times = ['08:00', '12:00', '16:00', '20:00'].map((time) => ({ time, amount: 1 }));
  const plan = makeLevodopa({ from: '2026-11-03', times });
  const former = { ...plan, from: '2026-01-01', times: plan.times.slice(1) };
  return {
    person: { name: 'Grace Hopper', age: 74, diagnosedYear: 2020 },
    style: { hourCycle: 'h12', dateOrder: 'mdy' },
    zone: 'America/New_York',
    madeAt: '2026-11-18T17:00:00.000Z',
    basis: 'lastVisit',
    days,
    daysBefore: { first: '2026-09-24', last: '2026-10-21' },
    lastVisit: FIRST,
    nextVisit: '2026-12-03',
    topics: ['Freezing in doorways', 'Sleep'],
    changes: {
      symptoms: [{ name: 'Stiffness', before: average(3.1, 84), now: average(2.4, 78) }],
      compared: 2,
      tooFew: 1,
    },
    medication: {
      changes: [
        { day: '2026-11-03', isEnd: false, isFirstPlan: false, version: plan, before: former },
      ],
      doses: [
        {
          ...{ medicationId: plan.medicationId, name: plan.name, regimen: plan },
          ...{ planned: 116, taken: 100, skipped: 6, notLogged: 10, timed: 100 },
          ...{ minutesOff: { lower: 4, median: 12, upper: 31 }, dosesPerDay: 3.6 },
        },
        {
          ...{ medicationId: 'r', name: 'Rasagiline' },
          regimen: { ...plan, medicationId: 'r', name: 'Rasagiline', strength: 1, times: [] },
          ...{ planned: 0, taken: 0, skipped: 0, notLogged: 0, timed: 0, dosesPerDay: 0.9 },
        },
      ],
      afterDose: names.map((name) => ({
        name,
        result: { bins: BINS, firstOfDay: BINS, laterOfDay: BINS, withoutDose: 4, notLogged: 7 },
      })),
    },
    diary: {
      days: ['2026-11-15', '2026-11-16', '2026-11-17'].map((day) => makeRibbon(day)),
      dayCount: 3,
      average: {
        days: 3,
        ...{ hours: makeRibbon(LAST).hours, awakeHours: 14, badHours: 3.5, goodHours: 10.5 },
      },
      ...{ filled: 141, slots: 144, recalled: 57 },
    },
    severity: {
      ...{ forms: 84, loggedDays: 28 },
      symptoms: [makeFigures('Tremor', 2.8, 2.7), makeFigures('Stiffness', 3.1, 2.4)],
      parts,
      lines: names.map((name, line) => ({
        name,
        averages: parts.map((_, index) =>
          index === 3 ? { mean: null, count: 0 } : average(3 - line / 2 - index / 12, 6),
        ),
      })),
    },
    weeks: ['2026-10-28', '2026-11-04', '2026-11-11', LAST].map(week),
    sections: FALLS ? [FALLS] : [],
    notes: {
      count: 21,
      shown: [
        {
          ...{ day: '2026-11-17', time: '09:00', symptom: 'Tremor', isCut: false },
          text: 'After coffee',
        },
      ],
    },
    authors: [
      { author: 'self', entries: 312 },
      { author: 'Ada Lovelace', entries: 9 },
    ],
    ...change,
  };
}
