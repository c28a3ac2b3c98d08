import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import type { Dose } from '../../contract/entities.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { RESTORABLE_MS } from '../entries/queries/entries.ts';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { countsOf } from '../testing/entries.ts';
import {
  deletedDose,
  deletedMedication,
  LEVODOPA,
  loggedDose,
  savedMedication,
  TAKEN_AT,
} from '../testing/medication.ts';
import { HOSTILE_NAMES } from '../testing/random-accounts.ts';
import { expectTooManyEntries, exported, exportedAccount, imported } from '../testing/transfers.ts';
import { exportAccount } from './export.ts';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);
  const small = testApp(place, {}, { entries: 3 });

  /** A person with an edited medication and an edited dose, and a deleted one of each. */
  async function personWithMedication(): Promise<{ user: TestUser; dose: Dose }> {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const dose = await loggedDose(user, { scheduledFor: '2026-11-18T17:00:00.000Z' });
    const { doseId, medicationId } = dose;
    test.now += 60_000;
    await browser.call('updateDose', { userId, doseId, amount: 1.5, scheduledFor: null });
    const times = [{ time: '09:00', amount: 2 }];
    const changed = { ...LEVODOPA, medicationId, times, version: 1 };
    expect((await browser.call('saveMedication', { userId, ...changed })).statusCode).toBe(200);
    await savedMedication(user, { medicationId, from: '2026-11-10', until: '2026-11-30' });
    await deletedMedication(user);
    await deletedDose(user);
    return { user, dose };
  }

  it('the JSON file has medications and doses with their former versions', async () => {
    const { user, dose } = await personWithMedication();
    const { medications, doses } = await exportedAccount(user);
    const replacedAt = new Date(test.now).toISOString();
    const { medicationId, enteredAt } = dose;
    const written = { enteredAt: expect.any(String), timeZone: 'America/New_York', author: 'self' };
    const { from, ...values } = { ...LEVODOPA, until: null };
    expect(medications?.filter((each) => each.medicationId === medicationId)).toEqual([
      {
        ...{ medicationId, from, ...values, ...written, version: 2 },
        times: [{ time: '09:00', amount: 2 }],
        formerVersions: [{ version: 1, replacedAt, ...values, ...written }],
      },
      {
        ...{ medicationId, ...values, ...written, version: 1, formerVersions: [] },
        ...{ from: '2026-11-10', until: '2026-11-30' },
      },
    ]);
    expect(medications?.filter(({ deletedAt }) => deletedAt === replacedAt)).toHaveLength(1);
    expect(doses).toHaveLength(2);
    expect(doses?.find(({ doseId }) => doseId === dose.doseId)).toEqual({
      ...dose,
      ...{ amount: 1.5, scheduledFor: null, version: 2, enteredAt },
      formerVersions: [
        {
          ...{ version: 1, replacedAt, amount: 1, takenAt: TAKEN_AT },
          ...{ scheduledFor: '2026-11-18T17:00:00.000Z', status: 'taken' },
        },
      ],
    });
    expect(doses?.filter(({ deletedAt }) => deletedAt === replacedAt)).toHaveLength(1);
  });

  it('the JSON file has no deleted entries that can no longer be restored', async () => {
    const { user } = await personWithMedication();
    const file = await exportAccount(test.context.db, user, {
      format: 'json',
      now: test.now + 30 * DAY_MS,
    });
    let text = '';
    for await (const piece of file?.pieces ?? []) text += piece;
    expect(text).not.toContain('deletedAt');
    expect(file?.total).toBe(text.trimEnd().split('\n').length - 4);
  });

  it('medications and doses can be moved to a new account as JSON, and a second import adds nothing', async () => {
    const { user } = await personWithMedication();
    const before = await exportedAccount(user);
    const json = await exported(user, 'json');
    // Ids are unique only within an account, so this import works although the old account still has the entries.
    const other = await freshUser(test);
    const counts = { medicationsAdded: 3, dosesAdded: 2 };
    expect(await imported(other, 'json', json, true)).toMatchObject({ ...counts, dryRun: true });
    expect(await exportedAccount(other)).toMatchObject({ medications: [], doses: [] });
    expect(await imported(other, 'json', json)).toMatchObject(counts);
    const after = await exportedAccount(other);
    expect([after.medications, after.doses]).toEqual([before.medications, before.doses]);
    expect(await imported(other, 'json', json)).toMatchObject({
      ...{ medicationsAdded: 0, medicationsSkipped: 3, dosesAdded: 0, dosesSkipped: 2 },
    });
    const mine = await exportedAccount(user);
    expect([mine.medications, mine.doses]).toEqual([before.medications, before.doses]);
  });

  it('stored medications and doses stay if the file has other values', async () => {
    const { user, dose } = await personWithMedication();
    const before = await exportedAccount(user);
    const changed: AccountFile = structuredClone(before);
    for (const each of [...(changed.medications ?? []), ...(changed.doses ?? [])]) {
      each.name = 'Another name';
      delete each.deletedAt;
    }
    changed.doses?.push({ ...dose, doseId: randomUUID(), formerVersions: [] });
    expect(await imported(user, 'json', JSON.stringify(changed))).toMatchObject({
      ...{ medicationsAdded: 0, medicationsSkipped: 3, dosesAdded: 1, dosesSkipped: 2 },
    });
    const after = await exportedAccount(user);
    expect(after.medications).toEqual(before.medications);
    expect(after.doses).toHaveLength(3);
    expect(after.doses).toEqual(expect.arrayContaining(before.doses ?? []));
  });

  it('doses are exported in parts, each once, despite concurrent saves and edits', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const dose = await loggedDose(user);
    const file = await exportedAccount(user);
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...dose,
      doseId: randomUUID(),
      takenAt: new Date(Date.parse(TAKEN_AT) - index * 3_600_000).toISOString(),
      formerVersions: [],
    }));
    await imported(user, 'json', JSON.stringify({ ...file, doses: many }));
    const first = many.at(-1)?.doseId;
    const last = dose.doseId;
    const written = await exportAccount(test.context.db, user, { format: 'json', now: test.now });
    let text = '';
    for await (const piece of written?.pieces ?? []) {
      text += piece;
      expect(piece.split('\n').length).toBeLessThan(260);
      // Between two pieces of the export, edits make the first dose the last, and the last dose the first.
      const { medicationId } = dose;
      await loggedDose(user, { medicationId });
      const times = [TAKEN_AT, '2001-01-01T00:00:00.000Z'];
      for (const [index, doseId] of [first, last].entries()) {
        await browser.call('updateDose', { userId, doseId, takenAt: times[index] });
      }
    }
    const { doses = [] }: AccountFile = JSON.parse(text);
    expect(doses).toHaveLength(601);
    expect(new Set(doses.map(({ doseId }) => doseId)).size).toBe(601);
    for (const { version, formerVersions } of doses) {
      expect(formerVersions).toHaveLength(version - 1);
    }
  });

  it('imported medications and doses count towards the limits of the account, all or nothing', async () => {
    const { user } = await personWithMedication();
    const json = await exported(user, 'json');
    const other = await expectTooManyEntries(small, test, json);
    const file = await exportedAccount(user);
    const edited = file.doses?.find(({ version }) => version === 2);
    // In a file from another program, a dose may have fewer former versions than its version number implies.
    const some = JSON.stringify({ ...file, doses: [{ ...edited, version: 9 }], medications: [] });
    expect(await imported(other, 'json', some)).toMatchObject({ dosesAdded: 1 });
    const { entries, text_bytes } = await countsOf(small, other);
    expect(entries).toBe(1);
    expect(text_bytes).toBeGreaterThan(LEVODOPA.name.length);
    // Erasing the imported entries subtracts exactly what they added to the counts.
    const { browser, userId } = other;
    await browser.call('deleteDose', { userId, doseId: edited?.doseId });
    await eraseEntries(small.context.db, small.now + RESTORABLE_MS);
    expect(await countsOf(small, other)).toEqual({ entries: 0, text_bytes: 0 });
  });

  it('the CSV file has a row for each dose, the earliest first, and none that is deleted', async () => {
    const { user, dose } = await personWithMedication();
    const { medicationId } = dose;
    const { doseId } = await loggedDose(user, {
      ...{ medicationId, takenAt: '2026-11-17T03:30:00.000Z', status: 'skipped' },
      scheduledFor: '2026-11-17T03:00:00.000Z',
    });
    const rows = parse(await exported(user, 'doses'), { bom: true, columns: true });
    expect(rows).toMatchObject([
      {
        ...{ Date: '2026-11-16', Time: '22:30', 'Time zone': 'America/New_York' },
        ...{ Status: 'skipped', 'Planned for (UTC)': '2026-11-17T03:00:00.000Z' },
        'Dose id': doseId,
      },
      {
        ...{ Medication: 'Levodopa/carbidopa', Strength: '100', Unit: 'mg', Amount: '1.5' },
        ...{ Status: 'taken', 'Taken at (UTC)': TAKEN_AT, 'Planned for (UTC)': '' },
        ...{ 'Entered at (UTC)': dose.enteredAt, 'Entered by': 'self', Levodopa: 'yes' },
        ...{ Version: '2', 'Dose id': dose.doseId, 'Medication id': medicationId },
      },
    ]);
  });

  it('no cell of the CSV file starts like a formula', async () => {
    const user = await freshUser(test);
    const names = HOSTILE_NAMES.filter((name) => /^[^\p{L}]*[=+@-]/u.test(name));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const { medicationId } = await savedMedication(user, { name, unit: name.slice(0, 4) });
      await loggedDose(user, { medicationId });
    }
    const rows: string[][] = parse(await exported(user, 'doses'), { bom: true });
    for (const each of rows.flat()) expect(each).not.toMatch(/^\s*[=+\-@＝]|^[\t\r\n]/);
  });

  it('doses can be imported from CSV into an account without their medication', async () => {
    const { user, dose } = await personWithMedication();
    const csv = await exported(user, 'doses');
    const other = await freshUser(test);
    expect(await imported(other, 'doses', csv)).toMatchObject({ dosesAdded: 1 });
    const { browser, userId } = other;
    expect((await browser.call('getDoses', { userId })).json()).toEqual([
      { ...dose, amount: 1.5, scheduledFor: null, version: 2 },
    ]);
    expect((await browser.call('getMedications', { userId })).json()).toEqual([]);
    expect(await imported(other, 'doses', csv)).toMatchObject({ dosesAdded: 0, dosesSkipped: 1 });
  });

  onlyOnce(() => {
    it('medications and doses are optional in a JSON file', async () => {
      const { medications: _, doses: __, ...file } = await exportedAccount(await freshUser(test));
      const user = await freshUser(test);
      expect(await imported(user, 'json', JSON.stringify(file))).toMatchObject({ dosesAdded: 0 });
    });
  });
});
