import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

/**
 * What people read must be easy for tired people: at most 20 words per sentence, and a Flesch-Kincaid grade of at most 6
 * (Kincaid et al., 1975: 0.39 words per sentence + 11.8 syllables per word - 15.59).
 */
const MAX_WORDS = 20;
const MAX_GRADE = 6;
/** A text with fewer words has no meaningful grade. It counts only towards the grade of its whole file. */
const ENOUGH_WORDS = 12;

/** Replaces the parts of a text that are only known at run time. */
const SOMETHING = 'Mary';
/** Matches rules to which the app prepends the field's name (`contract/fields.ts`, `contract/reminder-fields.ts`). */
const RULE = /^(?:must|is|contains) /;
/** Tags whose words are part of the surrounding sentence. */
const INLINE = ['a', 'b', 'em', 'strong', 'span', 'time', 'Link'];

/** All words in elements and all strings of a file, code included. */
export function wordsIn(file: string): string[] {
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

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+/).filter((sentence) => wordsOf(sentence).length > 0);
}

function wordsOf(text: string): string[] {
  return text.match(/[A-Za-z'’]+/g) ?? [];
}

/** Counts groups of vowels, without a silent e at the end; at least one. */
export function syllablesOf(word: string): number {
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

/** The sentences with more than 20 words. */
export function longSentencesOf(texts: readonly string[]): string[] {
  return texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > MAX_WORDS);
}

/** The texts above grade 6, and all of them together if that is above it. */
export function hardTextsOf(texts: readonly string[]): { text: string; grade: number }[] {
  const together = texts.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ');
  return [...texts, together]
    .filter((text) => wordsOf(text).length >= ENOUGH_WORDS)
    .map((text) => ({ text, grade: Math.round(gradeOf(text) * 10) / 10 }))
    .filter(({ grade }) => grade > MAX_GRADE);
}

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

/**
 * Whether a text judges, advises, or promises what a medical device does. The app stores what people enter and shows it. No
 * label of the spec contains such a phrase.
 */
export function isNeverSaid(text: string): boolean {
  return NEVER_SAID.some((phrase) => phrase.test(text));
}
