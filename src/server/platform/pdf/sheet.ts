import type { Fonts } from './fonts.ts';
import { readAs } from './harmless.ts';
import type { Paper, Pdf } from './pdf.ts';
import { ARTIFACT, type Element, END, PAGE_ARTIFACT, type Tags } from './tags.ts';
import { type Line, layOut, oneLine, type TextStyle } from './text.ts';

/** Red, green and blue, 0 to 1. */
export type Colour = readonly [number, number, number];

export const INK: Colour = [0.1, 0.12, 0.15];
export const SOFT: Colour = [0.32, 0.36, 0.41];
export const HAIRLINE: Colour = [0.78, 0.8, 0.83];
export const TINT: Colour = [0.94, 0.95, 0.96];
export const PRIMARY: Colour = [0.043, 0.29, 0.341];

const MARGIN = 45;
const HEADER_SIZE = 8.5;
/** The distance from the top edge of the paper to the first of the header's three lines (points). */
const HEADER_TOP = 22;
const FOOTER_SIZE = 7.5;
/** The distances from the top and bottom edges of the paper to the content (points). */
const TOP = 74;
const BOTTOM = 58;

/** Line height as a multiple of the font size. */
const LEADING = 1.3;
/** Distance from the top of a line to its baseline, as a multiple of the font size. */
const BASELINE = 0.98;

/** The header and footer of every page. */
export interface PageWords {
  /** The first header line, in bold. In all header lines, text that does not fit is cut off. */
  readonly title: string;
  readonly subtitles: readonly string[];
  readonly footer: string;
}

/** The document's pages, and the position on the current page: in points from the top left corner. */
export class Sheet {
  readonly pdf: Pdf;
  readonly fonts: Fonts;
  readonly tags: Tags;
  readonly left = MARGIN;
  readonly width: number;
  readonly bottom: number;
  y = TOP;
  readonly #words: PageWords;

  constructor(pdf: Pdf, fonts: Fonts, tags: Tags, paper: Paper, words: PageWords) {
    this.pdf = pdf;
    this.fonts = fonts;
    this.tags = tags;
    this.#words = words;
    const [width, height] = paper === 'A4' ? [595.28, 841.89] : [612, 792];
    this.width = width - 2 * MARGIN;
    this.bottom = height - BOTTOM;
    this.newPage();
  }

  get room(): number {
    return this.bottom - this.y;
  }

  get isPageEmpty(): boolean {
    return this.y === TOP;
  }

  newPage(): void {
    this.pdf.addPage();
    this.y = TOP;
  }

  /** Starts a new page if the current page has less room than `height`. A no-op if the current page is empty. */
  need(height: number): void {
    if (this.room < height && !this.isPageEmpty) this.newPage();
  }

  write(content: string): void {
    this.pdf.addContent(content);
  }

  lines(text: string, style: TextStyle, width = this.width): Line[] {
    return layOut(this.fonts, text, style, width);
  }

  /** At most `most` lines of a text. If the text has more, the last of these lines is an ellipsis. */
  firstLines(
    text: string,
    style: TextStyle,
    { width, most }: { readonly width: number; readonly most: number },
  ): Line[] {
    const lines = this.lines(text, style, width);
    if (lines.length <= most) return lines;
    return [...lines.slice(0, most - 1), oneLine(this.fonts, '…', style)];
  }

  /** The operators that draw a line of text with its top at `top`. */
  draw(line: Line, x: number, top: number, colour: Colour = INK): string {
    return drawn(line, x, top + line.size * BASELINE, colour);
  }

  rule(
    top: number,
    { from = this.left, to = this.left + this.width, colour = HAIRLINE } = {},
  ): string {
    return `${ARTIFACT} ${rgb(colour)} rg ${at(from)} ${at(top)} ${at(to - from)} 0.6 re f ${END}`;
  }

