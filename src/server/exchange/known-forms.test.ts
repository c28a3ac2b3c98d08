import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { exported, exportedAccount, importedDirectly } from '../testing/transfers.ts';

const TIME = '2024-03-01T13:15:00.000Z';
const TITLES = 'Form #,Symptom,Severity,Note,Slot,Logged at (UTC)';

/** A table of forms without ids, with the same time and different notes. */
function table(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `${index + 1},T,3,n${index},1,${TIME}`);
  return [TITLES, ...rows].join('\n');
}

const csv = (content: string) => ({ format: 'csv' as const, content });

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  onlyOnce(() => {
    it('compares ten thousand forms of one time in linear, not quadratic time', async () => {
      const { userId } = await freshUser(test);
      const content = table(10_000);
      expect(await importedDirectly(test, { userId }, csv(content))).toMatchObject({
        formsAdded: 10_000,
      });
      expect(await importedDirectly(test, { userId }, csv(content))).toMatchObject({
        formsAdded: 0,
        formsSkipped: 10_000,
      });
    });
  });

  it('adds a form with a different id even if its content is the same', async () => {
    const user = await freshUser(test);
    await importedDirectly(test, user, csv(table(1)));
    const file = await exportedAccount(user);
    const [form] = file.forms;
    if (!form) throw new Error('There is no form');
    file.forms.push({ ...form, id: crypto.randomUUID(), submissionId: null, formNumber: 2 });
    const twins = { format: 'json', content: JSON.stringify(file) } as const;
    expect(await importedDirectly(test, user, twins)).toMatchObject({
      formsAdded: 1,
      formsSkipped: 1,
    });
    expect(await importedDirectly(test, user, twins)).toMatchObject({
      formsAdded: 0,
      formsSkipped: 2,
    });
    const again = await exported(user, 'csv');
    expect(await importedDirectly(test, user, csv(again))).toMatchObject({ formsAdded: 0 });
    expect((await exportedAccount(user)).forms.map(({ id }) => id)).toEqual(
      file.forms.map(({ id }) => id),
    );
  });
});
