import { afterAll, beforeAll, expect } from 'vitest';
import type { Spreadsheet } from '../../contract/spreadsheets.ts';
import type { Context } from '../context.ts';
import { makeJobs } from '../platform/jobs/jobs.ts';
import { writeSpreadsheetKind } from '../spreadsheet/mirror.ts';
import type { TestApp, TestUser } from './app.ts';
import type { CellValue, Workbook } from './sheets/grid.ts';
import { type SheetsServer, startSheetsServer } from './sheets/server.ts';
import { type Google, standInForGoogle, visit } from './visits.ts';

/** Google with its sign-in and its Sheets API, for all the tests of a file or a `describe`. */
export interface GoogleWithSheets extends Google {
  readonly sheets: SheetsServer;
  /**
   * Goes to Google and allows the spreadsheet.
   *
   * @param subject who it is there, once they sign in by it; else someone new, who signs in by it first
   * @returns who it is there
   */
  readonly turnOn: (user: TestUser, subject?: string) => Promise<string>;
  /** The spreadsheet that was made for someone last. */
  readonly bookOf: (user: TestUser) => Workbook | undefined;
  /** Its rows behind the header. */
  readonly rowsOf: (user: TestUser) => CellValue[][];
}

/** @param settings where to put the settings by which an app finds it */
export function standInForSheets(settings: Record<string, string>): GoogleWithSheets {
  const google = standInForGoogle(settings) as Google & { sheets: SheetsServer };
  beforeAll(async () => {
    google.sheets = await startSheetsServer(google.provider);
    settings.GOOGLE_SHEETS_URL = google.sheets.url;
  });
  afterAll(async () => {
    await google.sheets.stop();
    expect(google.sheets.complaints).toEqual([]);
  });
  const bookOf = ({ userId }: TestUser) =>
    [...google.sheets.books.values()].findLast(({ title }) => title.endsWith(userId));
  return Object.assign(google, {
    bookOf,
    rowsOf: (user: TestUser) => google.sheets.valuesOf(bookOf(user), 'HealthData').slice(1),
    async turnOn(user: TestUser, known?: string) {
      const { subject } = google.person({ email: user.email, ...(known && { subject: known }) });
      if (!known) expect(await visit(user.browser, google.provider)).toBe('');
      expect(await visit(user.browser, google.provider, { purpose: 'sheets' })).toBe('');
      return subject;
    },
  });
}

/** How the app says that someone's spreadsheet is. */
export async function spreadsheetOf({ browser, userId }: TestUser): Promise<Spreadsheet> {
  return (await browser.call('getSpreadsheet', { userId })).json();
}

/** Lets the pause between two batches pass, and writes what waits. */
export async function mirror(test: TestApp): Promise<void> {
  test.now += 3000;
  await test.context.jobs.runDue('writeSpreadsheet');
}

/** Writes spreadsheets as another process does: what is due, when it is called. */
export function anotherMirror(
  context: Context,
  options: { readonly requestLimitMs?: number } = {},
): () => Promise<void> {
  const kind = writeSpreadsheetKind(context, {
    onTurnedOff: () => context.jobs.wake('revoke'),
    ...options,
  });
  return makeJobs(context, [kind]).runDue;
}
