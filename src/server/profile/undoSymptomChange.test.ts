import { expect, it } from 'vitest';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const CHANGED = 'Your symptoms were changed on another device. Please check them and try again.';
const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain'];

onEveryDatabase((place) => {
  const test = testApp(place);

  async function profileOf({ browser, userId }: TestUser) {
    return (await browser.call('getUserProfile', { userId })).json();
  }

  async function rename(user: TestUser, symptomKey: string, symptomValue: string) {
    const { browser, userId } = user;
    const change = { userId, action: 'single', symptomKey, symptomValue };
    return (await browser.call('updateSymptoms', change)).json();
  }

  async function undo({ browser, userId }: TestUser, revision?: number) {
    return await browser.call('undoSymptomChange', { userId, revision });
  }

  /** The slots and past symptoms with their times. */
  async function timesOf({ userId }: TestUser) {
    const { db } = test.context;
    const slots = await db.selectFrom('slots').selectAll().where('user_id', '=', userId).execute();
    const past = await db
      .selectFrom('past_symptoms')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    return [...slots, ...past].map((row) => JSON.stringify(row)).sort();
  }

  it.each([
    ['a renamed symptom', 'updateSymptoms', { symptomKey: 'symptom1', symptomValue: 'Trevor' }],
    ['an emptied slot', 'updateSymptoms', { symptomKey: 'symptom5', symptomValue: '' }],
    ['a deleted slot 4', 'deleteSymptom', { symptomNumber: 4 }],
    [
      'a past symptom named again',
      'updateSymptoms',
      { symptomKey: 'symptom1', symptomValue: 'Old' },
    ],
  ] as const)('restores the symptoms before %s, with their times', async (_, name, change) => {
    const user = await freshUser(test, ['Old', ...FIVE.slice(1)]);
    test.now += 86_400_000;
    await rename(user, 'symptom1', 'Tremor');
    const { revision, ...before } = await profileOf(user);
    const times = await timesOf(user);
    test.now += 86_400_000;
    const { browser, userId } = user;
    const made = await browser.call(name, { userId, action: 'single', revision, ...change });
    expect(made.statusCode).toBe(200);
    const undone = await undo(user, revision + 1);
    expect(undone.json()).toEqual({ ...before, revision: revision + 2 });
    expect(await timesOf(user)).toEqual(times);
  });

  it('restores a slot that was created', async () => {
    const user = await freshUser(test, FIVE.slice(0, 3));
    const { revision: _, ...before } = await profileOf(user);
    await rename(user, 'symptom4', 'No Symptom entered');
    expect((await undo(user)).json()).toMatchObject(before);
  });

  it('works with more past symptoms than a person may add', async () => {
    const user = await freshUser(test, ['Tremor']);
    const past = Array.from({ length: 5000 }, (_, index) => `Symptom ${index}`);
    const rows = past.map((name) => ({ user_id: user.userId, name, since: 1 }));
    for (let begin = 0; begin < rows.length; begin += 1000) {
      const some = rows.slice(begin, begin + 1000);
      await test.context.db.insertInto('past_symptoms').values(some).execute();
    }
    const before = await profileOf(user);
    const renamed = await rename(user, 'symptom2', 'Symptom 7');
    expect(renamed.pastSymptoms).toHaveLength(4999);
    const undone = (await undo(user, renamed.revision)).json();
    expect(undone.pastSymptoms).toEqual(before.pastSymptoms);
  });

  it('keeps a name that was rated in the meantime among the past symptoms', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { revision } = await rename(user, 'symptom1', 'Trevor');
    await savedForm(user, { symptom1: { name: 'Trevor', severity: 2 } });
    const undone = (await undo(user, revision)).json();
    expect([undone.symptom1, undone.pastSymptoms]).toEqual(['Tremor', ['Trevor']]);
  });

  it('keeps a name that is rated at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await freshUser(test, ['Tremor']);
      const other = await secondBrowser(test, user);
      const { revision } = await rename(user, 'symptom1', 'Trevor');
      await Promise.all([
        undo(user, revision),
        savedForm(other, { symptom1: { name: 'Trevor', severity: 2 } }),
      ]);
      const { symptom1, pastSymptoms } = await profileOf(user);
      expect([symptom1, pastSymptoms]).toEqual(['Tremor', ['Trevor']]);
    }
  });

  it('is refused if another device has changed the symptoms since, and changes nothing', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    const { revision } = await rename(user, 'symptom1', 'Trevor');
    await rename(user, 'symptom2', 'Cramps');
    const stored = await everythingStored(test.context.db);
    expectRefusal(await undo(user, revision), 409, CHANGED);
    expect(await everythingStored(test.context.db)).toEqual(stored);
  });

  it('restores what another device had saved before the change', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    // The page that calls Undo has not loaded these two new names.
    await rename(user, 'symptom1', 'Slowness');
    await rename(user, 'symptom3', 'Swallowing');
    const { revision } = await rename(user, 'symptom2', 'Pain');
    expect((await undo(user, revision)).json()).toMatchObject({
      symptom1: 'Slowness',
      symptom2: 'Stiffness',
      symptom3: 'Swallowing',
      pastSymptoms: ['Balance', 'Tremor'],
    });
  });

  it('is refused if nothing was changed, and after an Undo', async () => {
    const user = await freshUser(test);
    expectRefusal(await undo(user), 409, CHANGED);
    await rename(user, 'symptom1', 'Tremor');
    await undo(user);
    expectRefusal(await undo(user), 409, CHANGED);
  });

  it('is refused after an import that changed the symptoms', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 2 } });
    const { browser, userId } = user;
    const csv = (await browser.call('exportData', { userId, format: 'csv' })).body;
    const other = await freshUser(test, ['Falls']);
    await rename(other, 'symptom1', 'Freezing');
    const content = csv.replaceAll('Tremor', 'Balance');
    const file = { format: 'csv', content, dryRun: false };
    await other.browser.call('importData', { userId: other.userId, ...file });
    expect((await profileOf(other)).pastSymptoms).toContain('Balance');
    expectRefusal(await undo(other), 409, CHANGED);
  });
});
