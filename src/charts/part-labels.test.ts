import { describe, expect, it } from 'vitest';
import { lineParts, type Span, spanOf } from '../domain/windows.ts';
import { axisLabels, spanLabels } from './part-labels.ts';

const week = { timeframe: '7days', start: '', end: '' } as const;

function part(first: string, last: string): Span {
  return spanOf({ first, last });
}

describe('the label of a part', () => {
  it('is its first day on the axis', () => {
    const parts = [part('2026-11-28', '2026-11-30'), part('2026-12-01', '2026-12-03')];
    expect(axisLabels(parts)).toEqual(['Nov 28', 'Dec 1']);
  });

  it.each([
    ['one day', '2026-11-15', '2026-11-15', 'Nov 15'],
    ['days of one month', '2026-11-15', '2026-11-17', 'Nov 15 – 17'],
    ['days of two months', '2026-11-29', '2026-12-01', 'Nov 29 – Dec 1'],
    ['days of two years', '2026-12-31', '2027-01-02', 'Dec 31, 2026 – Jan 2, 2027'],
    ['the day the clocks go forward', '2026-03-08', '2026-03-08', 'Mar 8'],
    ['the day the clocks go back', '2026-11-01', '2026-11-01', 'Nov 1'],
  ])(
    'is the range of its days outside the axis, without the midnight at its end: %s',
    (_, first, last, label) => {
      expect(spanLabels([part(first, last)])).toEqual([label]);
    },
  );

  it('includes the shared day in both of two parts of 3.5 days', () => {
    const noon = Date.parse('2026-11-18T12:00Z');
    const parts = [
      { from: part('2026-11-15', '2026-11-15').from, to: noon },
      { from: noon, to: part('2026-11-21', '2026-11-21').to },
    ];
    expect(axisLabels(parts)).toEqual(['Nov 15', 'Nov 18']);
    expect(spanLabels(parts)).toEqual(['Nov 15 – 18', 'Nov 18 – 21']);
  });

  it('has the year in a window of 360 days or more', () => {
    const begin = Date.parse('2026-01-01');
    const may = Date.parse('2026-05-01');
    const july = Date.parse('2026-07-01');
    const end = Date.parse('2026-12-27');
    const partsUntil = (last: number) => [
      { from: begin, to: may },
      { from: may, to: july },
      { from: july, to: last },
    ];
    const long = partsUntil(end);
    expect(axisLabels(long)).toEqual(['Jan 2026', 'May 2026', 'Jul 2026']);
    expect(spanLabels(long)[2]).toBe('Jul 1 – Dec 26, 2026');
    const shorter = partsUntil(end - 1);
    expect(axisLabels(shorter)).toEqual(['Jan 1', 'May 1', 'Jul 1']);
    expect(spanLabels(shorter)[2]).toBe('Jul 1 – Dec 26');
  });

  it('has the day first for a person who reads dates so', () => {
    const style = { hourCycle: 'h23', dateOrder: 'dmy' } as const;
    const parts = [part('2026-11-15', '2026-11-17')];
    expect(axisLabels(parts, style)).toEqual(['15 Nov']);
    expect(spanLabels(parts, style)).toEqual(['15 – 17 Nov']);
  });

  it('exists for every part, in order', () => {
    const parts = lineParts(week, { first: '2026-11-15', last: '2026-11-21' });
    const days = ['Nov 15', 'Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20', 'Nov 21'];
    expect(axisLabels(parts)).toEqual(days);
    expect(spanLabels(parts)).toEqual(days);
    expect(axisLabels([])).toEqual([]);
  });
});
