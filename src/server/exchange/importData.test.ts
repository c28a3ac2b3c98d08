import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import { calls } from '../../contract/calls.ts';
import { byList } from '../../contract/kinds.ts';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { HOSTILE_NAMES, HOSTILE_NOTES, rowsOf } from '../testing/random-accounts.ts';
import {
  exported,
  exportedAccount,
  imported,
  importedDirectly,
  personWithEverything,
} from '../testing/transfers.ts';

const REFUSED = 'This file cannot be imported. Nothing was changed.';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  async function deleted({ browser, userId, password }: TestUser) {
    expect((await browser.call('deleteAccount', { userId, password })).statusCode).toBe(200);
  }

  /** The account file of a person with data of every kind, modified by `change`. */
  async function changedFile(change: (file: AccountFile) => unknown): Promise<string> {
    const file = await exportedAccount(await personWithEverything(test));
    change(file);
    return JSON.stringify(file);
  }

  it('restores forms, edits and symptoms of a deleted account from JSON in a new one', async () => {
    const user = await personWithEverything(test);
    const json = await exported(user, 'json');
    const before = await exportedAccount(user);
    await deleted(user);
    const other = await freshUser(test);
    expect(await imported(other, 'json', json)).toMatchObject({ formsAdded: 2, ratings: 3 });
    const after = await exportedAccount(other);
    expect(after.forms).toEqual(before.forms);
    expect(after.pastSymptoms).toEqual(before.pastSymptoms);
    const names = (file: AccountFile) => file.slots.map(({ slot, name }) => ({ slot, name }));
    expect(names(after)).toEqual(names(before));
    expect(after.profile).toEqual({
      ...before.profile,
      email: other.email,
      createdAt: after.profile.createdAt,
    });
  });

  it('keeps deletions, former times, and numbers with their gaps', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    for (const severity of [1, 2, 3, 4]) {
      await savedForm(user, { symptom1: { name: 'Tremor', severity } });
    }
    const formData = { formNumber: 3, symptom1: { severity: 5 } };
    const loggedAt = new Date(test.now - 3_600_000).toISOString();
    await browser.call('updateSymptoms', { userId, action: 'form', formData, loggedAt });
    for (const formNumber of [2, 4]) await browser.call('deleteForm', { userId, formNumber });
    await test.context.db
      .deleteFrom('entries')
      .where('user_id', '=', userId)
      .where('number', '=', 4)
      .execute();
    const json = await exported(user, 'json');
    const before = await exportedAccount(user);
    expect(before.forms.map(({ formNumber }) => formNumber)).toEqual([1, 2, 3]);
    await deleted(user);
    const other = await freshUser(test);
    await imported(other, 'json', json);
    const after = await exportedAccount(other);
    expect([after.forms, after.lastFormNumber]).toEqual([before.forms, 4]);
    expect((await savedForm(other)).formNumber).toBe(5);
  });

  it('recognizes a form whose time was corrected', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 3 } });
    const csv = (await exported(user, 'csv')).replaceAll(/,[0-9a-f-]{36},/g, ',,');
    const formData = { formNumber: 1, symptom1: { severity: 3 } };
    const loggedAt = new Date(test.now - 3_600_000).toISOString();
    await browser.call('updateSymptoms', { userId, action: 'form', formData, loggedAt });
    expect(await imported(user, 'csv', csv)).toMatchObject({ formsAdded: 0, formsSkipped: 1 });
  });

  /** Files that earlier versions of the app wrote. Do not update them, because people still have such files. */
  const fileOf = (name: string) => readFile(new URL(`./testing/${name}`, import.meta.url), 'utf8');

  it('accepts a CSV file of November 2026', async () => {
    const user = await freshUser(test);
    const csv = await fileOf('ratings-2026-11.csv');
    expect(await imported(user, 'csv', csv)).toMatchObject({ formsAdded: 1, ratings: 1 });
    const [form] = (await exportedAccount(user)).forms;
    expect(form).toMatchObject({
      loggedAt: '2026-11-18T13:00:00.000Z',
      timeZone: 'America/New_York',
      ratings: [{ slot: 1, name: 'Tremor', severity: 3, notes: 'Slept badly.' }],
    });
  });

  onlyOnce(() => {
    it('reports faults in the last line if the caller requests the progress', async () => {
      const { browser, userId } = await freshUser(test);
      const request = { userId, format: 'json', content: '[]', dryRun: false };
      const response = await browser.send({
        method: 'POST',
        url: calls.importData.path,
        headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
        payload: JSON.stringify(request),
      });
      const lines = response.body.trimEnd().split('\n');
      expect(response.statusCode).toBe(200);
      expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
        success: false,
        error: REFUSED,
        faults: [{ row: null, path: '', rule: expect.any(String) }],
      });
    });
  });

  it('restores forms and ratings from CSV in a new account', async () => {
    const user = await personWithEverything(test);
    const csv = await exported(user, 'csv');
    const before = await exportedAccount(user);
    await deleted(user);
    const other = await freshUser(test);
    await importedDirectly(test, other, { format: 'csv', content: csv });
    const { forms } = await exportedAccount(other);
    expect(forms).toEqual(before.forms.map((form) => ({ ...form, formerVersions: [] })));
  });

  onlyOnce(() => {
    it('imports our CSV after a spreadsheet has saved it in its own dialect', async () => {
      const user = await personWithEverything(test);
      const csv = (await exported(user, 'csv')).replace('\ufeff', '');
      const { forms } = await exportedAccount(user);
      const lines = csv.replaceAll('=1+1\r\n"', '=1+1 "').trimEnd().split('\r\n');
      const variants = [
        csv,
        `\ufeff${lines.join('\n')}`,
        lines.join('\r'),
        [lines[0], ...lines.slice(1).reverse()].join('\r\n'),
        // The person's texts contain no comma, so every comma in the file is a delimiter.
        lines.map((line) => line.replaceAll(',', ';')).join('\r\n'),
        lines.map((line) => line.replaceAll(',', '\t')).join('\n'),
        lines.map((line, at) => `${at === 0 ? 'Mine' : 'x'},${line}`).join('\r\n'),
        `${csv}\r\n\r\n,,,\r\n`,
      ];
      for (const variant of variants) {
        const other = await freshUser(test);
        expect(
          await importedDirectly(test, other, { format: 'csv', content: variant }),
        ).toMatchObject({
          formsAdded: 2,
        });
        const { forms: there } = await exportedAccount(other);
        const ids = ({ id, formNumber }: AccountFile['forms'][number]) => [id, formNumber];
        expect(there.map(ids)).toEqual(forms.map(ids));
      }
    });
  });

  onlyOnce(() => {
    it('reports in a dry run what it would add, and adds nothing', async () => {
      const user = await personWithEverything(test);
      const other = await freshUser(test);
      const before = await everythingStored(test.context.db);
      const answer = {
        dryRun: true,
        formsAdded: 2,
        formsSkipped: 0,
        ...byList(() => 0, 'Added'),
        ...byList(() => 0, 'Skipped'),
        remindersAdded: false,
        remindersSkipped: false,
        ratings: 3,
        from: '2026-11-17T13:00:00.000Z',
        to: (await formsOf(user))[0]?.date,
        symptoms: [
          { name: 'Tremor', slot: 1 },
          { name: 'Cramps', slot: 3 },
          { name: 'Fatigue', slot: 4 },
          { name: 'Balance', slot: null },
          { name: 'Stiffness', slot: null },
        ],
        rowsLeftOut: 0,
        leftOut: [],
      };
      const json = await exported(user, 'json');
      expect(
        await importedDirectly(test, other, { format: 'json', content: json }, { dryRun: true }),
      ).toEqual(answer);
      expect(await everythingStored(test.context.db)).toEqual(before);
      expect(await importedDirectly(test, other, { format: 'json', content: json })).toEqual({
        ...answer,
        dryRun: false,
      });
    });
  });

  it('skips forms that the account has, in any format, even if they were edited since', async () => {
    const user = await personWithEverything(test);
    const files = [
      ['json', await exported(user, 'json')],
      ['csv', await exported(user, 'csv')],
    ] as const;
    const { browser, userId } = user;
    const formData = { formNumber: 2, symptom3: { severity: 4 } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    const before = await rowsOf(test.context.db, userId);
    for (const [format, content] of files) {
      const answer = { formsAdded: 0, formsSkipped: 2, symptoms: [] };
      expect(await importedDirectly(test, user, { format, content })).toMatchObject(answer);
    }
    expect(await rowsOf(test.context.db, userId)).toEqual(before);
  });

  it('recognizes a form without an id by its time and its content, current or before an edit', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const rows = 'u,2024-03-01T13:15:00Z,Tremor,3,\nu,2024-03-01T13:15:00Z,Balance,2,x';
    await importedDirectly(test, user, { format: 'legacy', content: rows });
    const formData = { formNumber: 1, symptom1: { severity: 5 } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    const turned = rows.split('\n').reverse().join('\n');
    for (const again of [rows, turned, rows.replace('Tremor,3', 'Tremor,5')]) {
      expect(
        await importedDirectly(test, user, { format: 'legacy', content: again }),
      ).toMatchObject({
        formsAdded: 0,
        formsSkipped: 1,
      });
    }
    const other = rows.replace('Tremor,3', 'Tremor,4');
    expect(await importedDirectly(test, user, { format: 'legacy', content: other })).toMatchObject({
      formsAdded: 1,
      formsSkipped: 0,
    });
  });

  it('adds the same forms only once in two concurrent imports', async () => {
    const user = await personWithEverything(test);
    const [json, csv] = [await exported(user, 'json'), await exported(user, 'csv')];
    const other = await freshUser(test);
    const second = await secondBrowser(test, other);
    const answers = await Promise.all([
      imported(other, 'json', json),
      imported(second, 'csv', csv),
    ]);
    expect(answers.map(({ formsAdded }) => formsAdded).sort()).toEqual([0, 2]);
    expect((await formsOf(other)).map(({ formNumber }) => formNumber).sort()).toEqual([1, 2]);
  });

  it('continues the account’s numbers, in the order of the file', async () => {
    const user = await personWithEverything(test);
    const json = await exported(user, 'json');
    const other = await freshUser(test, ['Sleep']);
    await savedForm(other);
    await importedDirectly(test, other, { format: 'json', content: json });
    await savedForm(other);
    const ids = (await exportedAccount(user)).forms.map(({ id }) => id);
    const { forms, slots, pastSymptoms } = await exportedAccount(other);
    expect(forms.map(({ formNumber }) => formNumber)).toEqual([1, 2, 3, 4]);
    expect(forms.slice(1, 3).map(({ id }) => id)).toEqual(ids);
    expect(slots.map(({ name }) => name)).toEqual(['Sleep', '', '']);
    expect(new Set(pastSymptoms.map(({ name }) => name))).toEqual(
      new Set(['Tremor', 'Stiffness', 'Balance', 'Cramps', 'Fatigue']),
    );
  });

  it.each([
    ['keeps numbers with gaps up to 200,000', 100_000, [100_000, 200_000]],
    ['numbers the forms from 1 if a number is above 200,000', 100_001, [1, 2]],
  ])('%s', async (_, factor, numbers) => {
    const json = await changedFile((file) => {
      for (const form of file.forms) form.formNumber *= factor;
      file.lastFormNumber = 0;
      file.forms.reverse();
    });
    const other = await freshUser(test);
    await importedDirectly(test, other, { format: 'json', content: json });
    const { forms } = await exportedAccount(other);
    expect(forms.map(({ formNumber, version }) => [formNumber, version])).toEqual([
      [numbers[0], 2],
      [numbers[1], 1],
    ]);
  });

  onlyOnce(() => {
    it('imports the rows of a legacy table, with times in the configured zone', async () => {
      const user = await freshUser(test);
      const content = [
        'userId,timestamp,symptomName,severity,notes',
        'u1,3/1/2024 8:15:00 AM,Tremor,3,After coffee',
        'u1,3/1/2024 8:15:00 AM,Balance,0,',
      ].join('\n');
      expect(await importedDirectly(test, user, { format: 'legacy', content })).toMatchObject({
        formsAdded: 1,
        from: '2024-03-01T13:15:00.000Z',
        symptoms: [{ name: 'Tremor', slot: 1 }],
        rowsLeftOut: 1,
        leftOut: [{ row: 3, path: 'severity' }],
      });
      const [form] = await formsOf(user);
      expect(form).toMatchObject({
        formNumber: 1,
        date: '2024-03-01T13:15:00.000Z',
        symptomData: { symptom1: { name: 'Tremor', severity: 3, notes: 'After coffee' } },
      });
    });
  });

  it('keeps every hostile text unchanged through JSON and CSV', async () => {
    const user = await freshUser(test, ['Tremor']);
    for (const notes of HOSTILE_NOTES) {
      await savedForm(user, { symptom1: { name: 'Tremor', severity: 1, notes } });
    }
    for (const name of HOSTILE_NAMES) {
      await savedForm(user, { symptom1: { name, severity: 1, notes: '' } });
    }
    const { forms } = await exportedAccount(user);
    for (const format of ['json', 'csv'] as const) {
      const other = await freshUser(test);
      await importedDirectly(test, other, { format, content: await exported(user, format) });
      expect((await exportedAccount(other)).forms).toEqual(forms);
    }
  });
});
