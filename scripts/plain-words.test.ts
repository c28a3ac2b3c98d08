import { globSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

/**
 * The app's own texts must be easy to read for tired people: at most 20 words per sentence, and a
 * Flesch-Kincaid grade of at most 6 (Kincaid et al., 1975: 0.39 words per sentence + 11.8 syllables per word
 * - 15.59).
 */
const MAX_WORDS = 20;
const MAX_GRADE = 6;
/** A text with fewer words has no meaningful grade. It counts only towards the grade of its whole file. */
const ENOUGH_WORDS = 12;

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

/** Replaces the parts of a text that are only known at run time. */
const SOMETHING = 'Mary';
/** Matches rules to which the app prepends the field's name (`contract/fields.ts`, `contract/reminder-fields.ts`). */
const RULE = /^(?:must|is|contains) /;
/** Tags whose words are part of the surrounding sentence. */
const INLINE = ['a', 'b', 'em', 'strong', 'span', 'time', 'Link'];

/**
 * Collects the texts that users read: the words in elements, and string literals that look like sentences.
 * Strings with characters of code are left out.
 */
function textsOf(file: string): string[] {
  return wordsIn(file)
    .filter((text) => /^[A-Z][a-z'’]* .*[a-z]/.test(text) && !/[;=|]|=>|\(\)/.test(text))
    .filter((text) => !SPEC.includes(text));
}

/** All words in elements and all strings of a file, code included. */
function wordsIn(file: string): string[] {
  const found: string[] = [];
  const isRules = /contract\/(?:[a-z-]+-)?fields\.ts$/.test(file);
  const quoted = (text: string) => found.push(isRules && RULE.test(text) ? `This ${text}` : text);
  const words = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    const hasWords = children.some(
      (child) => child.type === 'JSXText' && /[a-z]/i.test(child.value),
    );
    if (hasWords) found.push(wordsOfAll(children));
  };
  new Visitor({
    JSXElement: words,
    JSXFragment: words,
    Literal: ({ value }) => typeof value === 'string' && quoted(value),
    TemplateLiteral: (node) => quoted(templateText(node)),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found.map((text) => text.replace(/\s+/g, ' ').trim());
}

function wordsOfAll(children: readonly ESTree.JSXChild[]): string {
  return children.map(wordsOfChild).join('');
}

function wordsOfChild(child: ESTree.JSXChild): string {
  if (child.type === 'JSXText') return child.value;
  if (child.type === 'JSXExpressionContainer') return wordsOfExpression(child.expression);
  if (child.type !== 'JSXElement') return ' ';
  const { name } = child.openingElement;
  // The words of other elements are separate texts.
  if (name.type !== 'JSXIdentifier') return ' ';
  // An address counts as one word.
  if (name.name === 'Address') return SOMETHING;
  const isInline = INLINE.includes(name.name);
  return isInline ? wordsOfAll(child.children) : ' ';
}

function wordsOfExpression(node: ESTree.JSXExpression): string {
  switch (node.type) {
    case 'Literal':
      return String(node.value);
    case 'TemplateLiteral':
      return templateText(node);
    case 'ConditionalExpression':
      return wordsOfExpression(node.consequent);
    case 'JSXElement':
      return wordsOfChild(node);
    case 'JSXEmptyExpression':
    case 'JSXFragment':
    case 'LogicalExpression':
      return ' ';
    default:
      return SOMETHING;
  }
}

function templateText({ quasis }: ESTree.TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? '').join(SOMETHING);
}

const texts = new Map(
  FILES.map((file) => [file, textsOf(file)] as const).filter(([, found]) => found.length > 0),
);

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+/).filter((sentence) => wordsOf(sentence).length > 0);
}

function wordsOf(text: string): string[] {
  return text.match(/[A-Za-z'’]+/g) ?? [];
}

/** Counts groups of vowels, without a silent e at the end; at least one. */
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

it('finds known texts of the app', () => {
  const all = [...texts.values()].flat();
  expect(all.length).toBeGreaterThan(150);
  for (const known of [
    'This permanently deletes everything you entered:',
    'Please enter your password.',
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
    const sentences = found.flatMap(sentencesOf);
    expect(sentences.filter((sentence) => wordsOf(sentence).length > MAX_WORDS)).toEqual([]);
  });

  it('has no text above grade 6, alone or together', () => {
    const together = found.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ');
    const hard = [...found, together]
      .filter((text) => wordsOf(text).length >= ENOUGH_WORDS)
      .map((text) => ({ text, grade: Math.round(gradeOf(text) * 10) / 10 }))
      .filter(({ grade }) => grade > MAX_GRADE);
    expect(hard).toEqual([]);
  });
});

/**
 * The app stores what people enter and shows it. It does not judge, advise, measure or promise. So no text contains these
 * phrases. No label of the spec contains one.
 */
const NEVER_SAID = [
  // On doses.
  /take your|missed|too (?:late|early)|next dose|overdue|forgot to|wearing.off|on time\b|adheren|complian/i,
  // On findings.
  /improve[ds]?\b|worse than|you should|score\b|5-2-1/i,
  // What a medical device does.
  /\bdiagnoses?\b|\b(?:monitor|detect|predict|analy[sz]|optimi[sz]|interpret)(?:e|es|s|ed|ing|ation)?\b/i,
  // On falls and blood pressure.
  /\brisks?\b(?! to| of being)|too (?:high|low)|(?:high|low|normal|raised) (?:blood )?pressure|hypotensi|hypertensi|dangerous|blood pressure (?:drop|falls)/i,
];

it('says nothing that judges, advises, or promises what a medical device does', () => {
  for (const said of [
    'You should take your next dose',
    'It detects falls',
    'Your fall risk',
    'A score of 4',
    'Your blood pressure is too low',
  ]) {
    expect(NEVER_SAID.some((phrase) => phrase.test(said))).toBe(true);
  }
  const files = [...FILES, ...globSync('src/server/{paper,reminders}/**/!(*.test).ts')];
  const said = files
    .flatMap((file) => wordsIn(file).map((text) => ({ file, text })))
    .filter(({ text }) => NEVER_SAID.some((phrase) => phrase.test(text)));
  expect(said).toEqual([]);
});
