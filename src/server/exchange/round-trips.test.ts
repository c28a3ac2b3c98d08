import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountFile } from '../../contract/account-file.ts';
import type { ExportFormat } from '../../contract/file-formats.ts';
import { byList, CSV_KINDS, type EntryKind } from '../../contract/kinds.ts';
import { testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import {
  accountWithoutDeletions,
  emptyAccount,
  type RandomAccount,
  randomAccount,
  rowsOf,
  storedAccount,
} from '../testing/random-accounts.ts';
import { importedDirectly } from '../testing/transfers.ts';
import { exportAccount } from './export.ts';
import { countOf } from './import-plan.ts';

const RUNS = { numRuns: 12 };

function countIn({ ofKinds }: RandomAccount, kind: EntryKind): number {
  return countOf(kind, ofKinds.find((each) => each.kind === kind)?.entries ?? []);
}

onEveryDatabase((place) => {
  const test = testApp(place);

  async function textOf(owner: { userId: string; email: string }, format: ExportFormat) {
    const wanted = { format, now: test.now };
    const file = await exportAccount(test.context.db, owner, wanted);
    let text = '';
    for await (const piece of file?.pieces ?? []) text += piece;
    return text;
  }

  it('restores every field from JSON in a new account', async () => {
    const { db } = test.context;
    const property = fc.asyncProperty(randomAccount, async (account) => {
      const owner = await storedAccount(db, account);
      const before = await rowsOf(db, owner.userId);
      const json = await textOf(owner, 'json');
      expect(accountFile.parse(JSON.parse(json))).toEqual(JSON.parse(json));
      await db.deleteFrom('accounts').where('user_id', '=', owner.userId).execute();
      const { userId } = await emptyAccount(db);
      const answer = await importedDirectly(test, { userId }, { format: 'json', content: json });
      expect(answer).toMatchObject({
        formsAdded: account.forms.length,
        ...byList((kind) => countIn(account, kind), 'Added'),
        ...{ remindersAdded: account.reminders !== null, remindersSkipped: false },
      });
      const after = await rowsOf(db, userId);
      // The empty slots 1 to 3 are created with the new account, so their times differ from those of the old account.
      const named = (rows: Record<string, unknown[]>) => ({
        ...rows,
        slots: rows.slots
          ?.map((row) => String(row).replace(/(\["name",""\].*"since",)\d+/, '$1'))
          .sort(),
      });
      expect(named(after)).toEqual(named(withEmailsOff(before)));
      const again = await importedDirectly(test, { userId }, { format: 'json', content: json });
      expect(again).toMatchObject({
        ...{ formsAdded: 0, formsSkipped: account.forms.length },
        ...byList(() => 0, 'Added'),
        ...byList((kind) => countIn(account, kind), 'Skipped'),
        ...{ remindersAdded: false, remindersSkipped: account.reminders !== null },
      });
      expect(await rowsOf(db, userId)).toEqual(after);
    });
    await fc.assert(property, RUNS);
  });

  it('restores everything from CSV in a new account except former versions and empty slots', async () => {
    const { db } = test.context;
    const property = fc.asyncProperty(accountWithoutDeletions, async (account) => {
      const owner = await storedAccount(db, account);
      const before = await rowsOf(db, owner.userId);
      const csv = await textOf(owner, 'csv');
      const { userId, email } = await emptyAccount(db);
      const answer = await importedDirectly(test, { userId }, { format: 'csv', content: csv });
      expect(answer.formsAdded).toBe(account.forms.length);
      const after = await rowsOf(db, userId);
      expect(after['entries form']).toEqual(before['entries form']);
      expect(after.former_entries).toEqual([]);
      const rated = account.forms.flatMap((form) => form.ratings.map(({ name }) => name));
      const { slots, pastSymptoms } = JSON.parse(await textOf({ userId, email }, 'json'));
      const kept = [...slots, ...pastSymptoms].flatMap(({ name }) => (name ? [name] : []));
      expect(new Set(kept)).toEqual(new Set(rated));
      expect(await importedDirectly(test, owner, { format: 'csv', content: csv })).toMatchObject({
        formsAdded: 0,
        symptoms: [],
      });
      expect(await rowsOf(db, owner.userId)).toEqual(before);
    });
    await fc.assert(property, RUNS);
  });

  it.each(CSV_KINDS.map(({ csv, list, name }) => [csv.format, list, `entries ${name}`] as const))(
    'restores %s from CSV in a new account except former versions',
    async (format, list, table) => {
      const { db } = test.context;
      const none = {
        ...{ formsAdded: 0, ...byList(() => 0, 'Added') },
        symptoms: [],
      };
      const property = fc.asyncProperty(accountWithoutDeletions, async (account) => {
        const owner = await storedAccount(db, account);
        const before = await rowsOf(db, owner.userId);
        const source = { format, content: await textOf(owner, format) };
        const { userId } = await emptyAccount(db);
        const nothing = await rowsOf(db, userId);
        const ofKind = account.ofKinds.find(({ kind }) => kind.list === list);
        const { length } = ofKind?.entries ?? [];
        expect(await importedDirectly(test, { userId }, source)).toMatchObject({
          ...none,
          ...{ [`${list}Added`]: length, [`${list}Skipped`]: 0 },
        });
        expect(await rowsOf(db, userId)).toEqual({ ...nothing, [table]: before[table] });
        for (const each of [owner, { userId }]) {
          const unchanged = await rowsOf(db, each.userId);
          expect(await importedDirectly(test, each, source)).toMatchObject({
            ...none,
            [`${list}Skipped`]: length,
          });
          expect(await rowsOf(db, each.userId)).toEqual(unchanged);
        }
      });
      await fc.assert(property, RUNS);
    },
  );
});

/** An import turns off the reminders by email. */
function withEmailsOff(rows: Record<string, unknown[]>) {
  const reminders = (rows.reminders ?? []).map((row) => {
    const columns = Object.fromEntries(JSON.parse(String(row)));
    const settings = JSON.parse(columns.settings);
    for (const each of settings.reminders) if (each.channels.includes('email')) each.on = false;
    return JSON.stringify(Object.entries({ ...columns, settings: JSON.stringify(settings) }));
  });
  return { ...rows, reminders };
}
