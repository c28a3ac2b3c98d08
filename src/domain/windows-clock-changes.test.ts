import { describe, expect, it } from 'vitest';
import { averageByPart, averageByTimeOfDay } from './severity.ts';
import { instantsAround, lineDays, lineParts, spanOf } from './windows.ts';
import { DAY_MS, type Instant, localTimeOf } from './zone.ts';

const NEW_YORK = 'America/New_York';
const QUARTER_MS = 900_000;

const week = { timeframe: '7days', start: '', end: '' } as const;
const sixWeeks = { timeframe: '6weeks', start: '', end: '' } as const;

function entryAt(instant: Instant, zone: string) {
  return { localTime: localTimeOf(instant, zone), ratings: [{ name: 'Tremor', severity: 3 }] };
}

/** The clocks of New York go forward on 8 March 2026 and back on 1 November 2026. */
describe.each(['2026-03-08', '2026-11-01'])('around the clock change on %s', (change) => {
  const day = Temporal.PlainDate.from(change);

  it('an entry of any quarter of an hour belongs to its own day', () => {
    const parts = lineParts(week, lineDays(week, day.add({ days: 3 }).toString()));
    const first = day.subtract({ days: 1 }).toZonedDateTime(NEW_YORK).epochMilliseconds;
    for (let instant = first; instant < first + 3 * DAY_MS; instant += QUARTER_MS) {
      const date = Temporal.Instant.fromEpochMilliseconds(instant)
        .toZonedDateTimeISO(NEW_YORK)
        .toPlainDate();
      const index = 3 + day.until(date).days;
      const counts = averageByPart([entryAt(instant, NEW_YORK)], 'Tremor', parts);
      expect(counts.findIndex(({ count }) => count === 1)).toBe(index);
    }
  });

  it('parts of 3.5 days start at midnight and noon by the clock', () => {
    const parts = lineParts(sixWeeks, lineDays(sixWeeks, day.add({ days: 1 }).toString()));
    expect(parts.map(({ from }) => new Date(from).toISOString().slice(11, 16))).toEqual(
      parts.map((_, part) => (part % 2 === 0 ? '00:00' : '12:00')),
    );
  });
});

it('a day that a zone skipped has no entries, and the days around it keep theirs', () => {
  const parts = lineParts(week, { first: '2011-12-27', last: '2012-01-02' });
  const zone = 'Pacific/Apia';
  const first = Temporal.PlainDate.from('2011-12-27').toZonedDateTime(zone).epochMilliseconds;
  const entries = Array.from({ length: 6 }, (_, index) =>
    entryAt(first + DAY_MS / 2 + index * DAY_MS, zone),
  );
  const counts = averageByPart(entries, 'Tremor', parts).map(({ count }) => count);
  expect(counts).toEqual([1, 1, 1, 0, 1, 1, 1]);
});

describe('on a journey', () => {
  /** 9:00 in Tokyo is 19:00 of the day before in New York. */
  const tokyo = entryAt(Date.parse('2026-11-21T09:00:00+09:00'), 'Asia/Tokyo');
  const home = entryAt(Date.parse('2026-11-20T19:00:00-05:00'), NEW_YORK);
  const range = { first: '2026-11-20', last: '2026-11-21' };

  it('two entries of one instant belong to the day and the time of day where each was made', () => {
    expect(
      averageByPart([tokyo, home], 'Tremor', lineParts({ ...week, timeframe: 'custom' }, range)),
    ).toMatchObject([{ count: 1 }, { count: 1 }]);
    expect(averageByTimeOfDay([tokyo, home], 'Tremor', spanOf(range))).toMatchObject({
      morning: { count: 1 },
      afternoon: { count: 0 },
      evening: { count: 1 },
    });
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Niue', 'UTC', NEW_YORK])(
    'the instants to read contain every entry of the span that was made in %s',
    (zone) => {
      const { from, to } = instantsAround(spanOf(range));
      const first = Temporal.PlainDate.from(range.first).toZonedDateTime(zone).epochMilliseconds;
      const end = Temporal.PlainDate.from('2026-11-22').toZonedDateTime(zone).epochMilliseconds;
      expect(from).toBeLessThanOrEqual(first);
      expect(to).toBeGreaterThanOrEqual(end);
    },
  );
});
