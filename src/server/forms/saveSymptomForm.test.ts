import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { freshAccount, freshUser, secondBrowser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { ENTRIES, formsOf, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('saves a form with the next number, and its names, severities and notes', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    const response = await browser.call('saveSymptomForm', {
      userId,
      formData: {
        symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' },
        symptom2: { name: 'Stiffness', severity: 2 },
      },
    });
    expect(response.statusCode).toBe(200);
    const { id, ...form } = response.json();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(form).toEqual({
      formNumber: 1,
      date: '2026-11-18T17:00:00.000Z',
      enteredAt: '2026-11-18T17:00:00.000Z',
      timeZone: 'America/New_York',
      symptoms: ['Tremor', 'Stiffness'],
      symptomData: {
        symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' },
        symptom2: { name: 'Stiffness', severity: 2, notes: '' },
      },
      author: 'self',
      version: 1,
      cursor: `${test.now}.1`,
      rowIndex: 2,
      sheetName: `${userId}_Grace_Hopper`,
    });
  });

  it('saves a form without the symptoms that were not rated', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    const form = await savedForm(user, { symptom3: { name: 'Balance', severity: 1 } });
    expect(form.symptoms).toEqual(['Balance']);
    expect(form.symptomData).toEqual({ symptom3: { name: 'Balance', severity: 1, notes: '' } });
    expect(await formsOf(user)).toEqual([form]);
  });

  it('answers with the form exactly as it is listed later', async () => {
    const user = await freshUser(test, ['Tremor']);
    const saved = await savedForm(user);
    expect(await formsOf(user)).toEqual([saved]);
  });

  it('numbers the forms of each user separately: 1, 2, 3', async () => {
    const [one, other] = [await freshUser(test, ['Tremor']), await freshUser(test, ['Tremor'])];
    const numbers = [];
    for (const user of [one, other, one, one, other]) {
      const { formNumber, rowIndex } = await savedForm(user);
      numbers.push([formNumber, rowIndex]);
    }
    expect(numbers).toEqual([
      [1, 2],
      [1, 2],
      [2, 3],
      [3, 4],
      [2, 3],
    ]);
  });

  it('gives concurrently saved forms of two browsers numbers without gaps or duplicates', async () => {
    const user = await freshUser(test, ['Tremor']);
    const other = await secondBrowser(test, user);
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) => savedForm(index % 2 ? user : other)),
    );
    const numbers = saved.map((form) => form.formNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(saved.map((form) => form.id)).size).toBe(20);
  });

  it('answers a repeated submission with the saved form, and uses no number', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const submission = { userId, submissionId: randomUUID(), formData: ENTRIES };
    const first = await browser.call('saveSymptomForm', submission);
    test.now += 60_000;
    for (const submissionId of [submission.submissionId, submission.submissionId.toUpperCase()]) {
      const again = await browser.call('saveSymptomForm', { ...submission, submissionId });
      expect([again.statusCode, again.body]).toEqual([200, first.body]);
    }
    expect((await savedForm(user)).formNumber).toBe(2);
  });

  it('saves one form for many concurrent copies of a submission', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const submission = { userId, submissionId: randomUUID(), formData: ENTRIES };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.call('saveSymptomForm', submission)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await formsOf(user)).toHaveLength(1);
    expect((await savedForm(user)).formNumber).toBe(2);
  });

  it('saves a separate form for another user’s identical submission id', async () => {
    const submissionId = randomUUID();
    for (const user of [await freshUser(test, ['Tremor']), await freshUser(test, ['Tremor'])]) {
      const { browser, userId } = user;
      await browser.call('saveSymptomForm', { userId, submissionId, formData: ENTRIES });
      expect(await formsOf(user)).toHaveLength(1);
    }
  });

  it('keeps the names of the time of logging when a slot is renamed later', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    await savedForm(user);
    await browser.call('updateSymptoms', {
      userId,
      action: 'single',
      symptomKey: 'symptom1',
      symptomValue: 'Freezing',
    });
    const [form] = await formsOf(user);
    expect(form?.symptoms).toEqual(['Tremor', 'Stiffness']);
    expect(form?.symptomData.symptom1?.name).toBe('Tremor');
  });

  it('adds a name that is in no slot to the past symptoms, so that it can be charted', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    const { browser, userId } = user;
    await savedForm(user, { symptom1: { name: 'Freezing', severity: 3, notes: '' } });
    await savedForm(user, { symptom1: { name: 'Freezing', severity: 2, notes: '' } });
    const profile = (await browser.call('getUserProfile', { userId })).json();
    expect(profile.pastSymptoms).toEqual(['Freezing']);
  });

  it('answers a repeated submission even if the account has no symptoms any more', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const submission = { userId, submissionId: randomUUID(), formData: ENTRIES };
    const first = await browser.call('saveSymptomForm', submission);
    await browser.call('updateSymptoms', { userId, action: 'update', symptom1: '' });
    const again = await browser.call('saveSymptomForm', submission);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
  });

  it('keeps notes unchanged, including line endings, quotes and every script', async () => {
    const user = await freshUser(test, ['Tremor']);
    const notes = '  Robert\'); drop table forms;--\r\n"ß" 😀 日本語 %_\\ <b>&amp;</b>\u2028 ';
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 1, notes } });
    expect((await formsOf(user))[0]?.symptomData.symptom1?.notes).toBe(notes);
  });

  it('lists the symptoms in slot order, for any order in the request', async () => {
    const user = await freshUser(test, ['Tremor']);
    const rated = (name: string) => ({ name, severity: 1, notes: '' });
    const form = await savedForm(user, { symptom5: rated('E'), symptom2: rated('B') });
    expect(form.symptoms).toEqual(['B', 'E']);
  });

  it('is refused while no slot has a symptom', async () => {
    const { browser, userId } = await freshUser(test);
    const before = await everythingStored(test.context.db);
    expectRefusal(
      await browser.call('saveSymptomForm', { userId, formData: ENTRIES }),
      400,
      'No symptoms configured. Please add symptoms to your profile first.',
    );
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('does not find an account without a profile', async () => {
    const { browser, userId } = await freshAccount(test);
    expectRefusal(
      await browser.call('saveSymptomForm', { userId, formData: ENTRIES }),
      404,
      'User not found',
    );
  });

  it('saves a form even if the list of past symptoms is full', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const pastSymptoms = Array.from({ length: 500 }, (_, index) => `Name ${index}`);
    await browser.call('updateSymptoms', { userId, action: 'past', pastSymptoms });
    const { formNumber } = await savedForm(user, {
      symptom2: { name: 'Renamed elsewhere', severity: 2 },
    });
    expect(formNumber).toBe(1);
  });
});
