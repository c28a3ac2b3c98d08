import { expect, it } from 'vitest';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { addDays, DAY_MS } from '../../domain/zone.ts';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { deletedCheckIn, savedCheckIn, TODAY } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { ENTRIES } from '../testing/entries.ts';
import { savedMedication } from '../testing/medication.ts';
import { mirror, mirroredUser, spreadsheetOf, standInForSheets } from '../testing/spreadsheets.ts';
import { exported, exportedAccount, imported } from '../testing/transfers.ts';
import { sheetOf } from './sheets.ts';

const YESTERDAY = '2026-11-17';
/** Earlier on the day of the form that `mirroredUser` saves. */
const MORNING = '2026-11-18T12:00:00Z';
const NONE = { medication: null, exerciseMinutes: null, sleepHours: null, mood: null, notes: '' };

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  /** A user with a form of today in row 2. */
  const mirrored = async () => (await mirroredUser(test, google)).user;
  const checkInsOf = (user: TestUser) => google.sheets.valuesOf(google.bookOf(user), 'CheckIns');
  /** The days in the rows after the header; '' for an empty row. */
  const daysIn = (user: TestUser) =>
    checkInsOf(user)
      .slice(1)
      .map(([day = '']) => day);
  /** MedicationTaken, ExerciseMinutes, SleepHours and Mood of each form's row. */
  const answersIn = (user: TestUser) =>
    google.rowsOf(user).map((row) => [3, 4, 5, 6].map((column) => row[column] ?? ''));

  async function written(user: TestUser) {
    await mirror(test);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current', waiting: 0 });
    return answersIn(user);
  }

  async function call(user: TestUser, name: 'deleteCheckIn' | 'restoreCheckIn', day = TODAY) {
    const answer = await user.browser.call(name, { userId: user.userId, day });
    expect(answer.statusCode).toBe(200);
  }

  async function formAt(user: TestUser, loggedAt: string): Promise<number> {
    const input = { userId: user.userId, formData: ENTRIES, loggedAt };
    return (await user.browser.call('saveSymptomForm', input)).json().formNumber;
  }

  it('check-ins have a sheet, which is created with the first check-in, and a row for each day', async () => {
    const user = await mirrored();
    const titles = () => google.bookOf(user)?.sheets.map(({ title }) => title);
    expect(titles()).toEqual(['HealthData']);
    await savedCheckIn(user, { bowels: true, naps: 0, dizzy: 'often' });
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 1 });
    await mirror(test);
    expect(titles()).toEqual(['HealthData', 'CheckIns']);
    await savedCheckIn(user, { ...NONE, day: YESTERDAY, sleepHours: 0 });
    await written(user);
    const at = expect.stringMatching(/^2026-11-18T12:.*-05:00$/);
    expect(checkInsOf(user)).toEqual([
      sheetOf(checkIn).header,
      [TODAY, 'partly', 0, 7.5, 4, 'As usual', at, 'self', 'yes', 0, 'often'],
      [YESTERDAY, '', '', 0, '', '', at, 'self'],
    ]);
  });

  it('the answers are in the row of the day’s first form, as the person gave them', async () => {
    const user = await mirrored();
    await savedMedication(user);
    const logged = '0 of 2 planned doses logged';
    expect(await written(user)).toEqual([[logged, '', '', '']]);
    await savedCheckIn(user, { ...NONE, exerciseMinutes: 0 });
    expect(await written(user)).toEqual([[logged, 0, '', '']]);
    await savedCheckIn(user, { ...NONE, medication: 'as planned', mood: 1, version: 1 });
    expect(await written(user)).toEqual([['as planned', '', '', 1]]);
    await savedCheckIn(user, { ...NONE, sleepHours: 6.25, version: 2 });
    expect(await written(user)).toEqual([[logged, '', 6.25, '']]);
    await call(user, 'deleteCheckIn');
    expect(await written(user)).toEqual([[logged, '', '', '']]);
    await call(user, 'restoreCheckIn');
    expect(await written(user)).toEqual([[logged, '', 6.25, '']]);
    await savedCheckIn(user, { day: YESTERDAY });
    expect(await written(user)).toEqual([[logged, '', 6.25, '']]);
  });

  it('the answers move to another form that becomes the first of its day, and typed cells stay unchanged', async () => {
    const user = await mirrored();
    await savedCheckIn(user, { ...NONE, medication: 'no', mood: 2 });
    expect(await written(user)).toEqual([['no', '', '', 2]]);
    const sheet = google.bookOf(user)?.sheets.find(({ title }) => title === 'HealthData');
    const [, row = []] = sheet?.cells ?? [];
    row[5] = 'slept well';
    const formNumber = await formAt(user, MORNING);
    expect(await written(user)).toEqual([
      ['', '', 'slept well', ''],
      ['no', '', '', 2],
    ]);
    const { userId, browser } = user;
    await browser.call('deleteForm', { userId, formNumber });
    expect(await written(user)).toEqual([['no', '', 'slept well', 2]]);
  });

  it('the answers are those of the day in the zone of the first form', async () => {
    const user = await mirrored();
    const tokyo = { timeZone: 'Asia/Tokyo' };
    // This form is on the 19th in Tokyo, although it is earlier than the form on the 18th in New York.
    const form = { userId: user.userId, formData: ENTRIES, loggedAt: '2026-11-18T15:30:00Z' };
    await user.browser.call('saveSymptomForm', { ...form, ...tokyo });
    await savedCheckIn(user, { ...NONE, mood: 3 });
    await savedCheckIn(user, { ...NONE, mood: 5, day: '2026-11-19', ...tokyo });
    expect(await written(user)).toEqual([
      ['', '', '', 3],
      ['', '', '', 5],
    ]);
  });

  it('check-ins are written if they were entered before the mirror was turned on, or were imported', async () => {
    const owner = await freshUser(test, ['Tremor', 'Stiffness']);
    await formAt(owner, MORNING);
    for (const day of [TODAY, YESTERDAY]) await savedCheckIn(owner, { day });
    const file = await exportedAccount(owner);
    for (const each of file.checkIns ?? []) each.author = 'Ada';
    await google.turnOn(owner);
    expect(await spreadsheetOf(owner)).toMatchObject({ state: 'waiting', waiting: 3 });
    const answers = ['partly', 0, 7.5, 4];
    expect(await written(owner)).toEqual([answers]);
    expect(daysIn(owner)).toEqual([TODAY, YESTERDAY]);

    const user = await mirrored();
    await imported(user, 'json', JSON.stringify(file));
    // The imported form is earlier in the day than the other one, so its row has the answers of the day's check-in.
    expect(await written(user)).toEqual([['', '', '', ''], answers]);
    expect(checkInsOf(user).map((row) => row[7])).toEqual(['Entered by', 'Ada', 'Ada']);
    await imported(user, 'checkins', await exported(owner, 'checkins'));
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
  });

  it('check-ins keep their rows after edits and deletions, and no row is reused', async () => {
    const user = await mirrored();
    for (const day of [YESTERDAY, TODAY]) await savedCheckIn(user, { day });
    await mirror(test);
    const before = checkInsOf(user);
    await savedCheckIn(user, { day: YESTERDAY, notes: 'A walk.', version: 1 });
    await mirror(test);
    expect(checkInsOf(user)[1]?.[5]).toBe('A walk.');
    expect(checkInsOf(user)[2]).toEqual(before[2]);
    await call(user, 'deleteCheckIn', YESTERDAY);
    await mirror(test);
    expect(daysIn(user)).toEqual(['', TODAY]);
    await savedCheckIn(user, { day: YESTERDAY, notes: 'Again.' });
    await mirror(test);
    expect(daysIn(user)).toEqual([YESTERDAY, TODAY]);
    for (const day of [YESTERDAY, TODAY]) await call(user, 'deleteCheckIn', day);
    await mirror(test);
    await eraseEntries(test.context.db, test.now + 31 * DAY_MS);
    await savedCheckIn(user);
    await mirror(test);
    expect(daysIn(user)).toEqual(['', '', TODAY]);
  });

  it('check-ins that were erased before Google could be reached leave no row', async () => {
    const user = await mirrored();
    await deletedCheckIn(user);
    await eraseEntries(test.context.db, test.now + 31 * DAY_MS);
    expect(await written(user)).toEqual([['', '', '', '']]);
    expect(daysIn(user)).toEqual([]);
  });

  it('concurrent check-ins of a day become one row with all answers', async () => {
    const user = await mirrored();
    const parts = [{ medication: 'no' }, { exerciseMinutes: 45 }, { sleepHours: 8 }, { mood: 1 }];
    await Promise.all([...parts, ...parts].map((part) => savedCheckIn(user, { ...NONE, ...part })));
    expect(await written(user)).toEqual([['no', 45, 8, 1]]);
    expect(daysIn(user)).toEqual([TODAY]);
  });

  onlyOnce(() => {
    it('check-ins are written in several requests if their notes are long', async () => {
      const user = await mirrored();
      const notes = 'x'.repeat(10_000);
      await savedCheckIn(user, { notes });
      const [head = '', row = ''] = (await exported(user, 'checkins')).split('\r\n');
      const more = Array.from({ length: 60 }, (_, index) =>
        row.replace(TODAY, addDays(TODAY, -1 - index)),
      );
      await imported(user, 'checkins', [head, ...more].join('\r\n'));
      for (const waiting of [61, 11, 0]) {
        expect(await spreadsheetOf(user)).toMatchObject({ waiting });
        await mirror(test);
      }
      expect(daysIn(user)).toHaveLength(61);
    });
  });
});
