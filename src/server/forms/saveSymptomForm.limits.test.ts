import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { ENTRIES, formsOf } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function rated({ browser, userId }: TestUser, entry: object) {
    const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '', ...entry } };
    return await browser.call('saveSymptomForm', { userId, formData });
  }

  it.each([1, 2, 3, 4, 5])('accepts severity %i', async (severity) => {
    const user = await freshUser(test, ['Tremor']);
    const response = await rated(user, { severity });
    expect(response.json().symptomData.symptom1.severity).toBe(severity);
  });

  it.each([0, 6, -1, 2.5, 1e30, '3'])('refuses severity %j', async (severity) => {
    const user = await freshUser(test, ['Tremor']);
    expectRefusal(
      await rated(user, { severity }),
      400,
      'formData.symptom1.severity must be a whole number from 1 to 5',
    );
    expect(await formsOf(user)).toEqual([]);
  });

  it('accepts notes of at most 10,000 characters', async () => {
    const user = await freshUser(test, ['Tremor']);
    const notes = 'n'.repeat(10_000);
    expect((await rated(user, { notes })).json().symptomData.symptom1.notes).toBe(notes);
    expectRefusal(
      await rated(user, { notes: `${notes}n` }),
      400,
      'formData.symptom1.notes must be text of at most 10000 characters',
    );
  });

  it('accepts names of 1 to 100 characters after trimming', async () => {
    const user = await freshUser(test, ['Tremor']);
    const name = 'x'.repeat(100);
    expect((await rated(user, { name: ` ${name} ` })).json().symptoms).toEqual([name]);
    for (const wrong of [`${name}x`, '', '   ']) {
      expectRefusal(
        await rated(user, { name: wrong }),
        400,
        'formData.symptom1.name must be text of 1 to 100 characters',
      );
    }
  });

  it('refuses a form without a symptom', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    for (const formData of [{}, { symptom6: ENTRIES.symptom1 }]) {
      expectRefusal(
        await browser.call('saveSymptomForm', { userId, formData }),
        400,
        'formData must hold at least one symptom',
      );
    }
  });

  it('refuses a symptom twice, ignoring case', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const formData = {
      symptom1: { name: 'Tremor', severity: 1 },
      symptom2: { name: 'TREMOR', severity: 5 },
    };
    expectRefusal(
      await browser.call('saveSymptomForm', { userId, formData }),
      400,
      'formData must hold each symptom once',
    );
  });

  it("refuses 'No Symptom entered' as a symptom", async () => {
    const user = await freshUser(test, ['Tremor']);
    expectRefusal(
      await rated(user, { name: 'No Symptom entered' }),
      400,
      'formData.symptom1.name must be the name of a symptom',
    );
  });

  it.each(['Tremor\nleft', 'Tremor\tleft', 'Tremor\u007f'])(
    'refuses a name with a control character: %j',
    async (name) => {
      const user = await freshUser(test, ['Tremor']);
      expectRefusal(
        await rated(user, { name }),
        400,
        'formData.symptom1.name must be one line of text',
      );
    },
  );

  it('treats composed and decomposed accents as equal', async () => {
    const user = await freshUser(test, ['Tremor']);
    expect((await rated(user, { name: 'Pre\u0301occupation' })).json().symptoms).toEqual([
      'Pr\u00e9occupation',
    ]);
  });

  it('accepts only a UUID as the submission id', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    for (const submissionId of ['1', '', 7, null]) {
      expectRefusal(
        await browser.call('saveSymptomForm', { userId, submissionId, formData: ENTRIES }),
        400,
        'submissionId must be a UUID',
      );
    }
  });
});
