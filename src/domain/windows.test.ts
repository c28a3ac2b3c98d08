import { describe, expect, it } from 'vitest';
import {
  barDays,
  type DayRange,
  isCustomDate,
  lastDays,
  lineDays,
  lineParts,
  lineTimeframe,
  rangeWarnings,
  spanOf,
  TIMEFRAMES,
  type Timeframe,
  type TimeframeChoice,
} from './windows.ts';
import { addDays, DAY_MS, dayOf, daysBetween } from './zone.ts';

const TODAY = '2026-11-21';

function preset(timeframe: Timeframe): TimeframeChoice {
  return { timeframe, start: '', end: '' };
}

function custom(start: string, end: string): TimeframeChoice {
  return { timeframe: 'custom', start, end };
}

/** The length in days of each part of a custom range, in UTC, where all days are equally long. */
function customPartLengths(days: number): number[] {
  const range = { first: '2026-01-01', last: addDays('2026-01-01', days - 1) };
  const parts = lineParts(custom(range.first, range.last), range);
  return parts.map(({ from, to }) => (to - from) / DAY_MS);
}

function times(count: number, length: number): number[] {
  return Array.from({ length: count }, () => length);
}

describe('the days of a window', () => {
  it.each<[Timeframe, DayRange, DayRange]>([
    ['7days', { first: '2026-11-15', last: TODAY }, { first: '2026-11-15', last: TODAY }],
    ['month', { first: '2026-10-23', last: TODAY }, { first: '2026-10-22', last: TODAY }],
    ['6weeks', { first: '2026-10-11', last: TODAY }, { first: '2026-10-11', last: TODAY }],
    ['3months', { first: '2026-08-24', last: TODAY }, { first: '2026-08-21', last: TODAY }],
  ])(
    'are, for %s, the spec’s number for each chart, and end with today',
    (timeframe, line, bar) => {
      expect(lineDays(preset(timeframe), TODAY)).toEqual(line);
      expect(barDays(preset(timeframe), TODAY)).toEqual(bar);
    },
  );

  it('are the chosen days, first and last included, for a custom range', () => {
    const chosen = { first: '2026-01-05', last: '2026-02-01' };
    expect(lineDays(custom('2026-01-05', '2026-02-01'), TODAY)).toEqual(chosen);
    expect(barDays(custom('2026-01-05', '2026-02-01'), TODAY)).toEqual(chosen);
  });

  it.each([
    ['both dates', '', ''],
    ['the start date', '', '2026-02-01'],
    ['the end date', '2026-01-05', ''],
  ])('are the last 30 on the line and the last 90 on the bars without %s', (_, start, end) => {
    expect(lineDays(custom(start, end), TODAY)).toEqual({ first: '2026-10-23', last: TODAY });
    expect(barDays(custom(start, end), TODAY)).toEqual({ first: '2026-08-24', last: TODAY });
  });

  // A date field accepts a year of five digits, so a person may type one digit too many.
  it.each(['20266-11-21', '12026-11-21'])(
    'are the fallback days if a date is out of range: %s',
    (date) => {
      for (const choice of [custom(date, '2026-02-01'), custom('2026-01-05', date)]) {
        expect(lineDays(choice, TODAY)).toEqual({ first: '2026-10-23', last: TODAY });
        expect(barDays(choice, TODAY)).toEqual({ first: '2026-08-24', last: TODAY });
      }
    },
  );

  it('ignore custom dates with any other timeframe', () => {
    const choice = { timeframe: '7days', start: '2026-01-05', end: '2026-02-01' } as const;
    expect(lineDays(choice, TODAY)).toEqual(lineDays(preset('7days'), TODAY));
    expect(barDays(choice, TODAY)).toEqual(barDays(preset('7days'), TODAY));
  });

  it('are only today if one day is requested', () => {
    expect(lastDays(1, TODAY)).toEqual({ first: TODAY, last: TODAY });
  });
});

describe('a date of a custom range', () => {
  it.each(['1900-01-01', '2026-11-21', '2199-12-31'])('may be %s', (date) => {
    expect(isCustomDate(date)).toBe(true);
  });

  it.each(['', '1899-12-31', '2200-01-01', '2026-02-30', '0002-11-21'])('may not be %j', (date) => {
    expect(isCustomDate(date)).toBe(false);
  });
});

describe('the timeframe for a number of days', () => {
  it.each(TIMEFRAMES)('is the timeframe whose line chart has that number: %s', (timeframe) => {
    const { first, last } = lineDays(preset(timeframe), TODAY);
    // A custom range without dates covers 30 days, as a month does.
    const expected = timeframe === 'custom' ? 'month' : timeframe;
    expect(lineTimeframe(daysBetween(first, last))).toBe(expected);
  });

  it.each([1, 6, 8, 31, 93, 365])('is custom for %i days', (days) => {
    expect(lineTimeframe(days)).toBe('custom');
  });
});

