import { expect, it } from 'vitest';
import { form } from '../../contract/kinds/form.ts';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formerEntriesOf, formsOf, savedForm } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const CHANGED = 'This form was changed somewhere else. Please reload and try again.';

const entry = (severity: number, notes = '', name = 'Tremor') => ({ name, severity, notes });

onEveryDatabase((place) => {
  const test = testApp(place);

  function edit({ browser, userId }: TestUser, formData: object, others: object = {}) {
    return browser.call('updateSymptoms', { userId, action: 'form', formData, ...others });
  }

  it('replaces severities and notes, keeps the Form # and the time, and raises the version', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    const saved = await savedForm(user);
    test.now += 3_600_000;
    const response = await edit(user, {
      formNumber: 2,
      symptom1: entry(1, 'On second thoughts'),
      symptom2: entry(5, 'Worse', 'Stiffness'),
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ...saved,
      symptomData: {
        symptom1: entry(1, 'On second thoughts'),
        symptom2: entry(5, 'Worse', 'Stiffness'),
      },
      version: 2,
    });
    const [second, first] = await formsOf(user);
    expect(second).toEqual(response.json());
    expect(first).toMatchObject({ formNumber: 1, version: 1, symptomData: saved.symptomData });
  });

  it('keeps the logged names and ignores the names in the edit', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    const response = await edit(user, { formNumber: 1, symptom1: entry(3, '', 'Freezing') });
    expect(response.json().symptoms).toEqual(['Tremor', 'Stiffness']);
    expect(response.json().symptomData.symptom1).toEqual(entry(3));
  });

  it('does not change entries that the edit does not contain', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    const saved = await savedForm(user);
    const response = await edit(user, { formNumber: 1, symptom2: entry(5) });
    expect(response.json().symptomData.symptom1).toEqual(saved.symptomData.symptom1);
  });

  it('needs no names, and keeps notes that the edit does not contain', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: entry(4, 'Said once') });
    const response = await edit(user, { formNumber: 1, symptom1: { severity: 2 } });
    expect(response.json().symptomData.symptom1).toEqual(entry(2, 'Said once'));
    const emptied = await edit(user, { formNumber: 1, symptom1: { severity: 2, notes: '' } });
    expect(emptied.json().symptomData.symptom1).toEqual(entry(2, ''));
  });

  it('stores the former values with the time of each edit', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: entry(4, 'As first written') });
    const times = [];
    for (const severity of [2, 3]) {
      test.now += 60_000;
      times.push(test.now);
      await edit(user, { formNumber: 1, symptom1: entry(severity, `Now ${severity}`) });
    }
    const of = { slot: 1, name: 'Tremor' };
    const former = await formerEntriesOf(test, user, form);
    expect(former).toMatchObject([
      { version: 1, ratings: [{ ...of, severity: 4, notes: 'As first written' }] },
      { version: 2, ratings: [{ ...of, severity: 2, notes: 'Now 2' }] },
    ]);
    const replaced = await test.context.db
      .selectFrom('former_entries')
      .where('user_id', '=', user.userId)
      .select('replaced_at')
      .orderBy('version')
      .execute();
    expect(replaced).toEqual(times.map((time) => ({ replaced_at: time })));
  });

  it('corrects the time, and stores the former one', async () => {
    const user = await freshUser(test, ['Tremor']);
    const saved = await savedForm(user, { symptom1: entry(4) });
    test.now += 3_600_000;
    const loggedAt = '2026-11-18T08:10:00.000Z';
    const change = { formNumber: 1, symptom1: entry(4) };
    const response = await edit(user, change, { loggedAt, version: 1 });
    expect(response.json()).toMatchObject({
      date: loggedAt,
      enteredAt: saved.enteredAt,
      version: 2,
      symptomData: saved.symptomData,
    });
    expect(await formsOf(user)).toEqual([response.json()]);
    const again = await edit(user, change, { loggedAt, version: 1 });
    expect(again.json()).toEqual(response.json());
    const former = await formerEntriesOf(test, user, form);
    expect(former).toMatchObject([{ loggedAt: Date.parse(saved.date) }]);
  });

  it('moves the time of entry with a time after it, and refuses a time in the future', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: entry(4) });
    test.now += 3_600_000;
    const change = { formNumber: 1, symptom1: entry(4) };
    const loggedAt = new Date(test.now).toISOString();
    expect((await edit(user, change, { loggedAt })).json()).toMatchObject({
      date: loggedAt,
      enteredAt: loggedAt,
    });
    const future = new Date(test.now + 600_000).toISOString();
    expectRefusal(
      await edit(user, change, { loggedAt: future }),
      400,
      'Choose a time in the past.',
    );
  });

  it('is accepted for any version if it names none', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: entry(4) });
    for (const [severity, version] of [
      [1, 2],
      [2, 3],
    ] as const) {
      const response = await edit(user, { formNumber: 1, symptom1: entry(severity) });
      expect(response.json().version).toBe(version);
    }
  });

  it('is refused if it is not based on the current version, and changes nothing', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: entry(4) });
    await edit(user, { formNumber: 1, symptom1: entry(3) }, { version: 1 });
    const before = await everythingStored(test.context.db);
    for (const version of [1, 3, 2_147_483_647]) {
      expectRefusal(
        await edit(user, { formNumber: 1, symptom1: entry(5) }, { version }),
        409,
        CHANGED,
      );
    }
    expect(await everythingStored(test.context.db)).toEqual(before);
    const mended = await edit(user, { formNumber: 1, symptom1: entry(5) }, { version: 2 });
    expect(mended.json()).toMatchObject({ version: 3, symptomData: { symptom1: entry(5) } });
  });

  it('succeeds when it is retried with the same version after a lost answer', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: entry(4) });
    const change = { formNumber: 1, symptom1: entry(2, 'Better') };
    const first = await edit(user, change, { version: 1 });
    const before = await everythingStored(test.context.db);
    const again = await edit(user, change, { version: 1 });
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('accepts one of two different concurrent edits, and refuses the other', async () => {
    const user = await freshUser(test, ['Tremor']);
    const other = await secondBrowser(test, user);
    await savedForm(user, { symptom1: entry(4) });
    const answers = await Promise.all([
      edit(user, { formNumber: 1, symptom1: entry(1, 'one') }, { version: 1 }),
      edit(other, { formNumber: 1, symptom1: entry(5, 'other') }, { version: 1 }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await formsOf(user)).toEqual([won]);
  });

  it('ignores rowIndex and sheetName, and finds the form by its number', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    const { rowIndex, sheetName } = await savedForm(user);
    const response = await edit(
      user,
      { formNumber: 1, symptom1: entry(3) },
      { rowIndex, sheetName },
    );
    expect(response.json()).toMatchObject({ formNumber: 1, rowIndex: 2, sheetName });
  });

  it('rates a symptom that was left out of the form, and stores the former version without it', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    const saved = await savedForm(user, { symptom1: entry(4), symptom3: entry(2, '', 'Balance') });
    expect(saved.symptoms).toEqual(['Tremor', 'Balance']);
    const change = { formNumber: 1, symptom2: entry(1, 'On stairs', 'Stiffness') };
    test.now += 60_000;
    const edited = (await edit(user, change, { version: 1 })).json();
    expect(edited).toEqual({
      ...saved,
      symptoms: ['Tremor', 'Stiffness', 'Balance'],
      symptomData: { ...saved.symptomData, symptom2: entry(1, 'On stairs', 'Stiffness') },
      version: 2,
    });
    expect(await formsOf(user)).toEqual([edited]);
    // The browser repeats the edit after a lost answer.
    expect((await edit(user, change, { version: 1 })).json()).toEqual(edited);
    const another = { formNumber: 1, symptom5: entry(3, '', 'Sleep') };
    expectRefusal(await edit(user, another, { version: 1 }), 409, CHANGED);
    const rated = [
      { slot: 1, name: 'Tremor', severity: 4, notes: '' },
      { slot: 2, name: 'Stiffness', severity: 1, notes: 'On stairs' },
      { slot: 3, name: 'Balance', severity: 2, notes: '' },
    ];
    const { browser, userId } = user;
    const exported = async (format: string) =>
      (await browser.call('exportData', { userId, format })).body;
    expect(JSON.parse(await exported('json')).forms).toMatchObject([
      { ratings: rated, formerVersions: [{ version: 1, ratings: [rated[0], rated[2]] }] },
    ]);
    const rows = (await exported('csv')).trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.replaceAll('"', '').split(',').slice(4, 7))).toEqual([
      ['Tremor', '4', ''],
      ['Stiffness', '1', 'On stairs'],
      ['Balance', '2', ''],
    ]);
  });

  it('adds the name of a rating to the past symptoms if it is in no slot', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    await savedForm(user, { symptom1: entry(4) });
    await edit(user, { formNumber: 1, symptom5: entry(3, '', 'Freezing') });
    const profile = (await browser.call('getUserProfile', { userId })).json();
    expect(profile.pastSymptoms).toEqual(['Freezing']);
  });

  it('refuses a rating without a name for a symptom that is not in the form, and changes nothing', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    await savedForm(user);
    const before = await everythingStored(test.context.db);
    expectRefusal(
      await edit(user, { formNumber: 1, symptom1: entry(1), symptom3: { severity: 1 } }),
      400,
      'That symptom is not in this form. Please reload and try again.',
    );
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('refuses to rate a symptom twice, and changes nothing', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    const before = await everythingStored(test.context.db);
    expectRefusal(
      await edit(user, { formNumber: 1, symptom3: entry(1, '', 'STIFFNESS') }),
      409,
      CHANGED,
    );
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('does not find an unused number', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    for (const formNumber of [2, 2_147_483_647]) {
      const response = await edit(user, { formNumber, symptom1: entry(1) });
      expectRefusal(response, 404, 'This form is no longer here. Please reload the page.');
    }
  });

  it('requires the number of the form', async () => {
    const user = await freshUser(test, ['Tremor']);
    const response = await edit(user, { symptom1: entry(1) });
    expectRefusal(response, 400, 'formData.formNumber is missing');
  });
});
