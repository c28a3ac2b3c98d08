import bidiFactory, { type Bidi } from 'bidi-js';
import type { Font, Fonts, Weight } from './fonts.ts';
import { RIGHT_TO_LEFT } from './harmless.ts';

/** Text laid out in lines: wrapped, in the order it is seen in, each character in a font that has it. */

/** A line of text, ready to be drawn. Widths are in points. */
export interface Line {
  readonly width: number;
  readonly size: number;
  readonly runs: readonly { readonly font: Font; readonly glyphs: string }[];
  readonly isRightToLeft: boolean;
}

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  /** The direction of our own words, whatever name they begin with; else that of the first letter. */
  readonly direction?: 'ltr';
}

/** A stretch of one font and one direction. */
interface Piece {
  readonly text: string;
  readonly font: Font;
  /** Odd where it is written from right to left (Unicode Standard Annex 9). */
  readonly level: number;
}

/** What is not broken, unless it is wider than a whole line. */
interface Word {
  readonly pieces: readonly Piece[];
  readonly isSpace: boolean;
}

// Its types speak of an ES module, Node gets the other one.
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters that join or combine, and emoji of several parts. */
const SHAPED =
  /[\p{M}\u0590-\u08ff\u0900-\u1cff\u200c-\u200d\ufb1d-\ufdff\ufe70-\ufefc\u{1f1e6}-\u{1faff}]/u;
/** Writing without spaces, which may be broken after any character. */
const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** From this size on letters are spaced by the font's own pairs. */
const HEADING_SIZE = 12;

/** @param width in points; a word that is wider is broken where it has to be */
export function layOut(fonts: Fonts, text: string, style: TextStyle, width: number): Line[] {
  return text.split('\n').flatMap((paragraph) => linesOf(fonts, paragraph, style, width));
}

/** The one line of a text, however wide. */
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
    // One of the spaces stays: it takes no room, and keeps the words apart for those who hear them.
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
    // A number among letters of either direction goes from left to right.
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

/** What stands for a character that no font has, or that is none: '[U+1F9EC]'. */
function placeholder(cluster: string): string {
  return [...cluster]
    .map((each) => `[U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .join('');
}

function shape({ text, font, level }: Piece, size: number) {
  const isRightToLeft = level % 2 === 1;
  // The font's own layout turns letters of right-to-left writing; what has no direction we turn here.
  const isTurnedHere = isRightToLeft && !RIGHT_TO_LEFT.test(text);
  const characters = isRightToLeft ? [...text].map(mirrored) : [text];
  const shown = (isTurnedHere ? characters.reverse() : characters).join('');
  return font.shape(shown, size >= HEADING_SIZE || SHAPED.test(text));
}

/** Brackets open to the other side in right-to-left writing. */
function mirrored(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

/** The parts of a word that is wider than a line, each as long as fits. */
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

/** Rule L2 of Unicode Standard Annex 9: from the highest level down, what is of a level or higher is turned. */
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
