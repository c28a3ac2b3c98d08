import { readAs, readWhole } from './harmless.ts';
import { at, type Colour, heightOf, INK, rgb, type Sheet, SOFT, TINT } from './sheet.ts';
import { ARTIFACT, type Element, END } from './tags.ts';
import type { Line, TextStyle } from './text.ts';

/** A table over any number of pages. Its head is repeated on each page, and a row may be longer than a page. */

export interface Column {
  readonly title: string;
  /** In points. */
  readonly width: number;
  readonly align?: 'left' | 'centre';
  /** True if the column's cells are row headers. */
  readonly isHeader?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly colour?: Colour;
  /** The background colour. */
  readonly tint?: Colour | undefined;
  readonly weight?: TextStyle['weight'];
}

const SIZE = 9;
const PADDING = { x: 4, y: 3 };
/** The padding above and below the text of a table that must not take much room. */
const CLOSE_PADDING_Y = 1.5;
/** A row up to this height is never split over two pages (points). */
const KEPT_WHOLE = 120;
/** A taller row may start on a page only if this much room is left (points). */
const KEPT_TOGETHER = 40;

/**
 * The maximum number of lines of a column title. The head is on every page, and a long name could fill the
 * page.
 */
const MAX_TITLE_LINES = 6;

export class Table {
  readonly #sheet: Sheet;
  readonly #columns: readonly Column[];
  readonly #element: Element;
  readonly #size: number;
  readonly #paddingY: number;
  readonly #head: readonly (readonly Line[])[];
  readonly #headHeight: number;
  #page: unknown;
  #rows = 0;

  /**
   * @param options.roomFor points needed below the head; with less room, the table starts on a new page
   * @param options.isClose whether its rows are close together
   */
  constructor(
    sheet: Sheet,
    parent: Element,
    columns: readonly Column[],
    {
      size = SIZE,
      roomFor = KEPT_TOGETHER,
      isClose = false,
    }: { size?: number; roomFor?: number; isClose?: boolean } = {},
  ) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#size = size;
    this.#paddingY = isClose ? CLOSE_PADDING_Y : PADDING.y;
    this.#head = columns.map(({ title, width }) =>
      sheet.firstLines(
        title,
        { size, weight: 'bold' },
        { width: width - 2 * PADDING.x, most: MAX_TITLE_LINES },
      ),
    );
    this.#headHeight = Math.max(...this.#head.map(heightOf)) + 2 * this.#paddingY;
    sheet.need(this.#headHeight + roomFor);
    this.#element = sheet.tags.open('Table', parent);
    this.#drawHead();
  }

  row(cells: readonly Cell[]): void {
    const sheet = this.#sheet;
    const size = this.#size;
    const laid = cells.map(({ text, weight = 'regular' }, index) =>
      sheet.lines(text, { size, weight }, this.#width(index) - 2 * PADDING.x),
    );
    const height = Math.max(...laid.map(heightOf)) + 2 * this.#paddingY;
    if (sheet.room < (height <= KEPT_WHOLE ? height : KEPT_TOGETHER)) this.#nextPage();
    const row = sheet.tags.open('TR', this.#element);
    const elements = cells.map(({ text }, index) => {
      const actual = readAs(text);
      return this.#columns[index]?.isHeader
        ? sheet.tags.open('TH', row, { scope: 'Row', actual })
        : sheet.tags.open('TD', row, { actual });
    });
    let next = 0;
    const most = Math.max(...laid.map((lines) => lines.length));
    const leading = heightOf(laid.find((lines) => lines.length > 0)?.slice(0, 1) ?? []);
    for (;;) {
      const fit = Math.max(1, Math.floor((sheet.room - 2 * this.#paddingY) / leading));
      const count = Math.min(most - next, fit);
      this.#drawPart(cells, laid, elements, { from: next, count, height: count * leading });
      next += count;
      if (next >= most) break;
      this.#nextPage();
    }
    for (const element of elements) sheet.tags.close(element);
    sheet.tags.close(row);
    this.#rows += 1;
  }

  /** @param after space below the table, in points */
  end(after = 0): void {
    this.#sheet.write(this.#sheet.rule(this.#sheet.y));
    this.#sheet.tags.close(this.#element);
    this.#sheet.y += after;
  }

  #drawPart(
    cells: readonly Cell[],
    laid: readonly (readonly Line[])[],
    elements: readonly Element[],
    { from, count, height }: { from: number; count: number; height: number },
  ): void {
    const sheet = this.#sheet;
    const operators = this.#rows > 0 && from === 0 ? [sheet.rule(sheet.y)] : [];
    let x = sheet.left;
    cells.forEach(({ tint, colour = INK }, index) => {
      const lines = laid[index]?.slice(from, from + count) ?? [];
      const width = this.#width(index);
      if (tint)
        operators.push(filled(tint, x, sheet.y + 0.6, width, height + 2 * this.#paddingY - 0.6));
      const element = elements[index];
      if (element && lines.some(({ runs }) => runs.length > 0)) {
        operators.push(sheet.tags.begin(element));
        let y = sheet.y + this.#paddingY;
        for (const line of lines) {
          operators.push(sheet.draw(line, this.#indent(line, index, x), y, colour));
          y += heightOf([line]);
        }
        operators.push(END);
      }
      x += width;
    });
    sheet.write(operators.join('\n'));
    sheet.y += height + 2 * this.#paddingY;
  }

  #indent(line: Line, index: number, x: number): number {
    const room = this.#width(index) - 2 * PADDING.x;
    if (this.#columns[index]?.align === 'centre') return x + PADDING.x + (room - line.width) / 2;
    return x + PADDING.x + (line.isRightToLeft ? room - line.width : 0);
  }

  #nextPage(): void {
    this.#sheet.write(this.#sheet.rule(this.#sheet.y));
    this.#sheet.newPage();
    this.#drawHead();
  }

  /** Draws the head. Screen readers read it on the table's first page only. */
  #drawHead(): void {
    const sheet = this.#sheet;
    const isFirst = this.#page === undefined;
    this.#page = sheet.pdf.page;
    const row = isFirst ? sheet.tags.open('TR', this.#element) : undefined;
    const operators = [filled(TINT, sheet.left, sheet.y, this.#tableWidth(), this.#headHeight)];
    let x = sheet.left;
    this.#head.forEach((lines, index) => {
      const { title = '' } = this.#columns[index] ?? {};
      // Screen readers read the full text of a shortened title.
      const isCut = lines.length === MAX_TITLE_LINES;
      const actual = isCut ? readWhole(title) : readAs(title);
      const header = row && sheet.tags.open('TH', row, { scope: 'Column', actual });
      operators.push(header ? sheet.tags.begin(header) : ARTIFACT);
      let y = sheet.y + this.#paddingY;
      for (const line of lines) {
        operators.push(sheet.draw(line, this.#indent(line, index, x), y, SOFT));
        y += heightOf([line]);
      }
      operators.push(END);
      if (header) sheet.tags.close(header);
      x += this.#width(index);
    });
    if (row) sheet.tags.close(row);
    sheet.write(operators.join('\n'));
    sheet.y += this.#headHeight;
    this.#rows = 0;
  }

  #width(index: number): number {
    return this.#columns[index]?.width ?? 0;
  }

  #tableWidth(): number {
    return this.#columns.reduce((sum, { width }) => sum + width, 0);
  }
}

function filled(colour: Colour, x: number, y: number, width: number, height: number): string {
  return `${ARTIFACT} ${rgb(colour)} rg ${at(x)} ${at(y)} ${at(width)} ${at(height)} re f ${END}`;
}
