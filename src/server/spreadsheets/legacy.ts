import { findSpreadsheet } from '../db/spreadsheets.ts';
import type { LegacyRow } from '../formats/read-legacy.ts';
import { type Means, withSheets } from './access.ts';
import { isTitle } from './rows.ts';
import type { Contents } from './sheets-api.ts';

/** The former app's range: a sheet of this name, or a named range. */
const LEGACY_NAME = 'SymptomData';

/** Someone waits for it. */
const REQUEST_LIMIT_MS = 15_000;

interface LegacyPlace {
  /** In A1 notation. */
  readonly range: string;
  /** Its first row in its sheet, counted from 1. */
  readonly firstRow: number;
}

/** Where a spreadsheet holds the former app's rows, columns A to E (SPEC section 3); undefined where nowhere. */
export function findLegacy({ sheets, namedRanges }: Contents): LegacyPlace | undefined {
  const sheet = sheets.find(({ title }) => isTitle(title, LEGACY_NAME));
  if (sheet) return { range: `${sheet.title}!A:E`, firstRow: 1 };
  const named = namedRanges.find(({ name }) => isTitle(name, LEGACY_NAME));
  return named && { range: named.name, firstRow: named.firstRow };
}

/**
 * The former app's rows in someone's spreadsheet.
 *
 * @returns none where there is no spreadsheet, or no such range in it
 * @throws GrantEnded, SheetsError, and what fetch throws
 */
export async function readLegacySheet(means: Means, userId: string): Promise<LegacyRow[]> {
  const stored = await findSpreadsheet(means.db, userId);
  const id = stored?.spreadsheetId;
  if (!id) return [];
  const limits = { cutOff: new AbortController().signal, requestLimitMs: REQUEST_LIMIT_MS };
  return await withSheets(means, userId, limits, async (api) => {
    const place = findLegacy(await api.contentsOf(id));
    if (!place) return [];
    const values = await api.read(id, place.range);
    return values.map((cells, index) => ({ row: place.firstRow + index, cells }));
  });
}
