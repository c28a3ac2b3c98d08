import type { LegacyRow } from '../exchange/read-legacy.ts';
import { MAX_ROWS } from '../exchange/table.ts';
import { type SheetsDeps, withSheets } from './access.ts';
import { findSpreadsheet } from './queries/spreadsheets.ts';
import { isTitle } from './sheets.ts';
import type { Contents } from './sheets-api.ts';

/** The title of the former app's sheet, or the name of its named range. */
const LEGACY_NAME = 'SymptomData';

/** Time-out for a request to Google, in milliseconds. It is short, because a person is waiting. */
const REQUEST_LIMIT_MS = 15_000;

/** The header, the maximum number of importable rows, and one more that shows that there are too many. */
const ROWS_TO_READ = 1 + MAX_ROWS + 1;

interface LegacyRange {
  /** In A1 notation. */
  readonly range: string;
  /** The range's first row in its sheet, counted from 1. */
  readonly firstRow: number;
}

/** Finds the former app's rows, columns A to E (SPEC section 3); undefined if there are none. */
export function findLegacy({ sheets, namedRanges }: Contents): LegacyRange | undefined {
  const sheet = sheets.find(({ title }) => isTitle(title, LEGACY_NAME));
  if (sheet) {
    // The range must not extend beyond the sheet's last row, because Google would reject it.
    const rows = Math.min(sheet.rows, ROWS_TO_READ);
    return { range: `${sheet.title}!A1:E${rows}`, firstRow: 1 };
  }
  const named = namedRanges.find(({ name }) => isTitle(name, LEGACY_NAME));
  return named && { range: named.name, firstRow: named.firstRow };
}

/**
 * Reads the former app's rows from a user's spreadsheet.
 *
 * @returns no rows if the user has no spreadsheet, or the spreadsheet has no such range
 * @throws GrantEnded, SheetsError, AnswerTooLarge, and fetch's errors
 */
export async function readLegacySheet(
  deps: SheetsDeps,
  userId: string,
  signal: AbortSignal,
): Promise<LegacyRow[]> {
  const stored = await findSpreadsheet(deps.db, userId);
  const id = stored?.spreadsheetId;
  if (!id) return [];
  const limits = { cutOff: signal, requestLimitMs: REQUEST_LIMIT_MS };
  return await withSheets(deps, userId, limits, async (api) => {
    const found = findLegacy(await api.contentsOf(id));
    if (!found) return [];
    const values = await api.read(id, found.range);
    return values.map((cells, index) => ({ row: found.firstRow + index, cells }));
  });
}
