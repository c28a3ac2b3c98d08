import bidiFactory, { type Bidi } from 'bidi-js';
import type { Font, Fonts, Weight } from './fonts.ts';
import { RIGHT_TO_LEFT } from './harmless.ts';

/** Lays text out in lines: wrapped, in visual order, with each character in a font that has it. */

/** A laid-out line of text. Width and size are in points. */
export interface Line {
  readonly width: number;
  readonly size: number;
  readonly runs: readonly { readonly font: Font; readonly glyphs: string }[];
  readonly isRightToLeft: boolean;
}

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  /**
   * 'ltr' for the app's own sentences, even if one starts with a name in a right-to-left script. By default, the first
   * letter of the text decides.
   */
  readonly direction?: 'ltr';
}

/** A run of text with one font and one direction. */
interface Piece {
  readonly text: string;
  readonly font: Font;
  /** The embedding level (Unicode Standard Annex 9); odd for right-to-left. */
  readonly level: number;
}

/** A unit that is broken only if it is wider than a line. */
interface Word {
  readonly pieces: readonly Piece[];
  readonly isSpace: boolean;
}

// The types of bidi-js describe its ES module, but Node loads its CommonJS module.
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that join or combine, and emoji of several code points. */
const SHAPED =
  /[\p{M}\u0590-\u08ff\u0900-\u1cff\u200c-\u200d\ufb1d-\ufdff\ufe70-\ufefc\u{1f1e6}-\u{1faff}]/u;
/** Characters of scripts without spaces, in which a line may end after any character. */
const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** From this size on, text is kerned (points). */
const HEADING_SIZE = 12;

/** Lays a text out in lines of at most `width` points. Words that are wider than a line are broken. */
export function layOut(fonts: Fonts, text: string, style: TextStyle, width: number): Line[] {
  return text.split('\n').flatMap((paragraph) => linesOf(fonts, paragraph, style, width));
}

/** A text as one line of any width. */
export function oneLine(fonts: Fonts, text: string, style: TextStyle): Line {
  const [line] = linesOf(fonts, text.replaceAll('\n', ' '), style, Number.POSITIVE_INFINITY);
  return line as Line;
}

function linesOf(fonts: Fonts, paragraph: string, style: TextStyle, width: number): Line[] {
  const { size, weight = 'regular', direction } = style;
  const isPlain = fonts.isPlain(paragraph, weight);
  const { words, base } = isPlain
    ? { words: plainWords(paragraph, fonts.latin(weight)), base: 0 }
    : wordsOf(fonts, paragraph, weight, direction);
  const measure = (word: Word) =>
    (word.pieces.reduce((sum, piece) => sum + shape(piece, size).width, 0) * size) / 1000;
  const lines: Line[] = [];
  let line: Word[] = [];
  let used = 0;
  const end = () => {
    const seen = line.findLastIndex(({ isSpace }) => !isSpace) + 1;
    for (const space of line.slice(seen)) used -= measure(space);
    // In left-to-right text, keeps one trailing space, outside the measured width, so that screen readers separate the
    // words.
    lines.push(finished(line.slice(0, base % 2 === 1 ? seen : seen + 1), used, size, base));
    line = [];
    used = 0;
  };
  const add = (word: Word, wide: number) => {
    line.push(word);
    used += wide;
  };
  for (const word of words) {
    const wide = measure(word);
    if (word.isSpace) {
      if (line.length > 0) add(word, wide);
      continue;
    }
    if (line.length > 0 && used + wide > width) end();
    if (wide <= width) {
      add(word, wide);
      continue;
    }
    for (const part of broken(word, width, size)) {
      if (line.length > 0) end();
      add(part, measure(part));
    }
  }
  if (line.length > 0 || lines.length === 0) end();
  return lines;
}

function plainWords(text: string, font: Font): Word[] {
  return (text.match(/ +|[^ -]+-*|-+/g) ?? []).map((each) => ({
    pieces: [{ text: each, font, level: 0 }],
    isSpace: each.startsWith(' '),
  }));
}

