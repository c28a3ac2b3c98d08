import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('saves a form under the next number, with its names, severities and notes', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    const response = await browser.call('saveSymptomForm', {
      userId,
      formData: {
        symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' },
        symptom2: { name: 'Stiffness', severity: 2 },
      },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      formNumber: 1,
      date: '2026-11-18T17:00:00.000Z',
      symptoms: ['Tremor', 'Stiffness'],
      symptomData: {
        symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' },
        symptom2: { name: 'Stiffness', severity: 2, notes: '' },
      },
      version: 1,
      rowIndex: 2,
      sheetName: `${userId}_Grace_Hopper`,
    });
  });
});
