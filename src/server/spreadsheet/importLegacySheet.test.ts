import { expect, it, onTestFinished } from 'vitest';
import { takeImportPlace } from '../exchange/import-places.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';
import type { CellValue } from '../testing/sheets/grid.ts';
import { mirror, spreadsheetOf, standInForSheets } from '../testing/spreadsheets.ts';
import { readLegacySheet } from './legacy.ts';

const ROWS = [
  ['userId', 'timestamp', 'symptomName', 'severity', 'notes'],
  ['old-1', '2025-03-01T13:15:00Z', 'Tremor', 4, '=1+1'],
  ['old-1', '2025-03-01T13:15:00Z', 'Stiffness', 2],
  [],
  ['old-1', '2025-03-02 08:15', 'Tremor', 0, 'None'],
  ['old-1', '2025-03-03 08:15', 'Tremor', '3', 'two\nlines'],
];

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  /** A user whose spreadsheet is on, and contains the former app's sheet if `rows` are given. */
  async function withLegacy(rows: CellValue[][] | undefined): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    await google.turnOn(user);
    await mirror(test);
    const book = google.bookOf(user);
    if (rows) {
      const { sheets } = google.sheets.addBook('nobody', { SymptomData: rows });
      book?.sheets.push(...sheets);
    }
    await savedForm(user);
    await mirror(test);
    return user;
  }

  async function importSheet({ browser, userId }: TestUser, dryRun: boolean) {
    return await browser.call('importLegacySheet', { userId, dryRun });
  }

  it('reports what the sheet would add, then imports it once, and writes the forms to their rows', async () => {
    const user = await withLegacy(ROWS);
    expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: true });
    const preview = await importSheet(user, true);
    expect(preview.json()).toMatchObject({ formsAdded: 2, ratings: 3, rowsLeftOut: 1 });
    expect(preview.json().leftOut).toMatchObject([{ row: 5 }]);
    expect(await formsOf(user)).toHaveLength(1);

    expect((await importSheet(user, false)).json()).toMatchObject({ formsAdded: 2 });
    // The form of today is the newest.
    const [, third, second] = await formsOf(user);
    expect(second?.date).toBe('2025-03-01T13:15:00.000Z');
    expect(second?.symptomData.symptom1).toEqual({ name: 'Tremor', severity: 4, notes: '=1+1' });
    expect(third?.symptomData.symptom1?.notes).toBe('two\nlines');
    expect(await spreadsheetOf(user)).toMatchObject({
      hasLegacySheet: false,
      state: 'waiting',
      // The two imported forms wait; the form of today is already written.
      waiting: 2,
    });
    await mirror(test);
    expect(google.rowsOf(user)).toHaveLength(3);
    expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: false, state: 'current' });

    expect((await importSheet(user, false)).json()).toMatchObject({
      formsAdded: 0,
      formsSkipped: 2,
    });
    expect(await formsOf(user)).toHaveLength(3);
  });

  it('is no longer offered after it was declined', async () => {
    const user = await withLegacy(ROWS);
    const { browser, userId } = user;
    const answer = await browser.call('dismissLegacySheet', { userId });
    expect(answer.json()).toMatchObject({ hasLegacySheet: false });
    await savedForm(user);
    await mirror(test);
    expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: false });
    expect(await formsOf(user)).toHaveLength(2);
  });

  onlyOnce(() => {
    it('may also be a named range, and is no longer offered when that is gone', async () => {
      const user = await withLegacy(undefined);
      const book = google.bookOf(user);
      const above = [['Kept by hand'], [], ...ROWS, ['old-1', 'yesterday', 'Tremor', 4]];
      book?.sheets.push(...google.sheets.addBook('nobody', { Notes: above }).sheets);
      const { sheetId = 0 } = book?.sheets.at(-1) ?? {};
      const columns = { startColumnIndex: 0, endColumnIndex: 5 };
      const range = { sheetId, startRowIndex: 2, endRowIndex: 8, ...columns };
      book?.namedRanges.push({ name: 'SymptomData', range });
      await savedForm(user);
      await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: true });
      const preview = await importSheet(user, true);
      expect(preview.json()).toMatchObject({ formsAdded: 2, leftOut: [{ row: 7 }] });
      book?.namedRanges.splice(0);
      await savedForm(user);
      await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: false });
    });
  });

  it('is no longer offered after a preview has shown that it would add nothing', async () => {
    const user = await withLegacy(ROWS.slice(0, 1));
    expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: true });
    expect((await importSheet(user, true)).json()).toMatchObject({ formsAdded: 0 });
    expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: false });
  });

  onlyOnce(() => {
    it('is not offered if there is no such sheet', async () => {
      const user = await withLegacy(undefined);
      expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: false });
    });
  });

  onlyOnce(() => {
    it('reports that Google does not let the app read it, and still offers it', async () => {
      const user = await withLegacy(ROWS);
      google.sheets.faults.push({ kind: 500 });
      expectRefusal(await importSheet(user, true), 502, 'Failed to load symptom data');
      google.sheets.faults.push({ kind: 500 });
      expectRefusal(await importSheet(user, false), 502, 'Failed to load symptom data');
      expect(await formsOf(user)).toHaveLength(1);
      expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: true });
    });
  });

  onlyOnce(() => {
    it('refuses a sheet that is too large', async () => {
      const note = 'and so on '.repeat(4500);
      const rows = Array.from({ length: 400 }, () => ['old-1', '2025-03-01', 'Tremor', 4, note]);
      const user = await withLegacy(rows);
      const answer = await importSheet(user, true);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().faults).toEqual([
        { row: null, path: '', rule: 'has more data than we can import at once' },
      ]);
    });
  });

  onlyOnce(() => {
    it('ends at once when the client disconnects, however long Google takes', async () => {
      const { userId } = await withLegacy(ROWS);
      google.sheets.faults.push({ kind: 'hang' });
      const leaving = new AbortController();
      const asked = google.sheets.nextFault();
      const reading = readLegacySheet(test.context, userId, leaving.signal);
      await asked;
      leaving.abort(new Error('Gone'));
      await expect(reading).rejects.toThrow('Gone');
    });
  });

  onlyOnce(() => {
    it('is refused while all permits for large imports are taken', async () => {
      const user = await withLegacy(ROWS);
      const leave = ['a', 'a', 'b', 'b'].map(takeImportPlace);
      onTestFinished(() => {
        for (const each of leave) each();
      });
      expectRefusal(
        await importSheet(user, true),
        503,
        'The server is busy. Please try again in a moment.',
      );
    });

    it('names the rows that it cannot import, and imports none', async () => {
      const user = await withLegacy([...ROWS, ['old-1', 'yesterday', 'Tremor', 9]]);
      const answer = await importSheet(user, false);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().faults).toMatchObject([
        { row: 7, path: 'timestamp' },
        { row: 7, path: 'severity' },
      ]);
      expect(await formsOf(user)).toHaveLength(1);
      expect(await spreadsheetOf(user)).toMatchObject({ hasLegacySheet: true });
    });
  });
});