function wordsOf(
  fonts: Fonts,
  text: string,
  weight: Weight,
  direction: 'ltr' | undefined,
): { words: Word[]; base: number } {
  const embedding = bidi.getEmbeddingLevels(text, direction);
  const words: Word[] = [];
  let pieces: Piece[] = [];
  const end = (isSpace: boolean) => {
    if (pieces.length > 0) words.push({ pieces, isSpace });
    pieces = [];
  };
  for (const { segment, index } of graphemes.segment(text)) {
    const shown = segment.replace(/[\ufe0e\ufe0f]/g, '');
    if (/^\p{Default_Ignorable_Code_Point}*$/u.test(shown)) continue;
    const level = embedding.levels[index] ?? 0;
    const isSpace = /^[ \u00a0]$/.test(shown);
    const isWide = BREAKS_ANYWHERE.test(shown);
    if (isSpace || isWide) end(false);
    const font = /\p{Cc}/u.test(segment) ? undefined : fonts.for(segment, weight);
    if (font) append(pieces, { text: shown, font, level });
    // The placeholder is written from left to right, so it gets an even level.
    else
      append(pieces, {
        text: placeholder(segment),
        font: fonts.latin(weight),
        level: level + (level % 2),
      });
    if (isSpace || isWide || /[-–/]$/.test(shown)) end(isSpace && segment === ' ');
  }
  end(false);
  return { words, base: embedding.paragraphs[0]?.level ?? 0 };
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.font === piece.font && last.level === piece.level) {
    pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
  } else pieces.push(piece);
}

/** A placeholder for a control character, or a character that no font has: '[U+1F9EC]'. */
function placeholder(cluster: string): string {
  return [...cluster]
    .map((each) => `[U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .join('');
}

function shape({ text, font, level }: Piece, size: number) {
  const isRightToLeft = level % 2 === 1;
  // The font's layout reverses right-to-left letters. Text without such letters must be reversed here.
  const isTurnedHere = isRightToLeft && !RIGHT_TO_LEFT.test(text);
  const characters = isRightToLeft ? [...text].map(mirrored) : [text];
  const shown = (isTurnedHere ? characters.reverse() : characters).join('');
  return font.shape(shown, size >= HEADING_SIZE || SHAPED.test(text));
}

/** The mirrored form of a bracket, for right-to-left writing. */
function mirrored(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

/** Breaks a word that is wider than a line into parts that fit. */
function* broken(word: Word, width: number, size: number): Generator<Word> {
  let pieces: Piece[] = [];
  let used = 0;
  for (const piece of word.pieces) {
    for (const { segment } of graphemes.segment(piece.text)) {
      const part = { ...piece, text: segment };
      const wide = (shape(part, size).width * size) / 1000;
      if (pieces.length > 0 && used + wide > width) {
        yield { pieces, isSpace: false };
        pieces = [];
        used = 0;
      }
      append(pieces, part);
      used += wide;
    }
  }
  yield { pieces, isSpace: false };
}

function finished(words: readonly Word[], width: number, size: number, base: number): Line {
  const pieces = words.flatMap((word) => word.pieces);
  const turned = pieces.some(({ level }) => level % 2 === 1);
  const runs: { font: Font; glyphs: string }[] = [];
  for (const piece of turned ? inSeenOrder(pieces) : pieces) {
    const { glyphs } = shape(piece, size);
    const last = runs.at(-1);
    if (last?.font === piece.font) last.glyphs += glyphs;
    else runs.push({ font: piece.font, glyphs });
  }
  return {
    width,
    size,
    runs,
    isRightToLeft: base % 2 === 1,
  };
}

/** Rule L2 of Unicode Standard Annex 9: for each level from the highest to 1, reverse runs at or above it. */
function inSeenOrder(pieces: readonly Piece[]): Piece[] {
  const seen = [...pieces];
  const highest = Math.max(...seen.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < seen.length) {
      let to = from;
      while (to < seen.length && (seen[to]?.level ?? 0) >= level) to += 1;
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return seen;
}
