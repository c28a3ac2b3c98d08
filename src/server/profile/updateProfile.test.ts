import { expect, it, onTestFinished } from 'vitest';
import { freshAccount, freshUser, STORED_PERSON, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('changes the facts that are sent, and answers with the profile', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const before = (await browser.call('getUserProfile', { userId })).json();
    const changes = { firstName: 'Ada', diagnosedYear: 2016, timeZone: 'Europe/Berlin' };
    const response = await browser.call('updateProfile', { userId, ...changes });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ...before,
      ...changes,
      name: 'Ada Hopper',
      yearsWithParkinsons: 10,
    });
    expect((await browser.call('getUserProfile', { userId })).json()).toEqual(response.json());
    expect((await browser.call('getSession')).json()).toMatchObject(changes);
  });

  it('completes the facts of an account that has none', async () => {
    const { browser, userId, email, password } = await freshAccount(test);
    await browser.call('signIn', { email, password });
    const { yearsWithParkinsons, ...facts } = STORED_PERSON;
    const all = { ...facts, hourCycle: 'h23', dateOrder: 'dmy' };
    const response = await browser.call('updateProfile', { userId, ...all });
    expect(response.json()).toMatchObject({ ...all, yearsWithParkinsons });
    const unknown = { birthday: '', biologicalSex: '', diagnosedYear: null };
    const again = await browser.call('updateProfile', { userId, ...unknown });
    expect(again.json()).toMatchObject({ ...unknown, yearsWithParkinsons: null });
  });

  it('changes nothing without facts', async () => {
    const { browser, userId } = await freshUser(test);
    const before = (await browser.call('getUserProfile', { userId })).json();
    expect((await browser.call('updateProfile', { userId })).json()).toEqual(before);
  });

  it('keeps the display options with the account, without an entry in its activity', async () => {
    const { browser, userId } = await freshUser(test);
    expect((await browser.call('getSession')).json().display).toBeNull();
    const activity = async () => (await browser.call('getActivity', { userId })).json();
    const before = await activity();
    for (const display of [['highContrast', 'largeText'], []]) {
      await browser.call('updateProfile', { userId, display });
      const shown = (await browser.call('getSession')).json().display;
      expect([...shown].sort()).toEqual(display);
    }
    expect(await activity()).toEqual(before);
  });

  it('counts the years from the year of diagnosis, so that they age', async () => {
    const { now } = test;
    onTestFinished(() => {
      test.now = now;
    });
    // A second before New Year in New York.
    test.now = Date.parse('2027-01-01T04:59:59Z');
    const { browser, userId } = await freshUser(test);
    const years = async () =>
      (await browser.call('getUserProfile', { userId })).json().yearsWithParkinsons;
    expect(await years()).toBe(6);
    test.now += 1000;
    expect(await years()).toBe(7);
  });

  it.each([
    [{ birthday: '2026-11-19' }, 'birthday must not be in the future'],
    [{ diagnosedYear: 2027 }, 'diagnosedYear must not be in the future'],
    [{ diagnosedYear: 1899 }, 'diagnosedYear must be a year from 1900 on'],
    [{ timeZone: 'Europe/Atlantis' }, 'timeZone must be a time zone, such as Europe/Berlin'],
    [{ timeZone: '+02:00' }, 'timeZone must be a time zone, such as Europe/Berlin'],
    [{ hourCycle: 'h24' }, 'hourCycle must be h12 or h23'],
    [{ dateOrder: 'ymd' }, 'dateOrder must be mdy or dmy'],
    [{ firstName: ' ' }, 'firstName must be text of 1 to 100 characters'],
  ])('rejects %o and changes nothing', async (facts, message) => {
    const { browser, userId } = await freshUser(test);
    const before = await everythingStored(test.context.db);
    const change = { userId, lastName: 'Lovelace', ...facts };
    expectRefusal(await browser.call('updateProfile', change), 400, message);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('does not find an account without a profile', async () => {
    const { browser, userId } = await freshAccount(test);
    expectRefusal(
      await browser.call('updateProfile', { userId, firstName: 'Ada' }),
      404,
      'User not found',
    );
  });

  it('keeps the sheet name of the present name, and finds forms by an earlier one', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const formData = { symptom1: { name: 'Tremor', severity: 2 } };
    const saved = (await browser.call('saveSymptomForm', { userId, formData })).json();
    await browser.call('updateProfile', { userId, lastName: 'Murray' });
    const [form] = (await browser.call('getUserForms', { userId })).json();
    expect(form.sheetName).toBe(`${userId}_Grace_Murray`);
    const edit = { formNumber: 1, symptom1: { severity: 4 } };
    const { sheetName } = saved;
    const edited = await browser.call('updateSymptoms', {
      ...{ userId, action: 'form', formData: edit, sheetName },
    });
    expect(edited.json().symptomData.symptom1.severity).toBe(4);
  });
});
