import { findSpreadsheet } from '../db/spreadsheets.ts';
import type { LegacyRow } from '../formats/read-legacy.ts';
import { type Means, withSheets } from './access.ts';
import { LEGACY_SHEET_TITLE } from './rows.ts';

/** Someone waits for it. */
const REQUEST_LIMIT_MS = 15_000;

/**
 * The rows of the former app's sheet, columns A to E (SPEC section 3), in someone's spreadsheet.
 *
 * @returns none where there is no spreadsheet
 * @throws GrantEnded, SheetsError, and what fetch throws
 */
export async function readLegacySheet(means: Means, userId: string): Promise<LegacyRow[]> {
  const stored = await findSpreadsheet(means.db, userId);
  const id = stored?.spreadsheetId;
  if (!id) return [];
  const limits = { cutOff: new AbortController().signal, requestLimitMs: REQUEST_LIMIT_MS };
  const values = await withSheets(means, userId, limits, (api) =>
    api.read(id, `${LEGACY_SHEET_TITLE}!A:E`),
  );
  return values.map((cells, index) => ({ row: index + 1, cells }));
}
