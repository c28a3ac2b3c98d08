import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Dose } from '../../contract/entities.ts';
import { dose } from '../../contract/kinds/dose.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { countsOf, savedForm } from '../testing/entries.ts';
import { LEVODOPA, loggedDose, savedMedication } from '../testing/medication.ts';
import { mirror, mirroredUser, spreadsheetOf, standInForSheets } from '../testing/spreadsheets.ts';
import { exported, imported } from '../testing/transfers.ts';
import { sheetOf } from './sheets.ts';

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  const mirrored = async () => (await mirroredUser(test, google)).user;
  const dosesOf = (user: TestUser) => google.sheets.valuesOf(google.bookOf(user), 'Doses');
  /** The ids in the rows after the header; '' for an empty row. */
  const idsIn = (user: TestUser) =>
    dosesOf(user)
      .slice(1)
      .map(([id = '']) => id);

  async function change(
    user: TestUser,
    call: 'updateDose' | 'deleteDose' | 'restoreDose',
    input: object,
  ) {
    const answer = await user.browser.call(call, { userId: user.userId, ...input });
    expect(answer.statusCode).toBe(200);
  }

  it('makes the sheet with the first dose, and writes a row for each', async () => {
    const user = await mirrored();
    const titles = () => google.bookOf(user)?.sheets.map(({ title }) => title);
    expect(titles()).toEqual(['HealthData']);
    const scheduledFor = '2026-11-18T17:00:00.000Z';
    const first = await loggedDose(user, { amount: 1.5, scheduledFor });
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 1 });
    await mirror(test);
    expect(titles()).toEqual(['HealthData', 'Doses']);
    const { medicationId } = await savedMedication(user, {
      name: 'Amantadine',
      strength: null,
      unit: '',
    });
    const second = await loggedDose(user, { medicationId, status: 'skipped' });
    await mirror(test);
    expect(dosesOf(user)).toEqual([
      sheetOf(dose).header,
      [
        ...[first.doseId, '2026-11-18T11:30:00-05:00', LEVODOPA.name, 100, 'mg', 1.5, 'taken'],
        ...['2026-11-18T12:00:00-05:00', expect.stringMatching(/^2026-11-18T12:.*-05:00$/), 'self'],
      ],
      [
        ...[second.doseId, '2026-11-18T11:30:00-05:00', 'Amantadine', '', '', 1, 'skipped'],
        ...['', expect.stringMatching(/^2026-11-18T12:/), 'self'],
      ],
    ]);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current', waiting: 0 });
  });

  it('writes the doses that were logged before it was turned on, in the order of entry', async () => {
    const user = await freshUser(test, ['Tremor']);
    const ids: string[] = [];
    for (let dose = 0; dose < 3; dose += 1) ids.push((await loggedDose(user)).doseId);
    await google.turnOn(user);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 3 });
    await mirror(test);
    expect(idsIn(user)).toEqual(ids);
    expect(google.rowsOf(user)).toEqual([]);
  });

  it('rewrites the row of an edited dose, empties that of a deleted one, and reuses no row', async () => {
    const user = await mirrored();
    const [first, second] = [await loggedDose(user), await loggedDose(user)];
    await mirror(test);
    const before = dosesOf(user);
    const { doseId } = first;
    await change(user, 'updateDose', { doseId, amount: 2 });
    await mirror(test);
    expect(dosesOf(user)[1]?.[5]).toBe(2);
    expect(dosesOf(user)[2]).toEqual(before[2]);
    await change(user, 'deleteDose', { doseId });
    await mirror(test);
    expect(idsIn(user)).toEqual(['', second.doseId]);
    await change(user, 'restoreDose', { doseId });
    await mirror(test);
    expect(idsIn(user)).toEqual([doseId, second.doseId]);
    for (const each of [first, second]) await change(user, 'deleteDose', { doseId: each.doseId });
    await mirror(test);
    await eraseEntries(test.context.db, test.now + 31 * DAY_MS);
    const third = await loggedDose(user);
    await mirror(test);
    expect(idsIn(user)).toEqual(['', '', third.doseId]);
  });

  it('empties the row of a dose that was erased before Google could be reached', async () => {
    const user = await mirrored();
    const { medicationId } = await savedMedication(user);
    const before = await countsOf(test, user);
    const { doseId } = await loggedDose(user, { medicationId });
    await mirror(test);
    await change(user, 'deleteDose', { doseId });
    const { db } = test.context;
    const erase = () => eraseEntries(db, test.now + 31 * DAY_MS);
    const stored = () =>
      db.selectFrom('entries').select('fields').where('entry_id', '=', doseId).execute();
    await erase();
    await erase();
    // Only the row stays, because it tells the mirror which cells to empty.
    expect(await stored()).toEqual([{ fields: '{}' }]);
    await mirror(test);
    expect(idsIn(user)).toEqual([]);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
    await erase();
    expect(await stored()).toEqual([]);
    expect(await countsOf(test, user)).toEqual(before);
  });

  it('writes imported doses', async () => {
    const [owner, user] = [await freshUser(test, ['Tremor']), await mirrored()];
    const doses = [await loggedDose(owner), await loggedDose(owner)];
    const content = await exported(owner, 'doses');
    await loggedDose(user);
    await imported(user, 'doses', content);
    await mirror(test);
    expect(idsIn(user)).toHaveLength(3);
    expect(idsIn(user).slice(1).sort()).toEqual(doses.map(({ doseId }) => doseId).sort());
  });

  it('gives doses that are logged at once a row each', async () => {
    const user = await mirrored();
    const { medicationId } = await savedMedication(user);
    const same = { medicationId, doseId: randomUUID() };
    const doses = await Promise.all([
      ...Array.from({ length: 5 }, () => loggedDose(user, { medicationId })),
      ...Array.from({ length: 3 }, () => loggedDose(user, same)),
    ]);
    await mirror(test);
    expect(idsIn(user).sort()).toEqual([...new Set(doses.map(({ doseId }) => doseId))].sort());
  });

  it('keeps the rows when it is turned off and on, and drops the queue', async () => {
    const { user, subject } = await mirroredUser(test, google);
    const { doseId } = await loggedDose(user);
    await mirror(test);
    const before = dosesOf(user);
    const { browser, userId } = user;
    await change(user, 'updateDose', { doseId, amount: 2 });
    await browser.call('turnOffSpreadsheet', { userId });
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'off', waiting: 0 });
    await mirror(test);
    expect(dosesOf(user)).toEqual(before);
    await loggedDose(user);
    await google.turnOn(user, subject);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 3 });
    await mirror(test);
    expect(dosesOf(user)).toHaveLength(3);
    expect(dosesOf(user)[1]?.[5]).toBe(2);
  });

  it('recreates a sheet that was removed, with all its rows', async () => {
    const user = await mirrored();
    const first = await loggedDose(user);
    await mirror(test);
    google.bookOf(user)?.sheets.pop();
    const second = await loggedDose(user);
    await mirror(test);
    expect(dosesOf(user)[0]).toEqual(sheetOf(dose).header);
    expect(idsIn(user)).toEqual([first.doseId, second.doseId]);
    expect(google.rowsOf(user)).toHaveLength(1);
  });

  onlyOnce(() => {
    it.each(
      ['get', 'batchUpdate', 'get', 'valuesBatchUpdate', 'valuesBatchUpdate'].entries().toArray(),
    )(
      'makes the sheet with its header and all rows, although request %i, %s, is lost',
      async (step) => {
        const user = await mirrored();
        const doses: Dose[] = [await loggedDose(user), await loggedDose(user)];
        google.sheets.faults.push(...Array<undefined>(step), { kind: 'cut', after: true });
        await mirror(test);
        expect(google.sheets.faults).toEqual([]);
        test.now += 5000;
        await mirror(test);
        expect(dosesOf(user)[0]).toEqual(sheetOf(dose).header);
        expect(idsIn(user)).toEqual(doses.map(({ doseId }) => doseId));
        expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
      },
    );

    it.each(['=1+1', '+49 30 123456', "'quoted", '007', 'TRUE'])(
      '%j in the name of a medication arrives as it was typed',
      async (name) => {
        const user = await mirrored();
        const { medicationId } = await savedMedication(user, { name });
        await loggedDose(user, { medicationId });
        await mirror(test);
        expect(dosesOf(user)[1]?.[2]).toBe(name);
      },
    );

    it('adds rows to both full sheets with one request', async () => {
      const user = await mirrored();
      const { medicationId } = await loggedDose(user);
      await mirror(test);
      await test.context.db
        .updateTable('profiles')
        .set({ last_form_number: 1200, last_dose_number: 1300 })
        .where('user_id', '=', user.userId)
        .execute();
      await loggedDose(user, { medicationId });
      await savedForm(user);
      const requests = google.sheets.requests.length;
      await mirror(test);
      expect(google.sheets.requests.slice(requests).map(({ id }) => id)).toEqual([
        'get',
        'batchUpdate',
        'valuesBatchUpdate',
      ]);
      expect(google.rowsOf(user)).toHaveLength(1201);
      expect(idsIn(user)).toHaveLength(1301);
    });

    it('writes at most 500 doses with one request', async () => {
      const user = await mirrored();
      const { doseId } = await loggedDose(user);
      const [head = '', row = ''] = (await exported(user, 'doses')).split('\r\n');
      const more = Array.from({ length: 1001 }, () => row.replace(doseId, randomUUID()));
      await imported(user, 'doses', [head, ...more].join('\r\n'));
      for (const waiting of [1002, 503, 3, 0]) {
        expect(await spreadsheetOf(user)).toMatchObject({ waiting });
        await mirror(test);
      }
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
      expect(idsIn(user)).toHaveLength(1002);
    });
  });
});
