/** The sheets and cells of a spreadsheet, in Google's data model. */

export type CellValue = string | number | boolean;

export interface GridSheet {
  readonly sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  /** By row and column, both counted from 0; undefined is an empty cell. */
  readonly cells: (CellValue | undefined)[][];
}

/** Half-open, as in Google's API: start indexes are inclusive, end indexes exclusive, all counted from 0. */
interface NamedRange {
  readonly name: string;
  readonly range: {
    readonly sheetId: number;
    readonly startRowIndex: number;
    readonly endRowIndex: number;
    readonly startColumnIndex: number;
    readonly endColumnIndex: number;
  };
}

export interface Workbook {
  readonly id: string;
  readonly title: string;
  /** The owner's subject at the provider. */
  readonly owner: string;
  /** Others who may read the spreadsheet but not change it. */
  readonly readers: Set<string>;
  readonly sheets: GridSheet[];
  readonly namedRanges: NamedRange[];
}

/** An error response of Google's API. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Google's limit for a cell. */
const MAX_CELL_LENGTH = 50_000;

interface Area {
  readonly sheet: GridSheet;
  readonly top: number;
  readonly left: number;
  /** Exclusive: the row and column after the last. */
  readonly bottom: number;
  readonly right: number;
}

/** Parses a range in A1 notation: a sheet, its columns, its cells, or a named range. */
export function areaOf(book: Workbook, range: string): Area {
  const unknown = new Refusal(400, `Unable to parse range: ${range}`);
  const named = namedArea(book, range);
  if (named) return named;
  const found = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!(.+))?$/.exec(range);
  if (!found) throw unknown;
  const title = found[1]?.replaceAll("''", "'") ?? found[2];
  const sheet = book.sheets.find((each) => each.title === title);
  if (!sheet) throw unknown;
  const { rowCount, columnCount } = sheet;
  if (found[3] === undefined) {
    return { sheet, top: 0, left: 0, bottom: rowCount, right: columnCount };
  }
  const cells = /^([A-Z]+)(\d*)(?::([A-Z]+)(\d*))?$/.exec(found[3]);
  if (!cells) throw unknown;
  const [, firstColumn = '', firstRow, lastColumn = firstColumn, lastRow = firstRow] = cells;
  if ((firstRow === '') !== (lastRow === '') || firstRow === '0') throw unknown;
  const area = {
    sheet,
    left: columnNumber(firstColumn),
    right: columnNumber(lastColumn) + 1,
    top: firstRow ? Number(firstRow) - 1 : 0,
    bottom: lastRow ? Number(lastRow) : rowCount,
  };
  if (area.bottom > rowCount || area.right > columnCount) {
    throw new Refusal(
      400,
      `Range (${range}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
    );
  }
  return area;
}

function namedArea(book: Workbook, wanted: string): Area | undefined {
  const range = book.namedRanges.find(({ name }) => name === wanted)?.range;
  const sheet = book.sheets.find(({ sheetId }) => sheetId === range?.sheetId);
  if (!range || !sheet) return undefined;
  const { startRowIndex: top, endRowIndex: bottom } = range;
  const { startColumnIndex: left, endColumnIndex: right } = range;
  return { sheet, top, bottom, left, right };
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * @throws Refusal if the values do not fit into the range, or a value has the wrong type or is too long for a
 * cell
 */
export function checkValues(area: Area, values: readonly unknown[][]): void {
  if (values.length > area.bottom - area.top) {
    throw new Refusal(400, 'Requested writing within range, but tried writing to another row');
  }
  for (const row of values) {
    if (row.length > area.right - area.left) {
      throw new Refusal(400, 'Requested writing within range, but tried writing to another column');
    }
    for (const value of row) {
      if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
        throw new Refusal(400, 'Invalid values: list_value or struct_value');
      }
      if (typeof value === 'string' && value.length > MAX_CELL_LENGTH) {
        throw new Refusal(
          400,
          'Your input contains more than the maximum of 50000 characters in a single cell.',
        );
      }
    }
  }
}

/** Writes values into a range: null leaves a cell unchanged, '' clears it. */
export function putValues(area: Area, values: readonly unknown[][], input: string): void {
  checkValues(area, values);
  for (const [index, row] of values.entries()) {
    const cells = area.sheet.cells[area.top + index] ?? [];
    area.sheet.cells[area.top + index] = cells;
    for (const [column, value] of row.entries()) {
      if (value === null) continue;
      cells[area.left + column] = value === '' ? undefined : entered(value as CellValue, input);
    }
  }
}

/** USER_ENTERED parses a text as if a person typed it; RAW stores the text unchanged. */
function entered(value: CellValue, input: string): CellValue {
  if (input === 'RAW' || typeof value !== 'string') return value;
  if (value.startsWith('=')) return '#EVALUATED!';
  if (value.startsWith("'")) return value.slice(1);
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
}

/** The values of a range, without trailing empty cells and trailing empty rows. */
export function valuesIn({ sheet, top, left, bottom, right }: Area): CellValue[][] {
  const rows: CellValue[][] = [];
  for (let row = top; row < bottom; row += 1) {
    const cells = (sheet.cells[row] ?? []).slice(left, right);
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
    rows.push(Array.from(cells, (cell) => cell ?? ''));
  }
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

/** Appends rows after the last row with values, and enlarges the sheet if necessary. */
export function appendRows(area: Area, values: readonly unknown[][], input: string): void {
  const { sheet, left, right } = area;
  const top = valuesIn({ ...area, bottom: sheet.rowCount }).length;
  const bottom = top + values.length;
  sheet.rowCount = Math.max(sheet.rowCount, bottom);
  putValues({ sheet, left, right, top, bottom }, values, input);
}
