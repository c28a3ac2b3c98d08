import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function save({ browser, userId }: TestUser, slot: number, symptomValue: string) {
    test.now += 1000;
    const change = { userId, action: 'single', symptomKey: `symptom${slot}`, symptomValue };
    return (await browser.call('updateSymptoms', change)).json();
  }

  function sendPast({ browser, userId }: TestUser, pastSymptoms: unknown) {
    return browser.call('updateSymptoms', { userId, action: 'past', pastSymptoms });
  }

  it('a replaced name becomes a past symptom, oldest first', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    await save(user, 2, 'Zigzag');
    await save(user, 1, 'Freezing');
    expect((await save(user, 3, '')).pastSymptoms).toEqual(['Stiffness', 'Tremor', 'Balance']);
  });

  it('naming an empty slot adds no past symptom', async () => {
    const user = await freshUser(test);
    expect((await save(user, 1, 'Tremor')).pastSymptoms).toEqual([]);
  });

  it('saving the same name again adds no past symptom', async () => {
    const user = await freshUser(test, ['Tremor']);
    expect((await save(user, 1, ' Tremor ')).pastSymptoms).toEqual([]);
  });

  it('a past symptom that returns to a slot is no longer past', async () => {
    const user = await freshUser(test, ['Tremor']);
    await save(user, 1, 'Freezing');
    expect((await save(user, 2, 'Tremor')).pastSymptoms).toEqual([]);
    expect((await save(user, 2, 'Stiffness')).pastSymptoms).toEqual(['Tremor']);
  });

  it('a name is listed once, even if it leaves a slot twice', async () => {
    const user = await freshUser(test, ['Tremor']);
    for (const name of ['Freezing', 'Tremor', 'Freezing', 'Tremor', 'Balance']) {
      await save(user, 1, name);
    }
    const { pastSymptoms } = await save(user, 1, 'Fatigue');
    expect([...pastSymptoms].sort()).toEqual(['Balance', 'Freezing', 'Tremor']);
  });

  it('the action past adds names, trimmed, and answers with the profile', async () => {
    const user = await freshUser(test, ['Tremor']);
    const response = await sendPast(user, [' Cramps ']);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ symptom1: 'Tremor', pastSymptoms: ['Cramps'] });
    test.now += 1000;
    const second = await sendPast(user, ['Apathy', 'Cramps', 'Apathy']);
    expect(second.json().pastSymptoms).toEqual(['Cramps', 'Apathy']);
  });

  it('the action past never removes a name, even with an outdated list', async () => {
    const user = await freshUser(test);
    await sendPast(user, ['Cramps']);
    expect((await sendPast(user, [])).json().pastSymptoms).toEqual(['Cramps']);
  });

  it('the action past ignores a symptom that is still tracked', async () => {
    const user = await freshUser(test, ['Tremor']);
    expect((await sendPast(user, ['Tremor', 'Cramps'])).json().pastSymptoms).toEqual(['Cramps']);
  });

  it("the action past ignores 'No Symptom entered'", async () => {
    const user = await freshUser(test);
    const response = await sendPast(user, ['No Symptom entered', 'Cramps']);
    expect(response.json().pastSymptoms).toEqual(['Cramps']);
  });

  it('the action past allows at most 500 names in the list', async () => {
    const user = await freshUser(test);
    const names = Array.from({ length: 500 }, (_, index) => `Name ${index}`);
    expect((await sendPast(user, names)).json().pastSymptoms).toHaveLength(500);
    expectRefusal(await sendPast(user, ['Cramps']), 400, 'At most 500 past symptoms can be kept.');
    expect((await sendPast(user, names)).statusCode).toBe(200);
  });

  it('the action past requires names of 1 to 100 characters', async () => {
    const user = await freshUser(test);
    for (const wrong of ['', '  ', 'x'.repeat(101)]) {
      expectRefusal(
        await sendPast(user, ['Cramps', wrong]),
        400,
        'pastSymptoms.1 must be text of 1 to 100 characters',
      );
    }
    expectRefusal(await sendPast(user, 'Cramps'), 400, 'pastSymptoms must be a list of names');
    expectRefusal(
      await sendPast(
        user,
        Array.from({ length: 501 }, (_, index) => `Name ${index}`),
      ),
      400,
      'pastSymptoms must be a list of at most 500 names',
    );
  });
});
