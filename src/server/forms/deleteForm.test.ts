import { expect, it } from 'vitest';
import { eraseEntries } from '../entries/queries/erase.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const DAY_MS = 86_400_000;

const NOT_FOUND = 'This form is no longer here. Please reload the page.';

onEveryDatabase((place) => {
  const test = testApp(place);

  function call(name: 'deleteForm' | 'restoreForm', { browser, userId }: TestUser, formNumber = 1) {
    return browser.call(name, { userId, formNumber });
  }

  async function deletedOf({ browser, userId }: TestUser) {
    return (await browser.call('getDeletedForms', { userId })).json();
  }

  async function exported({ browser, userId }: TestUser, format: string) {
    return (await browser.call('exportData', { userId, format })).body;
  }

  it('removes the form from the history and the CSV and FHIR files, and restores it unchanged', async () => {
    const user = await freshUser(test, ['Tremor']);
    const first = await savedForm(user, { symptom1: { name: 'Tremor', severity: 4 } });
    const second = await savedForm(user);
    const deleted = await call('deleteForm', user);
    const deletedAt = new Date(test.now).toISOString();
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { ...first, deletedAt }]);
    expect(await formsOf(user)).toEqual([second]);
    expect(await deletedOf(user)).toEqual([{ ...first, deletedAt }]);
    for (const format of ['csv', 'fhir']) {
      expect(await exported(user, format)).not.toContain(first.id);
    }
    expect(await exported(user, 'json')).toContain(`"deletedAt":"${deletedAt}"`);

    const restored = await call('restoreForm', user);
    expect([restored.statusCode, restored.json()]).toEqual([200, first]);
    expect(await formsOf(user)).toEqual([second, first]);
    expect(await deletedOf(user)).toEqual([]);
  });

  it('changes nothing when it is repeated', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    const deleted = await call('deleteForm', user);
    test.now += 1000;
    const before = await everythingStored(test.context.db);
    expect((await call('deleteForm', user)).json()).toEqual(deleted.json());
    expect(await everythingStored(test.context.db)).toEqual(before);
    await call('restoreForm', user);
    expect((await call('restoreForm', user)).statusCode).toBe(200);
  });

  it('refuses to edit a deleted form, and answers a repeated submission with it', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const submissionId = crypto.randomUUID();
    const formData = { symptom1: { name: 'Tremor', severity: 3 } };
    const save = () => browser.call('saveSymptomForm', { userId, formData, submissionId });
    await save();
    await call('deleteForm', user);
    const edit = { userId, action: 'form', formData: { ...formData, formNumber: 1 } };
    expectRefusal(await browser.call('updateSymptoms', edit), 404, NOT_FOUND);
    expect((await save()).json().formNumber).toBe(1);
    expect(await formsOf(user)).toEqual([]);
  });

  it('never reuses the Form #', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    await call('deleteForm', user);
    expect((await savedForm(user)).formNumber).toBe(2);
  });

  it('can be restored for 30 days, and is then erased', async () => {
    const user = await freshUser(test, ['Tremor']);
    const words = 'word of a deleted form';
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 4, notes: words } });
    await savedForm(user);
    await call('deleteForm', user);
    const { db } = test.context;
    test.now += 30 * DAY_MS - 1;
    await eraseEntries(db, test.now);
    expect(await deletedOf(user)).toHaveLength(1);
    test.now += 1;
    expect(await deletedOf(user)).toEqual([]);
    expectRefusal(await call('restoreForm', user), 404, NOT_FOUND);
    expect(await exported(user, 'json')).not.toContain(words);
    await eraseEntries(db, test.now);
    expect(JSON.stringify(await everythingStored(db))).not.toContain(words);
    expect((await formsOf(user)).map(({ formNumber }) => formNumber)).toEqual([2]);
    expect((await savedForm(user)).formNumber).toBe(3);
  });

  it('does not find an unused number', async () => {
    const user = await freshUser(test, ['Tremor']);
    for (const name of ['deleteForm', 'restoreForm'] as const) {
      expectRefusal(await call(name, user, 1), 404, NOT_FOUND);
    }
  });
});
