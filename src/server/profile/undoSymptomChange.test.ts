import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const CHANGED = 'Your symptoms were changed somewhere else, so this cannot be undone here.';

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

  async function undo({ browser, userId }: TestUser, from: object, to: object) {
    return await browser.call('undoSymptomChange', { userId, from, to });
  }

  it('restores slots and past symptoms', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain']);
    const before = await profileOf(user);
    const renamed = await rename(user, 'symptom1', 'Trevor');
    expect(renamed.pastSymptoms).toEqual(['Tremor']);
    expect((await undo(user, renamed, before)).json()).toEqual(before);

    const { browser, userId } = user;
    await browser.call('deleteSymptom', { userId, symptomNumber: 4 });
    const deleted = await profileOf(user);
    expect((await undo(user, deleted, before)).json()).toEqual(before);
    expect(await profileOf(user)).toEqual(before);
  });

  it('works even if an import added more past symptoms than a person may add', async () => {
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
    const undone = (await undo(user, renamed, before)).json();
    expect(undone.pastSymptoms.toSorted()).toEqual(before.pastSymptoms.toSorted());
  });

  it('keeps a name that was rated in the meantime among the past symptoms', async () => {
    const user = await freshUser(test, ['Tremor']);
    const before = await profileOf(user);
    const renamed = await rename(user, 'symptom1', 'Trevor');
    await savedForm(user, { symptom1: { name: 'Trevor', severity: 2 } });
    const undone = (await undo(user, renamed, before)).json();
    expect([undone.symptom1, undone.pastSymptoms]).toEqual(['Tremor', ['Trevor']]);
  });

  it('is refused if the symptoms have changed since, and changes nothing', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    const before = await profileOf(user);
    const renamed = await rename(user, 'symptom1', 'Trevor');
    await rename(user, 'symptom2', 'Cramps');
    const stored = await everythingStored(test.context.db);
    expectRefusal(await undo(user, renamed, before), 409, CHANGED);
    expect(await everythingStored(test.context.db)).toEqual(stored);
  });
});
