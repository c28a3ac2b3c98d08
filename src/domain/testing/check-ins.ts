import fc from 'fast-check';
import { type CheckInAnswers, DIZZY_ANSWERS, MEDICATION_ANSWERS } from '../check-in.ts';

const NOTES = ['', 'Slept badly.', 'A calm day.'];

/** Random answers. Each of them is missing in some samples. */
export const someAnswers: fc.Arbitrary<CheckInAnswers> = fc.record({
  medication: fc.option(fc.constantFrom(...MEDICATION_ANSWERS)),
  exerciseMinutes: fc.option(fc.integer({ min: 0, max: 1440 })),
  sleepHours: fc.option(fc.integer({ min: 0, max: 96 }).map((quarters) => quarters / 4)),
  mood: fc.option(fc.integer({ min: 1, max: 5 })),
  bowels: fc.option(fc.boolean()),
  naps: fc.option(fc.integer({ min: 0, max: 1440 })),
  dizzy: fc.option(fc.constantFrom(...DIZZY_ANSWERS)),
  notes: fc.constantFrom(...NOTES),
});
