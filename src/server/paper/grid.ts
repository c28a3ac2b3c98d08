import { at, drawn, heightOf, INK, rgb, type Sheet, SOFT, TINT } from '../platform/pdf/sheet.ts';
import { ARTIFACT, type Element, END } from '../platform/pdf/tags.ts';
import { type Line, oneLine, type TextStyle } from '../platform/pdf/text.ts';

/** A table to fill in by hand: rows of one height, with a rule around each cell. */

export interface GridColumn {
  readonly title: string;
  /** In points. */
  readonly width: number;
}

/** What a cell has to write in. */
export type GridCell =
  | { readonly kind: 'blank' }
  /** Room for two numbers with a stroke between them, and for one more, whose name is below. */
  | { readonly kind: 'pair'; readonly below: string }
  /** Words or digits in outlines, one of which is to be marked. */
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

export interface GridRow {
  /** The text of the first cell. */
  readonly label: string;
  readonly cells: readonly GridCell[];
}

export const BLANK: GridCell = { kind: 'blank' };

const HEAD: TextStyle = { size: 11, weight: 'bold' };
const LABEL: TextStyle = { size: 12 };
const STROKE: TextStyle = { size: 18 };
const WORD: TextStyle = { size: 10 };
const CHOICE: TextStyle = { size: 12 };
const PADDING = 5;
/** The height of a choice's outline, and the space between two (points). */
const OUTLINE = 22;
const GAP = 4;
/** At most this many lines of a symptom's name. */
const MOST_LINES = 3;

/** @param height the least height of a row, in points */
export function drawGrid(
  sheet: Sheet,
  parent: Element,
  {
    columns,
    rows,
    height,
  }: {
    readonly columns: readonly GridColumn[];
    readonly rows: readonly GridRow[];
    readonly height: number;
  },
): void {
  const heads = columns.map(({ title, width }) => sheet.lines(title, HEAD, width - 2 * PADDING));
  const headHeight = Math.max(...heads.map(heightOf)) + 2 * PADDING;
  sheet.need(headHeight + rows.length * height);
  const table = sheet.tags.open('Table', parent);
  const drawHead = (row: Element | undefined) => {
    const [first] = columns;
    fill(sheet, headHeight);
    each(sheet, columns, (column, x, index) => {
      // The first column of a grid of a day has no title.
      const header = row && sheet.tags.open('TH', row, { scope: 'Column' });
      const lines = heads[index] ?? [];
      if (column.title !== '' || column !== first) {
        say(sheet, header, lines, x + PADDING, sheet.y + PADDING);
      }
      if (header) sheet.tags.close(header);
    });
    frame(sheet, columns, headHeight);
    sheet.y += headHeight;
  };
  const head = sheet.tags.open('TR', table);
  drawHead(head);
  sheet.tags.close(head);
  const room = { width: (columns[0]?.width ?? 0) - 2 * PADDING, most: MOST_LINES };
  for (const { label, cells } of rows) {
    const labelLines = sheet.firstLines(label, LABEL, room);
    const tall = Math.max(height, heightOf(labelLines) + PADDING);
    if (sheet.room < tall) {
      sheet.newPage();
      drawHead(undefined);
    }
    const row = sheet.tags.open('TR', table);
    each(sheet, columns, ({ width }, x, index) => {
      const isHeader = index === 0;
      const element = sheet.tags.open(
        isHeader ? 'TH' : 'TD',
        row,
        isHeader ? { scope: 'Row' } : {},
      );
      const box = { x, width, height: tall };
      if (isHeader) {
        say(sheet, element, labelLines, x + PADDING, sheet.y + (tall - heightOf(labelLines)) / 2);
      } else drawCell(sheet, element, cells[index - 1] ?? BLANK, box);
      sheet.tags.close(element);
    });
    sheet.tags.close(row);
    frame(sheet, columns, tall);
    sheet.y += tall;
  }
  sheet.tags.close(table);
}

