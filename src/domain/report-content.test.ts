import { describe, expect, it } from 'vitest';
import {
  type Report,
  type ReportForm,
  type ReportSymptom,
  type ReportTime,
  reportOf,
} from './report.ts';
import { type ReportPeriod, reportPeriod } from './report-period.ts';
import type { Instant } from './zone.ts';

const PERSON = { name: 'Grace Hopper', birthday: '1950-12-09', yearsWithParkinsons: 6 };
const WEEK = { from: at('2026-11-15T00:00'), to: at('2026-11-22T00:00') };
const PERIOD = reportPeriod(WEEK, undefined, at('2026-11-21T12:00'), 'UTC') as ReportPeriod;

function at(time: string): Instant {
  return Date.parse(`${time}Z`);
}

/** The time of a form that was made in UTC. */
function utc(time: string): ReportTime {
  return { loggedAt: at(time), timeZone: 'UTC' };
}

function form(
  formNumber: number,
  time: string,
  ratings: Readonly<Record<string, readonly [severity: number, notes: string]>>,
): ReportForm {
  return {
    formNumber,
    ...utc(time),
    localTime: at(time),
    isEdited: false,
    editedAt: null,
    ratings: Object.entries(ratings).map(([name, [severity, notes]]) => ({
      name,
      severity,
      notes,
    })),
  };
}

function current(...names: string[]): ReportSymptom[] {
  return names.map((name) => ({ name, since: 0, isPast: false }));
}

function report(forms: readonly ReportForm[], symptoms = current('Tremor')): Report {
  return reportOf({ person: PERSON, symptoms, forms, period: PERIOD, zone: 'UTC' });
}

describe('the period', () => {
  it('includes its start and excludes its end', () => {
    const { log, symptoms } = report([
      form(1, '2026-11-15T00:00', { Tremor: [2, ''] }),
      form(2, '2026-11-22T00:00', { Tremor: [5, ''] }),
    ]);
    expect(log.map(({ formNumber }) => formNumber)).toEqual([1]);
    expect(symptoms[0]?.now).toEqual({ mean: 2, count: 1 });
  });
});

describe('the log', () => {
  it('lists forms of the same time with the highest Form # first', () => {
    const forms = [2, 3, 1].map((number) => form(number, '2026-11-18T08:00', { Tremor: [1, ''] }));
    expect(report(forms).log.map(({ formNumber }) => formNumber)).toEqual([3, 2, 1]);
  });
});

describe('the notes', () => {
  it('have their form, its time and the symptom, newest first', () => {
    const { notes } = report([
      form(1, '2026-11-17T08:00', { Tremor: [2, 'After coffee'], Sleep: [1, ' \n'] }),
      form(2, '2026-11-18T20:00', { Tremor: [2, ''], Sleep: [4, ' Woke up twice '] }),
    ]);
    expect(notes).toEqual([
      {
        formNumber: 2,
        ...utc('2026-11-18T20:00'),
        symptom: 'Sleep',
        text: ' Woke up twice ',
      },
      {
        formNumber: 1,
        ...utc('2026-11-17T08:00'),
        symptom: 'Tremor',
        text: 'After coffee',
      },
    ]);
  });
});

describe('the symptoms', () => {
  it('are those of the profile, then the others, most ratings first', () => {
    const { symptoms } = report(
      [
        form(1, '2026-11-16T08:00', { Cramps: [1, ''], Sleep: [1, ''], Pain: [1, ''] }),
        form(2, '2026-11-17T08:00', { Sleep: [1, ''], Pain: [1, ''] }),
        form(3, '2026-11-18T08:00', { Sleep: [1, ''] }),
      ],
      current('Tremor', 'Balance'),
    );
    expect(symptoms.map(({ name }) => name)).toEqual([
      'Tremor',
      'Balance',
      'Sleep',
      'Pain',
      'Cramps',
    ]);
  });
});

describe('the charts', () => {
  it('show only symptoms that were rated in the period', () => {
    const { charted, parts } = report(
      [
        form(1, '2026-11-10T08:00', { Balance: [3, ''] }),
        form(2, '2026-11-18T08:00', { Tremor: [2, ''] }),
        form(3, '2026-11-18T20:00', { Tremor: [5, ''] }),
      ],
      current('Balance', 'Tremor'),
    );
    expect(charted.map(({ name }) => name)).toEqual(['Tremor']);
    const none = { mean: null, count: 0 };
    expect(charted[0]?.averages).toEqual([
      none,
      none,
      none,
      { mean: 3.5, count: 2 },
      none,
      none,
      none,
    ]);
    expect(parts).toHaveLength(7);
  });

  it('show the first six', () => {
    const names = ['Tremor', 'Balance', 'Sleep', 'Pain', 'Cramps', 'Fatigue', 'Dizziness'];
    const ratings = Object.fromEntries(names.map((name) => [name, [3, ''] as const]));
    const { charted, symptoms } = report([form(1, '2026-11-18T08:00', ratings)], current(...names));
    expect(symptoms.map(({ name }) => name)).toEqual(names);
    expect(charted.map(({ name }) => name)).toEqual(names.slice(0, 6));
  });
});

describe('the list of symptoms', () => {
  it('has the number of ratings of each symptom, and the times of the first and the last', () => {
    const tremor = { name: 'Tremor', since: at('2026-10-01T09:00'), isPast: false };
    const pain = { name: 'Pain', since: at('2026-11-17T09:00'), isPast: true };
    const sleep = { name: 'Sleep', since: at('2026-10-01T09:00'), isPast: false };
    const { list } = report(
      [
        form(1, '2026-11-10T08:00', { Sleep: [1, ''], Tremor: [1, ''] }),
        form(2, '2026-11-16T08:00', { Tremor: [1, ''], Pain: [2, ''] }),
        form(3, '2026-11-17T08:00', { Tremor: [2, ''] }),
        form(4, '2026-11-18T08:00', { Tremor: [3, ''] }),
      ],
      [tremor, sleep, pain],
    );
    expect(list).toEqual([
      {
        ...tremor,
        count: 3,
        rated: { first: utc('2026-11-16T08:00'), last: utc('2026-11-18T08:00') },
      },
      { ...sleep, count: 0, rated: null },
      {
        ...pain,
        count: 1,
        rated: { first: utc('2026-11-16T08:00'), last: utc('2026-11-16T08:00') },
      },
    ]);
  });
});
