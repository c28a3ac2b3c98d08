import type { Spreadsheet } from '../../contract/spreadsheets.ts';
import type { Database } from '../platform/db/database.ts';
import { findSpreadsheet, type StoredSpreadsheet } from './queries/spreadsheets.ts';

const PLACE = 'https://docs.google.com/spreadsheets/d/';

/** Someone's spreadsheet as the contract has it; off where they never had one. */
export async function spreadsheetAnswer(db: Database, userId: string): Promise<Spreadsheet> {
  const stored = await findSpreadsheet(db, userId);
  const spreadsheetId = stored?.spreadsheetId ?? '';
  return {
    state: stored ? stateOf(stored) : 'off',
    problem: stored?.problem ?? '',
    spreadsheetId,
    url: spreadsheetId && PLACE + encodeURIComponent(spreadsheetId),
    waiting: stored?.waiting ?? 0,
    hasLegacySheet: stored?.isOn === true && stored.legacy === 'found',
  };
}

function stateOf({ isOn, isReady, problem, waiting }: StoredSpreadsheet): Spreadsheet['state'] {
  if (!isOn) return 'off';
  if (isReady && waiting === 0) return 'current';
  return problem ? 'failed' : 'waiting';
}