function drawCell(
  sheet: Sheet,
  element: Element,
  cell: GridCell,
  { x, width, height }: { readonly x: number; readonly width: number; readonly height: number },
): void {
  if (cell.kind === 'blank') return;
  if (cell.kind === 'pair') {
    const stroke = oneLine(sheet.fonts, '/', STROKE);
    const below = oneLine(sheet.fonts, cell.below, WORD);
    say(sheet, element, [stroke], x + (width - stroke.width) / 2, sheet.y, SOFT);
    say(sheet, element, [below], x + PADDING, sheet.y + height - heightOf([below]), SOFT);
    return;
  }
  const outlined = cell.choices.map((text) => {
    const line = oneLine(sheet.fonts, text, CHOICE);
    return { line, wide: Math.max(OUTLINE, line.width + OUTLINE / 2) };
  });
  const whole = outlined.reduce((sum, { wide }) => sum + wide + GAP, -GAP);
  const top = sheet.y + (height - OUTLINE) / 2;
  let left = x + (width - whole) / 2;
  for (const { line, wide } of outlined) {
    sheet.write(outline(left, top, wide));
    const inside = left + (wide - line.width) / 2;
    const baseline = top + OUTLINE / 2 + CHOICE.size * 0.35;
    sheet.write([sheet.tags.begin(element), drawn(line, inside, baseline, INK), END].join('\n'));
    left += wide + GAP;
  }
}

/** Draws lines of text below each other. */
function say(
  sheet: Sheet,
  element: Element | undefined,
  lines: readonly Line[],
  x: number,
  top: number,
  colour = INK,
): void {
  let y = top;
  const drawings = lines.map((line) => {
    const drawing = sheet.draw(line, x, y, colour);
    y += heightOf([line]);
    return drawing;
  });
  sheet.write([element ? sheet.tags.begin(element) : ARTIFACT, ...drawings, END].join('\n'));
}

function each(
  sheet: Sheet,
  columns: readonly GridColumn[],
  draw: (column: GridColumn, x: number, index: number) => void,
): void {
  let x = sheet.left;
  columns.forEach((column, index) => {
    draw(column, x, index);
    x += column.width;
  });
}

/** The background of a head. */
function fill(sheet: Sheet, height: number): void {
  const box = [sheet.left, sheet.y, sheet.width, height].map((part) => at(part)).join(' ');
  sheet.write(`${ARTIFACT} ${rgb(TINT)} rg ${box} re f ${END}`);
}

/** The rules around the cells of a row. */
function frame(sheet: Sheet, columns: readonly GridColumn[], height: number): void {
  const boxes: string[] = [];
  each(sheet, columns, ({ width }, x) => {
    boxes.push(`${at(x)} ${at(sheet.y)} ${at(width)} ${at(height)} re`);
  });
  sheet.write(`${ARTIFACT} ${rgb(SOFT)} RG 0.8 w ${boxes.join(' ')} S ${END}`);
}

/** An outline with round ends. */
function outline(x: number, y: number, width: number): string {
  const r = OUTLINE / 2;
  // The distance of a control point that makes a curve nearly a quarter of a circle.
  const c = r * 0.5523;
  const [right, bottom, middle] = [x + width, y + OUTLINE, y + r];
  const path = [
    `${at(x + r)} ${at(y)} m`,
    `${at(right - r)} ${at(y)} l`,
    `${curve(right - r + c, y, right, middle - c, right, middle)}`,
    `${curve(right, middle + c, right - r + c, bottom, right - r, bottom)}`,
    `${at(x + r)} ${at(bottom)} l`,
    `${curve(x + r - c, bottom, x, middle + c, x, middle)}`,
    `${curve(x, middle - c, x + r - c, y, x + r, y)}`,
  ].join(' ');
  return `${ARTIFACT} ${rgb(SOFT)} RG 0.8 w ${path} s ${END}`;
}

function curve(...points: readonly number[]): string {
  return `${points.map((part) => at(part)).join(' ')} c`;
}
