import type { LegacyRow } from '../exchange/read-legacy.ts';
import { MAX_ROWS } from '../exchange/table.ts';
import { type SheetsDeps, withSheets } from './access.ts';
import { findSpreadsheet } from './queries/spreadsheets.ts';
import { isTitle } from './rows.ts';
import type { Contents } from './sheets-api.ts';

/** The former app's range: a sheet of this name, or a named range. */
const LEGACY_NAME = 'SymptomData';

/** Someone waits for it. */
const REQUEST_LIMIT_MS = 15_000;

/** The titles, as many rows as can be brought in, and one more that tells that there are more. */
const ROWS_TO_READ = 1 + MAX_ROWS + 1;

interface LegacyPlace {
  /** In A1 notation. */
  readonly range: string;
  /** Its first row in its sheet, counted from 1. */
  readonly firstRow: number;
}

/** Where a spreadsheet holds the former app's rows, columns A to E (SPEC section 3); undefined where nowhere. */
export function findLegacy({ sheets, namedRanges }: Contents): LegacyPlace | undefined {
  const sheet = sheets.find(({ title }) => isTitle(title, LEGACY_NAME));
  if (sheet) {
    // No further than its end, which Google would refuse.
    const rows = Math.min(sheet.rows, ROWS_TO_READ);
    return { range: `${sheet.title}!A1:E${rows}`, firstRow: 1 };
  }
  const named = namedRanges.find(({ name }) => isTitle(name, LEGACY_NAME));
  return named && { range: named.name, firstRow: named.firstRow };
}

/**
 * The former app's rows in someone's spreadsheet.
 *
 * @returns none where there is no spreadsheet, or no such range in it
 * @throws GrantEnded, SheetsError, AnswerTooLarge, and what fetch throws
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
    const place = findLegacy(await api.contentsOf(id));
    if (!place) return [];
    const values = await api.read(id, place.range);
    return values.map((cells, index) => ({ row: place.firstRow + index, cells }));
  });
}
