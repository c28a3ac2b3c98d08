import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIARY_STATES, type DiaryEntry, type DiaryState } from './diary.ts';
import { DEFAULT_DATE_STYLE } from './formats.ts';
import type { RegimenVersion } from './regimen.ts';
import { type ReportForm, reportOf } from './report.ts';
import { reportMedication } from './report-medication.ts';
import { reportPeriod } from './report-period.ts';
import { dose, LEVODOPA, on20 } from './testing/doses.ts';
import { type VisitScope, WHOLE_SCOPE } from './visit.ts';
import {
  MOST_DIARY_DAYS,
  MOST_NOTE_CHARACTERS,
  MOST_NOTES,
  type VisitFigures,
  visitSummaryOf,
} from './visit-figures.ts';
import { addDays, localTimeOf, startOfDay } from './zone.ts';

const NEW_YORK = 'America/New_York';
const HALF_HOUR = Temporal.Duration.from({ minutes: 30 });

interface Given extends Partial<Omit<VisitFigures, 'report' | 'medication'>> {
  readonly forms?: readonly ReportForm[];
  readonly first?: string;
  readonly last?: string;
  readonly zone?: string;
  readonly scope?: Partial<VisitScope>;
}

function summaryOf({ forms = [], zone = 'UTC', scope = {}, ...given }: Given) {
  const { first = '2026-11-11', last = '2026-11-20', versions = [], doses = [] } = given;
  const [from, to] = [startOfDay(first, zone), startOfDay(addDays(last, 1), zone)];
  const now = to - 1;
  const period = reportPeriod({ from, to }, undefined, now, zone);
  if (!period) throw new Error('The period is empty');
  const person = { name: 'Grace Hopper', birthday: '1952-12-09', yearsWithParkinsons: 6 };
  const report = reportOf({ person, symptoms: [], forms, period, zone });
  const names = report.charted.map(({ name }) => name);
  const entered = {
    versions,
    forms: forms.map((form) => ({ at: form.loggedAt, ...form })),
    doses: doses.map((each) => ({ ...each, timeZone: zone })),
  };
  const medication = reportMedication(period.days, names, entered, { now, zone });
  const none = { halfHours: [], weeks: [], visits: [], sections: [], authors: new Map() };
  return visitSummaryOf(
    { ...none, ...given, versions, doses, report, medication },
    {
      basis: 'chosen',
      scope: { ...WHOLE_SCOPE, ...scope },
      diagnosedYear: 2020,
      style: DEFAULT_DATE_STYLE,
      now,
    },
  );
}

/** Forms at noon UTC on consecutive days, each with one rating. */
function formsFrom(day: string, severities: readonly number[], name = 'Tremor'): ReportForm[] {
  return severities.map((severity, index) => {
    const loggedAt = Date.parse(`${addDays(day, index)}T12:00:00Z`);
    return {
      formNumber: index + 1,
      ...{ loggedAt, timeZone: 'UTC', localTime: localTimeOf(loggedAt, 'UTC') },
      ...{ isEdited: false, editedAt: null },
      ratings: [{ name, severity, notes: `Note ${index}` }],
    };
  });
}

describe('what changed', () => {
  it('has averages that changed by half a point, with the number of ratings', () => {
    const forms = [
      ...formsFrom('2026-11-01', Array(10).fill(3)),
      ...formsFrom('2026-11-11', [...Array(9).fill(2), 3]),
      ...formsFrom('2026-11-01', Array(10).fill(3), 'Pain'),
      ...formsFrom('2026-11-11', [...Array(6).fill(3), ...Array(4).fill(4)], 'Pain'),
      ...formsFrom('2026-11-12', [5, 5], 'Balance'),
    ];
    expect(summaryOf({ forms })).toMatchObject({
      days: { first: '2026-11-11', last: '2026-11-20' },
      daysBefore: { first: '2026-11-01', last: '2026-11-10' },
      changes: {
        symptoms: [
          { name: 'Tremor', before: { mean: 3, count: 10 }, now: { mean: 2.1, count: 10 } },
        ],
        compared: 2,
        tooFew: 1,
      },
    });
  });

  it('has the plans before and after each change', () => {
    const plan = (from: string, times: number, until: string | null = null): RegimenVersion => ({
      ...LEVODOPA,
      ...{ from, until },
      times: Array.from({ length: times }, (_, hour) => ({ time: `0${hour}:00`, amount: 1 })),
    });
    const versions = [
      plan('2026-01-01', 3),
      plan('2026-11-13', 4),
      plan('2026-11-15', 5, '2026-11-17'),
      { ...plan('2026-11-12', 1), medicationId: 'other', name: 'Rasagiline' },
    ];
    const changes = summaryOf({ versions }).medication?.changes;
    const words = changes?.map(({ day, isEnd, version, before }) => {
      return [day.slice(-2), version.name[0], before?.times.length, version.times.length, isEnd];
    });
    expect(words).toEqual([
      ['12', 'R', undefined, 1, false],
      ['13', 'L', 3, 4, false],
      ['15', 'L', 4, 5, false],
      ['18', 'L', 5, 5, true],
    ]);
  });
});

