import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hardTextsOf, isNeverSaid, longSentencesOf, syllablesOf, wordsIn } from './plain-words.ts';

const FILES = [
  ...globSync('src/{web,contract,domain,charts}/**/*.{ts,tsx}'),
  // Excludes the report's charts, whose strings are PDF operators.
  ...globSync('src/server/{report,exchange}/**/!(chart-frame|line-figure).ts'),
  'src/server/platform/mail/letters.ts',
  'src/server/identity/complete-oauth-flow.ts',
  'src/server/identity/provider-faults.ts',
]
  .filter((file) => !file.includes('.test.') && !file.includes('/testing/'))
  // Excludes the names of drugs, and a file with messages of browsers, because no screen shows these messages.
  .filter((file) => !/(?:known-drugs|domain\/browser-error)\.ts$/.test(file));

/** Texts that are exempt: most are prescribed by the spec word for word. */
const SPEC = [
  'No symptoms have been added to your profile yet. Please add symptoms in your Profile section first',
  'No symptoms configured. Please add symptoms to your profile first.',
  'Account created but there was an issue saving your profile data. Please contact support.',
  'No forms submitted yet. Track your symptoms to create your first form!',
  'Password has been reset successfully! You can now sign in.',
  "Welcome to Your Parkinson's Disease Management App!",
  "Welcome to your Parkinson's Disease Management App",
  'Daily averages for the last 7 days',
  'Weekly averages for the last 90 days',
  'Custom period averages',
  'Error saving symptom. Please try again.',
  'Error creating symptomMary. Please try again.',
  'Error deleting symptom. Please try again.',
  'Symptom Mary deleted successfully!',
  'Average Symptom Severity',
  'Average Symptom Severity Over Time - Mary',
  'Select symptoms to view the average severity trend',
  'Symptom Time Analysis',
  'Symptom Severity By Time of Day - Mary',
  'Select symptoms to view the time analysis chart',
  'Personal Information',
  'Email Address',
  'Daily Health Check-in',
  'Medication Reminders',
  'Exercise Reminders',
  'Weekly Health Report',
  'Biological Sex',
  "Number of Years with Parkinson's Disease",
  // The medical disclaimer. The spec prescribes its content, not its words.
  'For education only. This is not medical advice. Please talk to your doctor. We are not liable for the data you enter here.',
];

/**
 * Collects the texts that users read: the words in elements, and string literals that look like sentences.
 * Strings with characters of code are left out.
 */
function textsOf(file: string): string[] {
  return wordsIn(file)
    .filter((text) => /^[A-Z][a-z'’]* .*[a-z]/.test(text) && !/[;=|]|=>|\(\)/.test(text))
    .filter((text) => !SPEC.includes(text));
}

const texts = new Map(
  FILES.map((file) => [file, textsOf(file)] as const).filter(([, found]) => found.length > 0),
);

it('finds known texts of the app', () => {
  const all = [...texts.values()].flat();
  expect(all.length).toBeGreaterThan(150);
  for (const known of [
    'This permanently deletes everything you entered:',
    'Enter your password.',
    'Your password was changed',
    // A text next to an expression, for which 'Mary' stands.
    'Mary opened in a new window. Sign in there, then come back.',
    'This must be an email address',
    'This must have one time for the weekly report',
  ]) {
    expect(all).toContain(known);
  }
});

describe('the syllable counter', () => {
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

describe.each([...texts])('%s', (_file, found) => {
  it('has no sentence of more than 20 words', () => {
    expect(longSentencesOf(found)).toEqual([]);
  });

  it('has no text above grade 6, alone or together', () => {
    expect(hardTextsOf(found)).toEqual([]);
  });
});

it('says nothing that judges, advises, or promises what a medical device does', () => {
  for (const said of [
    'You should take your next dose',
    'It detects falls',
    'Your fall risk',
    'A score of 4',
    'Your blood pressure is too low',
  ]) {
    expect(isNeverSaid(said)).toBe(true);
  }
  const files = [...FILES, ...globSync('src/server/{paper,reminders}/**/!(*.test).ts')];
  const said = files
    .flatMap((file) => wordsIn(file).map((text) => ({ file, text })))
    .filter(({ text }) => isNeverSaid(text));
  expect(said).toEqual([]);
});
