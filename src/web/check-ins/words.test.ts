import { expect, it } from 'vitest';
import { NO_ANSWERS } from '../../domain/check-in.ts';
import { answersText, hoursText, shortAnswersText } from './words.ts';

it('says what was answered, and nothing about what was not', () => {
  const all = { medication: 'as planned', exerciseMinutes: 1, sleepHours: 7.5, mood: 4 } as const;
  expect(answersText({ ...NO_ANSWERS, ...all })).toBe(
    'Medication as planned, exercise 1 minute, sleep 7½ hours, mood 4 of 5, good',
  );
  expect(answersText({ ...NO_ANSWERS, exerciseMinutes: 0 })).toBe('Exercise 0 minutes');
  expect(answersText({ ...NO_ANSWERS, bowels: true, naps: 20, dizzy: 'once' })).toBe(
    'Bowel movement, naps 20 minutes, dizzy once',
  );
  expect(answersText({ ...NO_ANSWERS, bowels: false, naps: 0, dizzy: 'no' })).toBe(
    'No bowel movement, naps 0 minutes, not dizzy',
  );
  expect(answersText({ ...NO_ANSWERS, notes: 'A calm day' })).toBe('');
});

it.each([
  [0, '0 hours'],
  [0.5, '½ hour'],
  [1, '1 hour'],
  [1.25, '1¼ hours'],
  [7.75, '7¾ hours'],
])('%d hours are %j', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});

it('puts the answers in few words', () => {
  const all = { exerciseMinutes: 60, sleepHours: 6, mood: 4 } as const;
  const short = (answers: object) => shortAnswersText({ ...NO_ANSWERS, ...answers });
  expect(short({ ...all, medication: 'as planned' })).toBe('60 min exercise, 6 h sleep, good');
  expect(short({ ...all, medication: 'partly' })).toBe(
    'Medication partly, 60 min exercise, 6 h sleep, good',
  );
  expect(short({ medication: 'as planned' })).toBe('Medication as planned');
  expect(short({ mood: 4, bowels: false, naps: 20, dizzy: 'often' })).toBe(
    'Good, no bowel movement, 20 min naps, dizzy often',
  );
  expect(short({ sleepHours: 0.5 })).toBe('½ h sleep');
  expect(short({ notes: 'A calm day' })).toBe('');
});