describe('the person and the visits', () => {
  it('have an age, the days of the last and the next visit, and the topics', () => {
    const visits = [
      { visitId: '1', day: '2026-05-02', topics: ['Old'], bloodPressure: null },
      { visitId: '2', day: '2026-11-20', topics: ['Falls'], bloodPressure: null },
    ];
    expect(summaryOf({ visits })).toMatchObject({
      person: { name: 'Grace Hopper', age: 73, diagnosedYear: 2020 },
      ...{
        lastVisit: '2026-05-02',
        nextVisit: '2026-11-20',
        topics: ['Falls'],
      },
    });
    expect(summaryOf({})).toMatchObject({ lastVisit: null, nextVisit: null, topics: [] });
  });
});

describe('a part', () => {
  const everything: Given = {
    forms: formsFrom('2026-11-11', [1, 2]),
    versions: [{ ...LEVODOPA, times: [{ time: '08:00', amount: 1 }] }],
    doses: [dose('1', '12 08:05')],
    halfHours: [{ slot: on20('12 08:00'), state: 'on', enteredAt: on20('12 09:00') }],
    weeks: [{ first: '2026-11-14', last: '2026-11-20' } as VisitFigures['weeks'][number]],
  };
  const parts = (given: Given) => {
    const { medication, diary, weeks, notes } = summaryOf(given);
    return { medication, diary, checkIns: weeks, notes };
  };

  it.each(['medication', 'diary', 'checkIns', 'notes'] as const)(
    'is absent if %s are left out, and the others stay',
    (part) => {
      const whole = parts(everything);
      expect(Object.values(whole)).not.toContain(undefined);
      const without = parts({ ...everything, scope: { [part]: false } });
      expect(without[part]).toBeUndefined();
      const present = Object.values(without).filter((each) => each !== undefined);
      expect(present).toHaveLength(3);
    },
  );

  it('is absent if there is nothing in it', () => {
    expect(Object.values(parts({})).every((each) => each === undefined)).toBe(true);
  });

  it('without medication leaves no dose in the diary', () => {
    const dosesOf = (given: Given) => summaryOf(given).diary?.days[0]?.doses;
    expect(dosesOf(everything)).toEqual([
      { at: 16 + 1 / 6, time: '08:05', name: 'Levodopa/carbidopa' },
    ]);
    expect(dosesOf({ ...everything, scope: { medication: false } })).toEqual([]);
  });
});

