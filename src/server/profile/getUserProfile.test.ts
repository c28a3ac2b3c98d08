import { expect, it } from 'vitest';
import { freshAccount, freshUser, STORED_PERSON, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('answers with the profile, the slots and the past symptoms', async () => {
    const { browser, userId, email } = await freshUser(test, ['Tremor', 'Stiffness']);
    await browser.call('updateSymptoms', {
      userId,
      action: 'single',
      symptomKey: 'symptom1',
      symptomValue: 'Freezing',
    });
    const response = await browser.call('getUserProfile', { userId });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      userId,
      email,
      name: 'Grace Hopper',
      ...STORED_PERSON,
      display: null,
      symptom1: 'Freezing',
      symptom2: 'Stiffness',
      symptom3: 'No Symptom entered',
      symptom4: '',
      symptom5: '',
      pastSymptoms: ['Tremor'],
      revision: 3,
    });
  });

  it('does not find an account without a profile', async () => {
    const { browser, userId } = await freshAccount(test);
    expectRefusal(await browser.call('getUserProfile', { userId }), 404, 'User not found');
  });
});
