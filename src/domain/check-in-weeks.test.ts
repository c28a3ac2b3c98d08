import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_ANSWERS } from './check-in.ts';
import { checkInWeeks } from './check-in-weeks.ts';
import { someAnswers } from './testing/check-ins.ts';
import { addDays, daysBetween } from './zone.ts';

const FIRST = '2026-10-01';
const someDay = fc.integer({ min: 0, max: 60 }).map((days) => addDays(FIRST, days));
const someCheckIns = fc.uniqueArray(
  fc.tuple(someDay, someAnswers).map(([day, answers]) => ({ day, ...answers })),
  { selector: ({ day }) => day, maxLength: 45 },
);
const somePeriod = fc
  .tuple(someDay, fc.integer({ min: 0, max: 40 }))
  .map(([first, days]) => ({ first, last: addDays(first, days - 1) }));

/** A check-in for each of these answers, on consecutive days from 12 November 2026 on. */
function onDays(answers: object[]) {
  return answers.map((each, index) => ({
    ...NO_ANSWERS,
    ...each,
    day: addDays('2026-11-12', index),
  }));
}
const WEEK = { first: '2026-11-12', last: '2026-11-18' };

it('counts and averages the answered days of a week', () => {
  const checkIns = onDays([
    { exerciseMinutes: 30, sleepHours: 7.5, mood: 3, medication: 'as planned', naps: 0 },
    { exerciseMinutes: 0, sleepHours: 6, mood: 4, medication: 'partly', naps: 30, dizzy: 'no' },
    { exerciseMinutes: 60, sleepHours: 8, medication: 'as planned' },
    { exerciseMinutes: 15, mood: 5, naps: 30, bowels: true, dizzy: 'once' },
    { sleepHours: 7, medication: 'no', naps: 20, bowels: false, dizzy: 'often' },
  ]);
  expect(checkInWeeks(checkIns, WEEK)).toEqual([
    {
      ...WEEK,
      exercise: { days: 4, mean: 26.25, sum: 105 },
      sleep: { days: 4, mean: 7.125 },
      mood: { days: 3, mean: null },
      medication: { 'as planned': 2, partly: 1, no: 1 },
      bowels: { days: 2, on: 1 },
      naps: { days: 4, mean: 20, on: 3 },
      dizzy: { days: 3, on: 2, often: 1 },
    },
  ]);
});

it('gives neither a mean nor a sum of minutes if fewer than 4 days are answered', () => {
  const checkIns = onDays([
    { exerciseMinutes: 30 },
    { exerciseMinutes: 30 },
    { exerciseMinutes: 0 },
  ]);
  const [week] = checkInWeeks(checkIns, WEEK);
  expect(week?.exercise).toEqual({ days: 3, mean: null, sum: null });
});

it('divides a period into whole weeks that end with its last day', () => {
  fc.assert(
    fc.property(someCheckIns, somePeriod, (checkIns, period) => {
      const weeks = checkInWeeks(checkIns, period);
      expect(weeks).toHaveLength(Math.floor(daysBetween(period.first, period.last) / 7));
      for (const [index, { first, last }] of weeks.toReversed().entries()) {
        expect(last).toBe(addDays(period.last, -7 * index));
        expect(daysBetween(first, last)).toBe(7);
        expect(first >= period.first).toBe(true);
      }
    }),
  );
});

it('agrees with a calculation by day', () => {
  fc.assert(
    fc.property(someCheckIns, somePeriod, (checkIns, period) => {
      const byDay = new Map(checkIns.map((checkIn) => [checkIn.day, checkIn]));
      for (const week of checkInWeeks(checkIns, period)) {
        const days = Array.from({ length: 7 }, (_, day) => byDay.get(addDays(week.first, day)));
        for (const [question, figure] of [
          ['exerciseMinutes', week.exercise],
          ['sleepHours', week.sleep],
          ['mood', week.mood],
          ['naps', week.naps],
        ] as const) {
          let [count, total] = [0, 0];
          for (const day of days) {
            if (day === undefined || day[question] === null) continue;
            count += 1;
            total += day[question];
          }
          expect(figure.days).toBe(count);
          if (count < 4) expect(figure.mean).toBeNull();
          else expect(figure.mean).toBeCloseTo(total / count, 10);
        }
        const minutes = days.reduce((sum, day) => sum + (day?.exerciseMinutes ?? 0), 0);
        expect(week.exercise.sum).toBe(week.exercise.days < 4 ? null : minutes);
        const count = (isCounted: (day: (typeof days)[number]) => unknown) =>
          days.filter(isCounted).length;
        expect(week.bowels).toEqual({
          days: count((day) => typeof day?.bowels === 'boolean'),
          on: count((day) => day?.bowels),
        });
        expect(week.naps.on).toBe(count((day) => day?.naps));
        expect(week.dizzy).toEqual({
          days: count((day) => day?.dizzy),
          on: count((day) => day?.dizzy === 'once' || day?.dizzy === 'often'),
          often: count((day) => day?.dizzy === 'often'),
        });
        const answered = Object.values(week.medication).reduce((sum, count) => sum + count, 0);
        expect(answered).toBe(days.filter((day) => day?.medication).length);
      }
    }),
  );
});

it('depends neither on the order of the check-ins nor on those of other days', () => {
  fc.assert(
    fc.property(someCheckIns, somePeriod, (checkIns, period) => {
      const inside = checkIns.filter(({ day }) => day >= period.first && day <= period.last);
      const weeks = checkInWeeks(checkIns, period);
      expect(checkInWeeks(inside.toReversed(), period)).toEqual(weeks);
    }),
  );
});

it('does not count a day without an answer as 0', () => {
  fc.assert(
    fc.property(someCheckIns, somePeriod, someDay, (checkIns, period, day) => {
      const others = checkIns.filter((checkIn) => checkIn.day !== day);
      const empty = { ...NO_ANSWERS, day, notes: 'Only a note.' };
      expect(checkInWeeks([...others, empty], period)).toEqual(checkInWeeks(others, period));
    }),
  );
});
