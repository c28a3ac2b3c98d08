import { describe, expect, it } from 'vitest';
import {
  diaryDaysBefore,
  isSameVisit,
  lastVisit,
  nearVisit,
  nextVisit,
  type Visit,
  visitDays,
} from './visit.ts';

const TODAY = '2026-11-18';

function visitOn(day: string | null, visitId = String(day)): Visit {
  return { visitId, day, topics: [], bloodPressure: null };
}

describe('the next visit', () => {
  const without = visitOn(null);

  it('is the earliest today or later', () => {
    const visits = [visitOn('2026-12-03'), visitOn(TODAY), visitOn('2026-11-17'), without];
    expect(nextVisit(visits, TODAY)?.day).toBe(TODAY);
    expect(nextVisit(visits, '2026-11-19')?.day).toBe('2026-12-03');
  });

  it('is the one without a day if none is ahead', () => {
    expect(nextVisit([visitOn('2026-11-17'), without], TODAY)).toBe(without);
    expect(nextVisit([visitOn('2026-11-17')], TODAY)).toBeUndefined();
  });
});

describe('the near visit', () => {
  it('is the next one from 7 days before it on', () => {
    const visits = [visitOn('2026-11-25'), visitOn('2026-11-17')];
    expect(nearVisit(visits, TODAY)?.day).toBe('2026-11-25');
    expect(nearVisit(visits, '2026-11-25')?.day).toBe('2026-11-25');
    expect(nearVisit([visitOn('2026-11-26')], TODAY)).toBeUndefined();
  });

  it('is that of yesterday if the next one is not near', () => {
    const visits = [visitOn('2026-11-26'), visitOn('2026-11-17'), visitOn(null)];
    expect(nearVisit(visits, TODAY)?.day).toBe('2026-11-17');
    expect(nearVisit(visits, '2026-11-19')?.day).toBe('2026-11-26');
    expect(nearVisit([visitOn('2026-11-16'), visitOn(null)], TODAY)).toBeUndefined();
  });
});

describe('the last visit', () => {
  it('is the latest before today', () => {
    const visits = [visitOn('2026-05-02'), visitOn('2026-11-17'), visitOn(TODAY), visitOn(null)];
    expect(lastVisit(visits, TODAY)?.day).toBe('2026-11-17');
    expect(lastVisit(visits, '2026-11-17')?.day).toBe('2026-05-02');
    expect(lastVisit(visits, '2026-05-02')).toBeUndefined();
  });
});

it('proposes the three days before a visit for the diary', () => {
  expect(diaryDaysBefore('2026-12-03')).toEqual({ first: '2026-11-30', last: '2026-12-02' });
});

describe('the days of a summary', () => {
  it('begin with the day of the last visit', () => {
    expect(visitDays({}, '2026-10-24', TODAY)).toEqual({
      basis: 'lastVisit',
      days: { first: '2026-10-24', last: TODAY },
    });
  });

  it.each([undefined, '2025-11-17'])('are the last 28 with a last visit on %s', (last) => {
    expect(visitDays({}, last, TODAY)).toEqual({
      basis: 'recent',
      days: { first: '2026-10-22', last: TODAY },
    });
  });

  it('may be a year since the last visit', () => {
    expect(visitDays({}, '2025-11-18', TODAY).basis).toBe('lastVisit');
  });

  it('are those that were chosen, until today at the latest', () => {
    const wanted = { from: '2026-08-01', to: '2026-12-31' };
    expect(visitDays(wanted, '2026-10-24', TODAY)).toEqual({
      basis: 'chosen',
      days: { first: '2026-08-01', last: TODAY },
    });
    expect(visitDays({ to: '2026-08-28' }, '2026-10-24', TODAY)).toEqual({
      basis: 'chosen',
      days: { first: '2026-08-01', last: '2026-08-28' },
    });
  });
});

it.each([
  [{ day: TODAY, topics: ['Sleep'], bloodPressure: null }, true],
  [{ day: null, topics: ['Sleep'], bloodPressure: null }, false],
  [{ day: TODAY, topics: ['Sleep', 'Falls'], bloodPressure: null }, false],
  [{ day: TODAY, topics: ['Sleep'], bloodPressure: true }, false],
])('compares %o', (other, isSame) => {
  expect(isSameVisit({ day: TODAY, topics: ['Sleep'], bloodPressure: null }, other)).toBe(isSame);
});
