import fc from 'fast-check';
import { expect, it } from 'vitest';
import { weekStarts } from './week-list.ts';
import { addDays } from './zone.ts';

it('leaves out weeks without entries', () => {
  expect(
    weekStarts(['2026-11-22', '2026-11-22', '2026-11-16', '2026-11-15', '2025-03-01']),
  ).toEqual(['2026-11-16', '2026-11-09', '2025-02-23']);
  expect(weekStarts([])).toEqual([]);
});

it('puts each day into exactly one week, and ends each week with an entry', () => {
  const someDays = fc.array(fc.integer({ min: 0, max: 60 })).map((back) =>
    back
      .map((days) => addDays('2026-11-22', -days))
      .sort()
      .reverse(),
  );
  fc.assert(
    fc.property(someDays, (days) => {
      const weeks = weekStarts(days).map((first) => [first, addDays(first, 6)] as const);
      for (const day of days) {
        expect(weeks.filter(([first, last]) => first <= day && day <= last)).toHaveLength(1);
      }
      for (const [, last] of weeks) expect(days).toContain(last);
      expect(weeks).toEqual([...weeks].sort().reverse());
    }),
  );
});
