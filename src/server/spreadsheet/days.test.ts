import { expect, it } from 'vitest';
import type { CallName } from '../../contract/calls.ts';
import type { Form } from '../../contract/entities.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { ENTRIES, savedForm } from '../testing/entries.ts';
import { LEVODOPA, loggedDose, savedMedication } from '../testing/medication.ts';
import {
  anotherMirror,
  mirror,
  mirroredUser,
  spreadsheetOf,
  standInForSheets,
} from '../testing/spreadsheets.ts';
import { exported, imported } from '../testing/transfers.ts';

/** Planned times of `LEVODOPA` in New York on the day of the tests' clock, 2026-11-18. */
const [AT_8, AT_12] = ['2026-11-18T13:00:00.000Z', '2026-11-18T17:00:00.000Z'];
const MORNING = '2026-11-18T12:00:00Z';
const YESTERDAY = '2026-11-17T15:00:00Z';
const LAST_WEEK = '2026-11-08T15:00:00Z';

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  /** A user with a form of today in row 2. */
  const mirrored = async () => (await mirroredUser(test, google)).user;

  async function call({ browser, userId }: TestUser, name: CallName, input: object) {
    const answer = await browser.call(name, { userId, ...input });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  }

  const formAt = (user: TestUser, loggedAt: string, more: object = {}): Promise<Form> =>
    call(user, 'saveSymptomForm', { formData: ENTRIES, loggedAt, ...more });

  const moveForm = (user: TestUser, formNumber: number, loggedAt: string) =>
    call(user, 'updateSymptoms', {
      action: 'form',
      formData: { formNumber, symptom1: { name: 'Tremor', severity: 1 } },
      loggedAt,
    });

  /** MedicationTaken of each form's row. */
  const taken = (user: TestUser) => google.rowsOf(user).map((row) => row[3] ?? '');

  async function written(user: TestUser) {
    await mirror(test);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current', waiting: 0 });
    return taken(user);
  }

  /** Types a text into MedicationTaken, as a person does. Row 1 is the first row below the header. */
  function type(user: TestUser, row: number, text: string) {
    const sheet = google.bookOf(user)?.sheets.find(({ title }) => title === 'HealthData');
    const cells = sheet?.cells[row] ?? [];
    cells[3] = text;
    if (sheet) sheet.cells[row] = cells;
  }

  it('shows how many planned doses of the day were logged, in the row of the first form', async () => {
    const user = await mirrored();
    await savedForm(user);
    const { medicationId } = await savedMedication(user);
    expect(await written(user)).toEqual(['0 of 2 planned doses logged', '']);
    const { doseId } = await loggedDose(user, { medicationId, scheduledFor: AT_8 });
    expect(await written(user)).toEqual(['1 of 2 planned doses logged', '']);
    await loggedDose(user, { medicationId, scheduledFor: AT_12, status: 'skipped' });
    await loggedDose(user, { medicationId });
    expect(await written(user)).toEqual(['2 of 2 planned doses logged', '']);
    await call(user, 'updateDose', { doseId, scheduledFor: null });
    expect(await written(user)).toEqual(['1 of 2 planned doses logged', '']);
    await call(user, 'updateDose', { doseId, scheduledFor: AT_8 });
    await call(user, 'deleteDose', { doseId });
    expect(await written(user)).toEqual(['1 of 2 planned doses logged', '']);
    await call(user, 'restoreDose', { doseId });
    expect(await written(user)).toEqual(['2 of 2 planned doses logged', '']);
  });

  it('counts a dose that is moved to another day for that day', async () => {
    const user = await mirrored();
    await formAt(user, LAST_WEEK);
    const { medicationId } = await savedMedication(user);
    const { doseId } = await loggedDose(user, { medicationId, scheduledFor: AT_8 });
    expect(await written(user)).toEqual([
      '1 of 2 planned doses logged',
      '0 of 2 planned doses logged',
    ]);
    await call(user, 'updateDose', { doseId, scheduledFor: '2026-11-08T13:00:00.000Z' });
    expect(await written(user)).toEqual([
      '0 of 2 planned doses logged',
      '1 of 2 planned doses logged',
    ]);
  });

  it('no longer counts a dose that was erased before Google could be reached', async () => {
    const user = await mirrored();
    const { medicationId } = await savedMedication(user);
    const { doseId } = await loggedDose(user, { medicationId, scheduledFor: AT_8 });
    expect(await written(user)).toEqual(['1 of 2 planned doses logged']);
    await call(user, 'deleteDose', { doseId });
    await eraseEntries(test.context.db, test.now + 31 * DAY_MS);
    expect(await written(user)).toEqual(['0 of 2 planned doses logged']);
  });

  it('follows the first form of the day', async () => {
    const user = await mirrored();
    await savedMedication(user);
    const text = '0 of 2 planned doses logged';
    const { formNumber } = await formAt(user, MORNING);
    expect(await written(user)).toEqual(['', text]);
    await call(user, 'deleteForm', { formNumber });
    expect(await written(user)).toEqual([text]);
    await call(user, 'restoreForm', { formNumber });
    expect(await written(user)).toEqual(['', text]);
    await moveForm(user, formNumber, LAST_WEEK);
    expect(await written(user)).toEqual([text, text]);
    await moveForm(user, formNumber, MORNING);
    expect(await written(user)).toEqual(['', text]);
    await moveForm(user, formNumber, YESTERDAY);
    await moveForm(user, 1, YESTERDAY);
    // Of two forms with the same time, the one with the lower number counts as the first.
    expect(await written(user)).toEqual([text, '']);
    await moveForm(user, 1, '2026-11-16T15:00:00Z');
    await call(user, 'deleteForm', { formNumber });
    await moveForm(user, 1, YESTERDAY);
    expect(await written(user)).toEqual([text]);
  });

  it('follows the regimen, and does not change cells that it did not fill', async () => {
    const user = await mirrored();
    const before = await formAt(user, '2026-11-16T15:00:00Z');
    await formAt(user, YESTERDAY);
    expect(before.formNumber).toBe(2);
    await mirror(test);
    type(user, 2, 'by hand');
    const version = await savedMedication(user, { from: '2026-11-17' });
    const { medicationId } = version;
    expect(await written(user)).toEqual([
      ...['0 of 2 planned doses logged', 'by hand', '0 of 2 planned doses logged'],
    ]);
    const times = [{ time: '08:00', amount: 1 }];
    await savedMedication(user, { medicationId, from: '2026-11-18', times });
    expect((await written(user))[0]).toBe('0 of 1 planned dose logged');
    const edited = {
      ...LEVODOPA,
      medicationId,
      from: '2026-11-17',
      times,
      version: version.version,
    };
    await call(user, 'saveMedication', edited);
    expect((await written(user))[2]).toBe('0 of 1 planned dose logged');
    for (const from of ['2026-11-17', '2026-11-18']) {
      await call(user, 'deleteMedication', { medicationId, from });
    }
    expect(await written(user)).toEqual(['', 'by hand', '']);
    type(user, 1, 'mine');
    await savedForm(user);
    expect(await written(user)).toEqual(['mine', 'by hand', '', '']);
    await call(user, 'restoreMedication', { medicationId, from: '2026-11-18' });
    expect((await written(user))[0]).toBe('0 of 1 planned dose logged');
  });

  it('takes the day from the zone of the form', async () => {
    const user = await mirrored();
    const timeZone = 'Asia/Tokyo';
    // This form is on the 19th in Tokyo, although it is earlier than the form of `mirrored`, which is on the 18th in
    // New York.
    await formAt(user, '2026-11-18T15:30:00Z', { timeZone });
    const { medicationId } = await savedMedication(user);
    await loggedDose(user, { medicationId, scheduledFor: '2026-11-18T23:00:00.000Z', timeZone });
    expect(await written(user)).toEqual([
      '0 of 2 planned doses logged',
      '1 of 2 planned doses logged',
    ]);
  });

  it('counts a dose of the evening after, whose day in UTC is two days later', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await google.turnOn(user);
    const timeZone = 'Pacific/Honolulu';
    await formAt(user, '2026-11-14T20:00:00Z', { timeZone });
    const times = [{ time: '23:00', amount: 1 }];
    const until = '2026-11-14';
    const { medicationId } = await savedMedication(user, { times, from: until, until });
    await savedMedication(user, { medicationId, times, from: '2026-11-16' });
    expect(await written(user)).toEqual(['0 of 1 planned dose logged']);
    // In Honolulu it is 20:00 on the 15th, nearer to the planned time on the 14th than to that on the 16th.
    await loggedDose(user, { medicationId, scheduledFor: '2026-11-16T06:00:00.000Z', timeZone });
    expect(await written(user)).toEqual(['1 of 1 planned dose logged']);
  });

  it('has the counts of an imported file, and of all days when it is turned on', async () => {
    const owner = await freshUser(test, ['Tremor', 'Stiffness']);
    await formAt(owner, YESTERDAY);
    await savedForm(owner);
    const { medicationId } = await savedMedication(owner);
    await loggedDose(owner, { medicationId, scheduledFor: AT_8 });
    const content = await exported(owner, 'json');
    const counts = ['0 of 2 planned doses logged', '1 of 2 planned doses logged'];

    await google.turnOn(owner);
    expect(await written(owner)).toEqual(counts);

    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await google.turnOn(user);
    await mirror(test);
    await imported(user, 'json', content);
    expect(await written(user)).toEqual(counts);
  });

  it('has the counts of an imported regimen', async () => {
    const owner = await freshUser(test);
    await savedMedication(owner);
    const user = await mirrored();
    await imported(user, 'json', await exported(owner, 'json'));
    expect(await written(user)).toEqual(['0 of 2 planned doses logged']);
  });

  it('waits without a number of entries while only the regimen has changed', async () => {
    const user = await mirrored();
    await savedMedication(user);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 0 });
    google.sheets.faults.push({ kind: 500 });
    await mirror(test);
    expect(await spreadsheetOf(user)).toMatchObject({
      state: 'failed',
      problem: 'busy',
      waiting: 0,
    });
    test.now += 5000;
    expect(await written(user)).toEqual(['0 of 2 planned doses logged']);
  });

  it('writes nothing to Google for days without planned doses', async () => {
    const user = await mirrored();
    const { medicationId, from } = await savedMedication(user, { times: [], asNeeded: true });
    const requests = google.sheets.requests.length;
    await written(user);
    await call(user, 'deleteMedication', { medicationId, from });
    await written(user);
    expect(google.sheets.requests.slice(requests).map(({ id }) => id)).toEqual(['get', 'get']);
  });

  it('empties a cell that Google had filled although its answer was lost', async () => {
    const user = await mirrored();
    const { medicationId, from } = await savedMedication(user);
    google.sheets.faults.push(undefined, { kind: 'cut', after: true });
    await mirror(test);
    expect(taken(user)).toEqual(['0 of 2 planned doses logged']);
    await call(user, 'deleteMedication', { medicationId, from });
    test.now += 5000;
    expect(await written(user)).toEqual(['']);
  });

  it('empties a cell that a process filled after its lease had ended', async () => {
    const user = await mirrored();
    const { medicationId, from } = await savedMedication(user);
    test.now += 3000;
    const asleep = google.sheets.holdNext('valuesBatchUpdate');
    const slow = test.context.jobs.runDue('writeSpreadsheet');
    await asleep.reached;
    test.now += 300_000;
    await call(user, 'deleteMedication', { medicationId, from });
    await anotherMirror(test.context)();
    expect(taken(user)).toEqual(['']);
    asleep.letGo();
    await slow;
    expect(taken(user)).toEqual(['0 of 2 planned doses logged']);
    expect(await written(user)).toEqual(['']);
  });

  it.each(['a new sheet', 'a new spreadsheet'])(
    'fills %s, and empties none of its cells that the person has filled',
    async (what) => {
      const { user, subject } = await mirroredUser(test, google);
      await savedMedication(user);
      const { formNumber } = await formAt(user, MORNING);
      expect(await written(user)).toEqual(['', '0 of 2 planned doses logged']);
      if (what === 'a new sheet') {
        const [sheet] = google.bookOf(user)?.sheets ?? [];
        if (sheet) sheet.title = 'My doctor';
      } else {
        google.sheets.faults.push({ kind: 404 });
        await savedForm(user);
        await mirror(test);
        await google.turnOn(user, subject);
      }
      await call(user, 'deleteForm', { formNumber });
      // All requests succeed except the last one, which writes the rows.
      google.sheets.faults.push(...Array<undefined>(what === 'a new sheet' ? 4 : 3), { kind: 500 });
      await mirror(test);
      expect(google.sheets.faults).toEqual([]);
      expect(google.rowsOf(user)).toEqual([]);
      type(user, 2, 'mine');
      test.now += 5000;
      expect((await written(user)).slice(0, 2)).toEqual(['0 of 2 planned doses logged', 'mine']);
    },
  );

  onlyOnce(() => {
    it('fills the days of years, at most a hundred with each request', async () => {
      const user = await freshUser(test, ['Tremor', 'Stiffness']);
      const { userId } = user;
      const days = 450;
      const rows = Array.from({ length: days }, (_, day) => {
        const at = new Date(Date.parse('2025-01-01T15:00:00Z') + day * 86_400_000);
        return [userId, at.toISOString(), 'Tremor', 3, ''].join();
      });
      await imported(user, 'legacy', rows.join('\n'));
      await savedMedication(user, { from: '2024-12-01' });
      await google.turnOn(user);
      const requests = google.sheets.requests.length;
      for (let batch = 0; batch < 5; batch += 1) await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
      expect(taken(user)).toEqual(Array(days).fill('0 of 2 planned doses logged'));
      const written = google.sheets.requests.slice(requests).filter(({ writes }) => writes);
      // Besides the five batches, one request creates the spreadsheet and one writes the header.
      expect(written).toHaveLength(2 + 5);
      // A change of the regimen concerns the days after it.
      await savedMedication(user, { name: 'Amantadine', from: '2025-12-01' });
      for (let batch = 0; batch < 2; batch += 1) await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
      expect(new Set(taken(user).slice(-115))).toEqual(new Set(['0 of 4 planned doses logged']));
    });
  });
});
