import { expect, it } from 'vitest';
import { freshAccount, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps'];

onEveryDatabase((place) => {
  const test = testApp(place);

  function remove({ browser, userId }: TestUser, symptomNumber: unknown) {
    return browser.call('deleteSymptom', { userId, symptomNumber });
  }

  async function profileOf({ browser, userId }: TestUser) {
    return (await browser.call('getUserProfile', { userId })).json();
  }

  it('deletes slot 5, whose name becomes a past symptom', async () => {
    const user = await freshUser(test, FIVE);
    const response = await remove(user, 5);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      newMaxSymptoms: 4,
      reordered: false,
      profile: expect.objectContaining({ symptom4: 'Fatigue', symptom5: '' }),
    });
    expect(await profileOf(user)).toMatchObject({
      symptom4: 'Fatigue',
      symptom5: '',
      pastSymptoms: ['Cramps'],
    });
  });

  it('moves slot 5 to slot 4 when slot 4 is deleted', async () => {
    const user = await freshUser(test, FIVE);
    expect((await remove(user, 4)).json()).toMatchObject({ newMaxSymptoms: 4, reordered: true });
    expect(await profileOf(user)).toMatchObject({
      symptom3: 'Balance',
      symptom4: 'Cramps',
      symptom5: '',
      pastSymptoms: ['Fatigue'],
    });
  });

  it('moves an empty slot 5 to slot 4 too', async () => {
    const user = await freshUser(test, FIVE.slice(0, 4));
    const { browser, userId } = user;
    await browser.call('updateSymptoms', {
      userId,
      action: 'single',
      symptomKey: 'symptom5',
      symptomValue: 'No Symptom entered',
    });
    expect((await remove(user, 4)).json()).toMatchObject({ newMaxSymptoms: 4, reordered: true });
    expect(await profileOf(user)).toMatchObject({ symptom4: 'No Symptom entered', symptom5: '' });
  });

  it('leaves three slots if slot 4 was the last', async () => {
    const user = await freshUser(test, FIVE.slice(0, 4));
    expect((await remove(user, 4)).json()).toMatchObject({ newMaxSymptoms: 3, reordered: false });
    expect(await profileOf(user)).toMatchObject({ symptom4: '', pastSymptoms: ['Fatigue'] });
  });

  it('does not change the forms that contain the symptom', async () => {
    const user = await freshUser(test, FIVE);
    await savedForm(user, { symptom4: { name: 'Fatigue', severity: 5, notes: 'All day' } });
    const before = await formsOf(user);
    await remove(user, 4);
    expect(await formsOf(user)).toEqual(before);
  });

  it.each([1, 2, 3, 0, 6, -4])('refuses to delete slot %i', async (slot) => {
    const user = await freshUser(test, FIVE);
    const before = await everythingStored(test.context.db);
    expectRefusal(await remove(user, slot), 400, 'Can only delete symptom 4 or 5.');
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('refuses to delete a slot that is empty or was never created', async () => {
    const user = await freshUser(test, FIVE.slice(0, 3));
    const { browser, userId } = user;
    for (const slot of [4, 5]) {
      expectRefusal(await remove(user, slot), 400, 'Cannot delete empty symptom.');
    }
    await browser.call('updateSymptoms', {
      userId,
      action: 'single',
      symptomKey: 'symptom4',
      symptomValue: 'No Symptom entered',
    });
    expectRefusal(await remove(user, 4), 400, 'Cannot delete empty symptom.');
  });

  it('deletes a slot only once in two concurrent calls', async () => {
    const user = await freshUser(test, FIVE.slice(0, 4));
    const answers = await Promise.all([remove(user, 4), remove(user, 4)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await profileOf(user)).pastSymptoms).toEqual(['Fatigue']);
  });

  it('is refused if the symptoms were changed on another device', async () => {
    const user = await freshUser(test, FIVE);
    const { browser, userId } = user;
    const { revision } = await profileOf(user);
    // This deletion moves slot 5 to slot 4, so the same call from a page with the older symptoms would delete 'Cramps'.
    await remove(user, 4);
    const response = await browser.call('deleteSymptom', { userId, symptomNumber: 4, revision });
    expectRefusal(
      response,
      409,
      'Your symptoms were changed on another device. Please check them and try again.',
    );
    expect(await profileOf(user)).toMatchObject({ symptom4: 'Cramps', pastSymptoms: ['Fatigue'] });
  });

  it('accepts only a whole number', async () => {
    const user = await freshUser(test);
    for (const wrong of ['4', 4.5, null, [4]]) {
      expectRefusal(await remove(user, wrong), 400, 'symptomNumber must be a whole number');
    }
  });

  it('does not find an account without a profile', async () => {
    expectRefusal(await remove(await freshAccount(test), 4), 404, 'User not found');
  });
});
