import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averageOver, daysOfMonth, FormDays, monthOf } from './form-days.ts';
import { addDays, midnightOf } from './zone.ts';

const form = (day: string, ...ratings: (readonly [string, number])[]) => ({
  localTime: midnightOf(day) + 1,
  ratings: ratings.map(([name, severity]) => ({ name, severity })),
});

it('counts the forms of a day, and averages each symptom alone', () => {
  const days = new FormDays();
  days.add(form('2026-11-13', ['Tremor', 4], ['Balance', 1]));
  days.add(form('2026-11-13', ['Tremor', 3]));
  days.add(form('2026-11-12', ['Stiffness', 2]));
  days.add(form('2026-12-01', ['Tremor', 5]));
  expect(days.within(daysOfMonth('2026-11'))).toEqual([
    { day: '2026-11-12', forms: 1, averages: [{ name: 'Stiffness', mean: 2, count: 1 }] },
    {
      day: '2026-11-13',
      forms: 2,
      averages: [
        { name: 'Balance', mean: 1, count: 1 },
        { name: 'Tremor', mean: 3.5, count: 2 },
      ],
    },
  ]);
});

const aForm = fc.record({
  day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-30'),
  ratings: fc.uniqueArray(
    fc.tuple(fc.constantFrom('Tremor', 'Stiffness'), fc.integer({ min: 1, max: 5 })),
    { selector: ([name]) => name },
  ),
});

it('what was counted before can be added to, and gives the same averages', () => {
  fc.assert(
    fc.property(fc.array(aForm), fc.array(aForm), (some, others) => {
      const [whole, first, second] = [new FormDays(), new FormDays(), new FormDays()];
      for (const { day, ratings } of [...some, ...others]) whole.add(form(day, ...ratings));
      for (const { day, ratings } of some) first.add(form(day, ...ratings));
      const range = daysOfMonth('2026-11');
      for (const day of first.within(range)) second.addDay(day);
      for (const { day, ratings } of others) second.add(form(day, ...ratings));
      expect(second.within(range)).toEqual(whole.within(range));
    }),
  );
});

it('averages several days by their ratings, not by their days', () => {
  const days = new FormDays();
  days.add(form('2026-11-13', ['Tremor', 5]));
  for (const severity of [1, 1, 1]) days.add(form('2026-11-14', ['Tremor', severity]));
  const range = daysOfMonth('2026-11');
  expect(averageOver(days.within(range), 'Tremor')).toEqual({ forms: 4, mean: 2 });
  expect(averageOver(days.within(range), 'Balance')).toEqual({ forms: 4, mean: undefined });
});

it.each([
  ['2026-11', '2026-11-30'],
  ['2026-12', '2026-12-31'],
  ['2024-02', '2024-02-29'],
  ['1900-02', '1900-02-28'],
])('%s ends on %s', (month, last) => {
  expect(daysOfMonth(month)).toEqual({ first: `${month}-01`, last });
  expect(monthOf(addDays(last, 1))).not.toBe(month);
});
