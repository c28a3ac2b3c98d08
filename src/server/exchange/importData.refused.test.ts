import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import type { ImportFormat } from '../../contract/file-formats.ts';
import { limit } from '../identity/counted.ts';
import { freshAccount, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';
import {
  exported,
  exportedAccount,
  imported,
  importedDirectly,
  importing,
  personWithEverything,
} from '../testing/transfers.ts';

const REFUSED = 'This file cannot be imported. Nothing was changed.';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  /** The account file of a person with data of every kind, modified by `change`. */
  async function changedFile(change: (file: AccountFile) => unknown): Promise<string> {
    const file = await exportedAccount(await personWithEverything(test));
    change(file);
    return JSON.stringify(file);
  }

  async function expectFaults(
    user: TestUser,
    format: ImportFormat,
    content: string,
    faults: unknown[],
  ) {
    const before = await everythingStored(test.context.db);
    for (const dryRun of [true, false]) {
      const response = await importing(user, format, content, dryRun);
      expect([response.statusCode, response.json()]).toEqual([400, { error: REFUSED, faults }]);
    }
    expect(await everythingStored(test.context.db)).toEqual(before);
  }

  it('needs a profile', async () => {
    const json = await exported(await personWithEverything(test), 'json');
    const user = await freshAccount(test);
    const attempt = importedDirectly(
      test,
      user,
      { format: 'json', content: json },
      { dryRun: true },
    );
    await expect(attempt).rejects.toThrow('userNotFound');
    expectRefusal(await importing(user, 'json', json), 404, 'User not found');
  });

  it('adds nothing if it fails half-way', async () => {
    const { db } = test.context;
    const user = await freshUser(test);
    const rows = Array.from({ length: 600 }, (_, index) => {
      const time = new Date(Date.parse('2020-01-01T00:00:00Z') + index * 3_600_000).toISOString();
      return `u,${time},${index === 599 ? 'Unwanted' : 'Tremor'},3,`;
    });
    const before = await everythingStored(db);
    const undo = await refuseForm(place().engine);
    try {
      const failed = await importing(user, 'legacy', rows.join('\n'));
      expect(failed.statusCode).toBe(500);
    } finally {
      await undo();
    }
    expect(await everythingStored(db)).toEqual(before);
    const content = rows.join('\n');
    expect(await importedDirectly(test, user, { format: 'legacy', content })).toMatchObject({
      formsAdded: 600,
    });

    /** Makes the database refuse one form, like a disk that becomes full. @returns a function that undoes it */
    async function refuseForm(engine: 'SQLite' | 'PostgreSQL') {
      if (engine === 'SQLite') {
        await sql`create trigger full before insert on entries when new.fields like '%Unwanted%'
          begin select raise(abort, 'full'); end`.execute(db);
        return () => sql`drop trigger full`.execute(db);
      }
      await sql`alter table entries add constraint "full" check (fields not like '%Unwanted%')`.execute(
        db,
      );
      return () => sql`alter table entries drop constraint "full"`.execute(db);
    }
  });

  onlyOnce(() => {
    it('reads at most ten files in a minute', async () => {
      const user = await freshUser(test);
      await imported(user, 'legacy', '', true);
      for (let times = 1; times < 10; times += 1) await limit(test.context, 'imports', user.email);
      const refused = await importing(user, 'legacy', '', true);
      expectRefusal(refused, 429, 'Too many attempts. Please try again later.');
      test.now += 60_001;
      await imported(user, 'legacy', '', true);
    });
  });

  it('refuses to exceed the maximum number of past symptoms', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `Symptom ${index}`);
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    await browser.call('updateSymptoms', { userId, action: 'past', pastSymptoms: names });
    const full = 'At most 500 past symptoms can be kept.';
    const before = await everythingStored(test.context.db);
    const content = 'u,2024-03-01T13:15:00Z,New,3,';
    const attempt = importedDirectly(test, user, { format: 'legacy', content }, { dryRun: true });
    await expect(attempt).rejects.toThrow('pastSymptomsFull');
    expectRefusal(await importing(user, 'legacy', content), 400, full);
    expect(await everythingStored(test.context.db)).toEqual(before);
    // A file that itself lists more past symptoms than the maximum can still be imported. It may be the export of an
    // account with that many.
    const json = await exported(user, 'json');
    const file: AccountFile = JSON.parse(json);
    file.pastSymptoms.push({ name: 'One more', since: '2024-03-01T13:15:00.000Z' });
    const whole = { format: 'json', content: JSON.stringify(file) } as const;
    expect(await importedDirectly(test, await freshUser(test), whole)).toMatchObject({
      symptoms: { length: 502 },
    });
  });

  onlyOnce(() => {
    it('refuses invalid data with the place and the rule, and changes nothing', async () => {
      const json = await changedFile((file) => {
        Object.assign(file.forms[0]?.ratings[1] ?? {}, { severity: 0, notes: 'a\0' });
      });
      await expectFaults(await freshUser(test), 'json', json, [
        {
          row: null,
          path: 'forms.0.ratings.1.severity',
          rule: 'must be a whole number from 1 to 5',
        },
        {
          row: null,
          path: 'forms.0.ratings.1.notes',
          rule: 'contains characters that we can’t store',
        },
      ]);
      const csv = (await exported(await personWithEverything(test), 'csv')).replace(
        ',Cramps,',
        ',,',
      );
      await expectFaults(await freshUser(test), 'csv', csv.replaceAll('Tremor,5', 'Tremor,9'), [
        { row: 2, path: 'Severity', rule: 'must be a whole number from 1 to 5' },
      ]);
      await expectFaults(await freshUser(test), 'legacy', 'u,2024-03-01 08:15,Tremor,9,', [
        { row: 1, path: 'severity', rule: 'must be a whole number from 0 to 5' },
      ]);
    });
  });
});
