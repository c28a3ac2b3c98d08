import { expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

const formData = { symptom1: { name: 'Tremor', severity: 3 } };

onEveryDatabase((place) => {
  const test = testApp(place);

  /** Saves a form in an account that was created a day ago. */
  async function saved(times: object) {
    test.now -= DAY_MS;
    const { browser, userId } = await freshUser(test, ['Tremor']);
    test.now += DAY_MS;
    const response = await browser.call('saveSymptomForm', { userId, formData, ...times });
    return { response, form: response.json(), browser, userId };
  }

  it('a form without times is for the time when it arrives', async () => {
    const { form } = await saved({});
    expect(form).toMatchObject({
      date: '2026-11-18T17:00:00.000Z',
      enteredAt: '2026-11-18T17:00:00.000Z',
    });
  });

  it.each([
    { enteredAt: '1970-01-01T00:10:00Z' },
    { enteredAt: '1970-01-01T00:10:00Z', loggedAt: '1969-12-31T22:00:00Z' },
    { enteredAt: '2026-11-17T16:59:59Z' },
  ])('a form from a clock that had stopped is not older than the account: %o', async (times) => {
    const { form } = await saved(times);
    expect(form).toMatchObject({
      date: '2026-11-17T17:00:00.000Z',
      enteredAt: '2026-11-17T17:00:00.000Z',
    });
  });

  it('a form may be for a time before the account existed if the person chose that time', async () => {
    const times = { enteredAt: '2026-11-18T14:00:00Z', loggedAt: '2026-10-01T12:00:00Z' };
    expect((await saved(times)).form).toMatchObject({
      date: '2026-10-01T12:00:00.000Z',
      enteredAt: '2026-11-18T14:00:00.000Z',
    });
  });

  it('a form for an earlier time has both times, and is found by the time that it is for', async () => {
    const { browser, userId, form } = await saved({ loggedAt: '2026-11-16T08:10:00-05:00' });
    expect(form).toMatchObject({
      date: '2026-11-16T13:10:00.000Z',
      enteredAt: '2026-11-18T17:00:00.000Z',
    });
    const day = { userId, from: '2026-11-16T00:00:00Z', to: '2026-11-17T00:00:00Z' };
    expect((await browser.call('getUserForms', day)).json()).toEqual([form]);
  });

  it('a form that waited for the network is for the time when it was entered', async () => {
    const { form } = await saved({ enteredAt: '2026-11-18T14:00:00Z' });
    expect(form).toMatchObject({
      date: '2026-11-18T14:00:00.000Z',
      enteredAt: '2026-11-18T14:00:00.000Z',
    });
  });

  it('refuses a form for a time in the future', async () => {
    const { response } = await saved({ loggedAt: '2026-11-18T17:06:00Z' });
    expectRefusal(response, 400, 'Choose a time in the past.');
  });

  it.each([
    { enteredAt: '2026-11-18T17:04:00Z' },
    { enteredAt: '2027-01-01T00:00:00Z' },
    { loggedAt: '2026-11-18T17:04:00Z' },
  ])('replaces the time of a clock that is ahead by the current time: %o', async (times) => {
    const { form } = await saved(times);
    expect(form).toMatchObject({
      date: '2026-11-18T17:00:00.000Z',
      enteredAt: '2026-11-18T17:00:00.000Z',
    });
  });

  it('a form is never for a time after it was entered', async () => {
    const times = { enteredAt: '2026-11-18T14:00:00Z', loggedAt: '2026-11-18T15:00:00Z' };
    expect((await saved(times)).form.date).toBe('2026-11-18T14:00:00.000Z');
  });

  it('a form keeps its times when it is edited', async () => {
    const { browser, userId, form } = await saved({ loggedAt: '2026-11-16T13:10:00Z' });
    const edit = { userId, action: 'form', formData: { ...formData, formNumber: 1 } };
    const edited = (await browser.call('updateSymptoms', edit)).json();
    expect([edited.date, edited.enteredAt]).toEqual([form.date, form.enteredAt]);
  });
});