  /** Draws a paragraph or a heading, which may continue on further pages. */
  paragraph(
    tag: string,
    parent: Element,
    text: string,
    style: TextStyle & { readonly colour?: Colour; readonly after?: number },
  ): void {
    const element = this.tags.open(tag, parent, { actual: readAs(text) });
    const lines = this.lines(text, style);
    const leading = style.size * LEADING;
    for (let next = 0; next < lines.length; ) {
      this.need(leading);
      const count = Math.max(1, Math.min(lines.length - next, Math.floor(this.room / leading)));
      const operators = [this.tags.begin(element)];
      for (const line of lines.slice(next, next + count)) {
        operators.push(this.draw(line, this.left, this.y, style.colour));
        this.y += leading;
      }
      this.write([...operators, END].join('\n'));
      next += count;
    }
    this.tags.close(element);
    this.y += style.after ?? 0;
  }

  /**
   * Draws the header and footer on every page. Call it after the last page is complete. Screen
   * readers read the footer of the first page, and skip the headers and the other footers.
   */
  frame(parent: Element): void {
    const { count } = this.pdf.bufferedPageRange();
    const { title, subtitles, footer } = this.#words;
    const foot = this.lines(footer, { size: FOOTER_SIZE });
    const right = this.left + this.width;
    for (let page = 0; page < count; page += 1) {
      this.pdf.switchToPage(page);
      const number = oneLine(this.fonts, `Page ${page + 1} of ${count}`, { size: HEADER_SIZE });
      const room = this.width - number.width - 16;
      const head = [
        this.lines(title, { size: HEADER_SIZE, weight: 'bold' }, room)[0],
        ...subtitles.map((words) => this.lines(words, { size: HEADER_SIZE }, room)[0]),
      ];
      const element = page === 0 ? this.tags.open('P', parent) : undefined;
      this.write(
        [
          PAGE_ARTIFACT,
          ...head.map((line, index) =>
            line ? this.draw(line, this.left, HEADER_TOP + index * HEADER_SIZE * LEADING) : '',
          ),
          this.draw(number, right - number.width, HEADER_TOP),
          END,
          this.rule(60),
          this.rule(this.bottom + 14),
          element ? this.tags.begin(element) : PAGE_ARTIFACT,
          ...foot.map((line, index) =>
            this.draw(line, this.left, this.bottom + 20 + index * FOOTER_SIZE * LEADING, SOFT),
          ),
          END,
        ].join('\n'),
      );
      if (element) this.tags.close(element);
    }
  }
}

export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { size }) => sum + size * LEADING, 0);
}

/**
 * The operators that draw a line of text. pdfkit flips its pages, so that y grows downwards, and the text
 * matrix flips the text back.
 *
 * @param angle degrees, counterclockwise
 */
export function drawn(line: Line, x: number, baseline: number, colour: Colour, angle = 0): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const turn = [cos, -sin, -sin, -cos].map((part) => `${at(part, 4)} `).join('');
  let operators = `BT ${rgb(colour)} rg ${turn}${at(x)} ${at(baseline)} Tm`;
  for (const { font, glyphs } of line.runs) {
    operators += ` /${font.name()} ${line.size} Tf ${shown(glyphs, line.size)}`;
  }
  return `${operators} ET`;
}

/** `glyphs` may contain '^number^': the rise of the following glyphs, in thousandths of the font size. */
function shown(glyphs: string, size: number): string {
  if (!glyphs.includes('^')) return `[${glyphs.replaceAll('><', '')}] TJ`;
  return glyphs
    .split('^')
    .map((part, index) => {
      if (index % 2 === 1) return `${at((Number(part) * size) / 1000)} Ts`;
      return part === '' ? '' : `[${part}] TJ`;
    })
    .join(' ');
}

export function rgb(colour: Colour): string {
  return colour.map((part) => at(part, 3)).join(' ');
}

/** Formats a number for a page's content stream. */
export function at(value: number, digits = 2): string {
  const factor = 10 ** digits;
  return String(Math.round(value * factor) / factor);
}
