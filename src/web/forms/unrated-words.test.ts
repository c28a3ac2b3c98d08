import { expect, it } from 'vitest';
import {
  deletedSentence,
  noteSentence,
  notRatedSentence,
  rateFirstSentence,
} from './unrated-words.ts';

it('names every symptom that is not rated', () => {
  expect(notRatedSentence(['Balance'])).toBe('Balance is not rated.');
  expect(notRatedSentence(['Stiffness', 'Balance'])).toBe('Stiffness and Balance are not rated.');
  expect(notRatedSentence(['Tremor', 'Stiffness', 'Balance'])).toBe(
    'Tremor, Stiffness and Balance are not rated.',
  );
});

it('says what to do first if nothing is rated', () => {
  expect(rateFirstSentence(['Balance'])).toBe('Please rate Balance.');
  expect(rateFirstSentence(['Stiffness', 'Balance'])).toBe('Please rate at least one symptom.');
});

it('names every symptom with a note, and says what to do', () => {
  expect(noteSentence(['Balance'])).toBe(
    'Your note for Balance needs a rating. Rate Balance, or delete the note.',
  );
  expect(noteSentence(['Stiffness', 'Balance'])).toBe(
    'Your notes for Stiffness and Balance need a rating. Rate these symptoms, or delete the notes.',
  );
});

it('says whose notes were deleted', () => {
  expect(deletedSentence(['Balance'])).toBe('Your note for Balance was deleted.');
  expect(deletedSentence(['Stiffness', 'Balance'])).toBe(
    'Your notes for Stiffness and Balance were deleted.',
  );
});
