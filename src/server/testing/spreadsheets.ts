import { afterAll, beforeAll, expect } from 'vitest';
import type { Spreadsheet } from '../../contract/spreadsheets.ts';
import type { Context } from '../context.ts';
import { makeJobs } from '../platform/jobs/jobs.ts';
import { writeSpreadsheetKind } from '../spreadsheet/mirror.ts';
import { freshUser, type TestApp, type TestUser } from './app.ts';
import { savedForm } from './entries.ts';
import { type Google, runOAuthFlow, standInForGoogle } from './oauth-flows.ts';
import type { CellValue, Workbook } from './sheets/grid.ts';
import { type SheetsServer, startSheetsServer } from './sheets/server.ts';

/** A fake Google with sign-in and Sheets API, for all tests of a file or a `describe`. */
export interface GoogleWithSheets extends Google {
  readonly sheets: SheetsServer;
  /**
   * Goes through the OAuth flow and allows the spreadsheet.
   *
   * @param subject the Google account that the user already signs in with. If omitted, first adds a Google account and
   *   signs in with it
   *
   * @returns the subject of the Google account
   */
  readonly turnOn: (user: TestUser, subject?: string) => Promise<string>;
  /** The latest spreadsheet of a user. */
  readonly bookOf: (user: TestUser) => Workbook | undefined;
  /** The rows after the header in the user's latest spreadsheet. */
  readonly rowsOf: (user: TestUser) => CellValue[][];
}

/** @param settings receives the settings that connect an app to the fake Google */
export function standInForSheets(settings: Record<string, string>): GoogleWithSheets {
  const google = standInForGoogle(settings) as Google & { sheets: SheetsServer };
  beforeAll(async () => {
    google.sheets = await startSheetsServer(google.provider);
    settings.GOOGLE_SHEETS_URL = google.sheets.url;
  });
  afterAll(async () => {
    await google.sheets.stop();
    expect(google.sheets.violations).toEqual([]);
  });
  const bookOf = ({ userId }: TestUser) =>
    [...google.sheets.books.values()].findLast(({ title }) => title.endsWith(userId));
  return Object.assign(google, {
    bookOf,
    rowsOf: (user: TestUser) => google.sheets.valuesOf(bookOf(user), 'HealthData').slice(1),
    async turnOn(user: TestUser, known?: string) {
      const { subject } = google.person({ email: user.email, ...(known && { subject: known }) });
      if (!known) {
        const { browser, userId, password } = user;
        await browser.call('proveOwner', { userId, password });
        expect(await runOAuthFlow(browser, google.provider, { purpose: 'join' })).toBe('');
      }
      expect(await runOAuthFlow(user.browser, google.provider, { purpose: 'sheets' })).toBe('');
      return subject;
    },
  });
}

/** The state of a user's spreadsheet, as the API reports it. */
export async function spreadsheetOf({ browser, userId }: TestUser): Promise<Spreadsheet> {
  return (await browser.call('getSpreadsheet', { userId })).json();
}

/**
 * Creates a user with one form, whose spreadsheet is turned on and up to date. Also returns the subject of the Google
 * account.
 */
export async function mirroredUser(
  test: TestApp,
  google: GoogleWithSheets,
): Promise<{ user: TestUser; subject: string }> {
  const user = await freshUser(test, ['Tremor', 'Stiffness']);
  const subject = await google.turnOn(user);
  await savedForm(user);
  await mirror(test);
  expect(google.rowsOf(user)).toHaveLength(1);
  expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
  return { user, subject };
}

/** Skips the pause between two batches and writes the pending rows. */
export async function mirror(test: TestApp): Promise<void> {
  test.now += 3000;
  await test.context.jobs.runDue('writeSpreadsheet');
}

/** Makes a function that writes the due spreadsheets, as another process does. */
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