describe('the diary', () => {
  /** The half-hours of a day, computed with `Temporal` and not with `slotsOfDay`. */
  function slotsOf(day: string, zone: string): number[] {
    const start = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).startOfDay();
    const end = start.add({ days: 1 }).startOfDay();
    const slots: number[] = [];
    for (
      let slot = start;
      Temporal.ZonedDateTime.compare(slot, end) < 0;
      slot = slot.add(HALF_HOUR)
    ) {
      slots.push(slot.epochMilliseconds);
    }
    return slots;
  }

  function entriesOf(slots: readonly number[], states: readonly (DiaryState | null)[]) {
    return slots.flatMap((slot, index): DiaryEntry[] => {
      const state = states[index];
      return state ? [{ slot, state, enteredAt: slot + 1_800_000 }] : [];
    });
  }

  /** The first of three days. In New York, the second of them has 23, 25 or 24 hours. */
  const someDays = fc.constantFrom('2026-03-07', '2026-10-31', '2026-11-17');
  const someStates = fc.array(fc.option(fc.constantFrom(...DIARY_STATES), { freq: 20 }), {
    minLength: 150,
    maxLength: 150,
  });

  it('adds up to the same as a second implementation', () => {
    const property = fc.property(someDays, someStates, (first, states) => {
      const days = [first, addDays(first, 1), addDays(first, 2)];
      const slots = days.map((day) => slotsOf(day, NEW_YORK));
      const stateOf = new Map(slots.flat().map((slot, index) => [slot, states[index] ?? null]));
      const ofDays = slots.map((ofDay) => ofDay.map((slot) => stateOf.get(slot) ?? null));
      const halfHours = entriesOf(slots.flat(), states);
      const last = days[2] ?? first;
      const diary = summaryOf({ halfHours, first, last, zone: NEW_YORK }).diary;
      const complete = ofDays.filter((ofDay) => ofDay.filter((each) => !each).length <= 4);
      const hoursIn = (...wanted: DiaryState[]) => {
        const all = complete.flat().filter((state) => state && wanted.includes(state));
        return all.length / 2 / complete.length;
      };
      expect(diary?.average?.days ?? 0).toBe(complete.length);
      expect(diary?.days.map(({ slots: count }) => count)).toEqual(
        ofDays.filter((ofDay) => ofDay.some(Boolean)).map(({ length }) => length),
      );
      expect(diary?.filled).toBe(halfHours.length);
      const average = diary?.average;
      if (!average) return;
      for (const state of DIARY_STATES) expect(average.hours[state]).toBeCloseTo(hoursIn(state));
      expect(average.badHours).toBeCloseTo(hoursIn('off', 'onWithTroublesomeDyskinesia'));
      expect(average.goodHours).toBeCloseTo(hoursIn('on', 'onWithDyskinesia'));
      expect(average.awakeHours).toBeCloseTo(average.badHours + average.goodHours);
    });
    fc.assert(property);
  });

  it.each([
    ['2026-11-18', 44, 1],
    ['2026-11-18', 43, 0],
    ['2026-03-08', 42, 1],
    ['2026-03-08', 41, 0],
    ['2026-11-01', 46, 1],
    ['2026-11-01', 45, 0],
  ])('of %s with %i half-hours has %i complete days', (day, filled, complete) => {
    const states = Array<DiaryState>(filled).fill('off');
    const halfHours = entriesOf(slotsOf(day, NEW_YORK), states);
    const diary = summaryOf({ halfHours, first: day, last: day, zone: NEW_YORK }).diary;
    expect(diary?.days[0]).toMatchObject({ filled, isComplete: complete === 1 });
    expect(diary?.average?.days ?? 0).toBe(complete);
    expect(diary?.average?.hours.off ?? filled / 2).toBe(filled / 2);
  });

  it('draws runs that fill the day, with doses where the clock repeats an hour', () => {
    const day = '2026-11-01';
    const slots = slotsOf(day, NEW_YORK);
    const states = slots.map((_, index): DiaryState | null => {
      if (index < 3) return 'asleep';
      return index < 5 ? 'off' : null;
    });
    const second = dose('1', '20 00:00', { takenAt: Date.parse('2026-11-01T06:15:00Z') });
    const halfHours = entriesOf(slots, states);
    const given = { halfHours, first: day, last: day, zone: NEW_YORK, doses: [second] };
    const drawn = summaryOf(given).diary?.days[0];
    expect(drawn?.runs).toEqual([
      { from: '00:00', halfHours: 3, state: 'asleep' },
      { from: '01:30', halfHours: 2, state: 'off' },
      { from: '01:30', halfHours: 45, state: null },
    ]);
    expect(drawn?.doses).toEqual([{ at: 4.5, time: '01:15', name: 'Levodopa/carbidopa' }]);
  });

  it('draws the last complete days, then others, and averages all complete ones', () => {
    const days = Array.from({ length: 12 }, (_, index) => addDays('2026-11-01', index));
    const halfHours = days.flatMap((day, index) =>
      entriesOf(slotsOf(day, 'UTC'), Array<DiaryState>(index < 5 ? 48 : 1).fill('on')),
    );
    const diary = summaryOf({ halfHours, first: '2026-11-01', last: '2026-11-20' }).diary;
    expect(diary?.days.map(({ day }) => Number(day.slice(-2)))).toEqual([1, 2, 3, 4, 5, 11, 12]);
    expect(diary?.days).toHaveLength(MOST_DIARY_DAYS);
    expect(diary).toMatchObject({ dayCount: 12, average: { days: 5 } });
    expect(diary).toMatchObject({ filled: 5 * 48 + 7, slots: 12 * 48, recalled: 0 });
  });
});

describe('notes', () => {
  it('are the newest, and cut without splitting a character', () => {
    const forms = formsFrom('2026-10-01', Array(MOST_NOTES + 5).fill(3));
    const text = '👩'.repeat(MOST_NOTE_CHARACTERS + 1);
    const [newest] = formsFrom('2026-11-01', [3]);
    const rating = { name: 'Pain', severity: 3, notes: text };
    const long = { ...(newest as ReportForm), ratings: [rating] };
    const given = { forms: [...forms, long], first: '2026-10-01', last: '2026-11-01' };
    const notes = summaryOf(given).notes;
    expect(notes?.count).toBe(MOST_NOTES + 6);
    expect(notes?.shown).toHaveLength(MOST_NOTES);
    expect(notes?.shown[0]).toEqual({
      ...{ day: '2026-11-01', time: '12:00', symptom: 'Pain', isCut: true },
      text: '👩'.repeat(MOST_NOTE_CHARACTERS),
    });
    expect(notes?.shown[1]).toMatchObject({ text: `Note ${MOST_NOTES + 4}`, isCut: false });
  });
});

it('lists who made the entries, the most first', () => {
  const authors = new Map([
    ['Ada', 2],
    ['self', 9],
    ['Bea', 2],
  ]);
  expect(summaryOf({ authors }).authors).toEqual([
    { author: 'self', entries: 9 },
    { author: 'Ada', entries: 2 },
    { author: 'Bea', entries: 2 },
  ]);
});
