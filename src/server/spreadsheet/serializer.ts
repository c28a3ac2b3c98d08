import type { Spreadsheet } from '../../contract/spreadsheets.ts';
import type { Database } from '../platform/db/database.ts';
import { findSpreadsheet, type StoredSpreadsheet } from './queries/spreadsheets.ts';

const BASE_URL = 'https://docs.google.com/spreadsheets/d/';

/** Returns a user's spreadsheet in the contract's format; `off` if they never had one. */
export async function spreadsheetAnswer(db: Database, userId: string): Promise<Spreadsheet> {
  const stored = await findSpreadsheet(db, userId);
  const spreadsheetId = stored?.spreadsheetId ?? '';
  return {
    state: stored ? stateOf(stored) : 'off',
    problem: stored?.problem ?? '',
    spreadsheetId,
    url: spreadsheetId && BASE_URL + encodeURIComponent(spreadsheetId),
    waiting: stored?.waiting ?? 0,
    hasLegacySheet: stored?.isOn === true && stored.legacy === 'found',
  };
}

function stateOf({ isOn, isReady, problem, isBehind }: StoredSpreadsheet): Spreadsheet['state'] {
  if (!isOn) return 'off';
  if (isReady && !isBehind) return 'current';
  return problem ? 'failed' : 'waiting';
}