describe('the span of a range', () => {
  it('is from the first midnight to the midnight after the last day', () => {
    expect(spanOf({ first: '2026-11-20', last: TODAY })).toEqual({
      from: Date.parse('2026-11-20T00:00Z'),
      to: Date.parse('2026-11-22T00:00Z'),
    });
  });

  it('is one day long if it starts and ends on the same day', () => {
    const { from, to } = spanOf({ first: TODAY, last: TODAY });
    expect(to - from).toBe(DAY_MS);
  });

  it('is empty if the range ends before it starts', () => {
    const { from, to } = spanOf({ first: TODAY, last: '2026-11-20' });
    expect(to).toBe(from);
  });
});

describe('the parts of the line chart', () => {
  it.each<[Timeframe, number, number]>([
    ['7days', 7, 1],
    ['month', 10, 3],
    ['6weeks', 12, 3.5],
    ['3months', 14, 90 / 14],
  ])('are, for %s, %i of %d days each', (timeframe, count, length) => {
    const range = lineDays(preset(timeframe), TODAY);
    const parts = lineParts(preset(timeframe), range);
    expect(parts).toHaveLength(count);
    for (const [part, { from, to }] of parts.entries()) {
      const start = Date.parse(range.first);
      // The boundaries may differ by about a millionth of a day (86 ms).
      expect(Math.abs(from - (start + part * length * DAY_MS))).toBeLessThan(100);
      expect(Math.abs(to - (start + (part + 1) * length * DAY_MS))).toBeLessThan(100);
    }
  });

  it('adjoin exactly at midnight where a boundary falls on midnight', () => {
    const range = lineDays(preset('3months'), TODAY);
    const parts = lineParts(preset('3months'), range);
    expect(parts[0]?.from).toBe(Date.parse(range.first));
    expect(parts[7]?.from).toBe(Date.parse(addDays(range.first, 45)));
    expect(parts[13]?.to).toBe(Date.parse('2026-11-22'));
  });

  it.each([
    [1, [1]],
    [2, [1, 1]],
    [7, times(7, 1)],
    [8, times(4, 2)],
    [21, times(7, 3)],
    [22, [...times(7, 3), 1]],
    [30, times(10, 3)],
    [31, [...times(10, 3), 1]],
    [42, times(14, 3)],
    [43, [...times(10, 4), 3]],
    [90, [...times(12, 7), 6]],
    [365, [...times(13, 27), 14]],
  ])('are, for a custom range of %i days, of these lengths: %j', (days, lengths) => {
    expect(customPartLengths(days)).toEqual(lengths);
  });

  it('stop at the end date: no part starts after it, and the last part is cut off at it', () => {
    // For 9 days the formula gives 7 parts of 2 days; the last two would start too late.
    const range = { first: '2026-11-01', last: '2026-11-09' };
    const parts = lineParts(custom(range.first, range.last), range);
    expect(parts.map(({ from }) => dayOf(from))).toEqual([
      '2026-11-01',
      '2026-11-03',
      '2026-11-05',
      '2026-11-07',
      '2026-11-09',
    ]);
    expect(parts.at(-1)?.to).toBe(Date.parse('2026-11-10'));
  });

  it('are ten of three days if the custom dates are missing', () => {
    const choice = custom('', '');
    const parts = lineParts(choice, lineDays(choice, TODAY));
    expect(parts.map(({ from, to }) => (to - from) / DAY_MS)).toEqual(times(10, 3));
    expect(parts.at(-1)?.to).toBe(Date.parse('2026-11-22'));
  });

  it.each(TIMEFRAMES)('are an empty list if the range ends before it starts: %s', (timeframe) => {
    const day = { first: TODAY, last: '2026-11-20' };
    expect(lineParts(preset(timeframe), day)).toEqual([]);
    const year = { first: TODAY, last: '2025-11-20' };
    expect(lineParts(preset(timeframe), year)).toEqual([]);
  });
});

describe('the warnings of a custom range', () => {
  const startInFuture = '⚠️ Start date is in the future - no data will be shown';
  const endInFuture = '⚠️ End date is in the future - limited data may be shown';
  const startAfterEnd = 'Start date is after end date - no data will be shown';

  it.each<[string, string, string, string[]]>([
    ['a past range', '2026-11-01', '2026-11-20', []],
    ['a range of only today', TODAY, TODAY, []],
    ['a start after today', '2026-11-22', '', [startInFuture]],
    ['an end after today', '2026-11-01', '2026-11-22', [endInFuture]],
    ['both after today', '2026-11-22', '2026-11-23', [startInFuture, endInFuture]],
    ['a start after the end', '2026-11-02', '2026-11-01', [startAfterEnd]],
    ['a start after today and the end', '2026-11-22', TODAY, [startInFuture, startAfterEnd]],
    ['all three at once', '2026-11-23', '2026-11-22', [startInFuture, endInFuture, startAfterEnd]],
    ['no end', '2026-11-01', '', []],
    ['no start', '', '2026-11-01', []],
    ['no dates', '', '', []],
  ])('for %s', (_, start, end, warnings) => {
    expect(rangeWarnings(custom(start, end), TODAY)).toEqual(warnings);
  });

  it('are an empty list for any other timeframe, even if its dates are set', () => {
    for (const timeframe of TIMEFRAMES) {
      if (timeframe === 'custom') continue;
      const choice = { timeframe, start: '2027-02-01', end: '2027-01-01' };
      expect(rangeWarnings(choice, TODAY)).toEqual([]);
    }
  });
});
