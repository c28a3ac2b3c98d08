import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * The app's own texts are easy to read: at most 20 words a sentence, and a Flesch-Kincaid grade of 6 or below
 * (Kincaid et al., 1975: 0.39 words a sentence + 11.8 syllables a word - 15.59). Words are for tired people.
 */
const MAX_WORDS = 20;
const MAX_GRADE = 6;
/** A grade says nothing of a few words; these are read together with the others of their file. */
const ENOUGH_WORDS = 12;

const FILES = [
  ...globSync('src/web/**/*.{ts,tsx}'),
  'src/contract/errors.ts',
  'src/domain/slots.ts',
  'src/domain/report-changes.ts',
  ...globSync('src/server/report/**/*.ts'),
  'src/server/mail/letters.ts',
  'src/server/auth/visit-end.ts',
  'src/server/auth/provider-faults.ts',
].filter((file) => !file.includes('.test.'));

/** The spec's own, word for word. */
const SPEC = [
  'No symptoms have been added to your profile yet. Please add symptoms in your Profile section first',
  'No symptoms configured. Please add symptoms to your profile first.',
  'Account created but there was an issue saving your profile data. Please contact support.',
  'No forms submitted yet. Track your symptoms to create your first form!',
  'Password has been reset successfully! You can now sign in.',
  "Welcome to Your Parkinson's Disease Management App!",
  "Welcome to your Parkinson's Disease Management App",
  // The medical disclaimer, in the spec's own terms.
  'For education only. This is not medical advice. Please talk to a medical professional. We accept no liability for the personal data you report here.',
];

interface Text {
  readonly file: string;
  readonly text: string;
}

/** What people read: text between tags, and quoted sentences. Code has other characters in it. */
function textsOf(file: string): Text[] {
  const source = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import .*$/gm, '');
  const between = [...source.matchAll(/>\s*([A-Z][^<>{}]+?)\s*</g)];
  const quoted = [
    ...source.matchAll(/'([A-Z](?:[^'\\\n]|\\.)+)'/g),
    ...source.matchAll(/"([A-Z][^"\n]+)"/g),
    ...source.matchAll(/`([A-Z][^`]+)`/g),
  ];
  return [...between, ...quoted]
    .map(([, text = '']) =>
      text
        .replace(/\$\{[^}]*\}/g, 'Mary')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => /^[A-Z][a-z']* .*[a-z]/.test(text) && !/[;=|]|=>|\(\)/.test(text))
    .filter((text) => !SPEC.includes(text))
    .map((text) => ({ file, text }));
}

const texts = FILES.flatMap(textsOf);

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+/).filter((sentence) => wordsOf(sentence).length > 0);
}

function wordsOf(text: string): string[] {
  return text.match(/[A-Za-z'’]+/g) ?? [];
}

/** Groups of vowels, without a silent e at the end; never none. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const spoken = letters.replace(/(?:[^laeiouy]es|[^aeiouydt]ed|[^laeiouy]e)$/, '');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}

function gradeOf(text: string): number {
  const words = wordsOf(text);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return (
    0.39 * (words.length / sentencesOf(text).length) + 11.8 * (syllables / words.length) - 15.59
  );
}

it('reads the texts there are', () => {
  expect(texts.length).toBeGreaterThan(100);
  for (const known of [
    'This removes for good:',
    'Please enter your password.',
    'Your password was changed',
  ]) {
    expect(texts.map(({ text }) => text)).toContain(known);
  }
});

describe('counts as people do', () => {
  it.each([
    ['a', 1],
    ['password', 2],
    ['email', 2],
    ['symptom', 2],
    ['device', 2],
    ['people', 2],
    ['changed', 1],
    ['ended', 2],
  ])('%s has %i syllables', (word, count) => {
    expect(syllablesOf(word)).toBe(count);
  });
});

it('no sentence has more than 20 words', () => {
  const long = texts.filter(({ text }) =>
    sentencesOf(text).some((sentence) => wordsOf(sentence).length > MAX_WORDS),
  );
  expect(long).toEqual([]);
});

it('no text is above grade 6', () => {
  const hard = texts
    .filter(({ text }) => wordsOf(text).length >= ENOUGH_WORDS)
    .map(({ file, text }) => ({ file, text, grade: Math.round(gradeOf(text) * 10) / 10 }))
    .filter(({ grade }) => grade > MAX_GRADE);
  expect(hard).toEqual([]);
});

it('all of them together are not either', () => {
  expect(gradeOf(texts.map(({ text }) => `${text}.`).join(' '))).toBeLessThanOrEqual(MAX_GRADE);
});
