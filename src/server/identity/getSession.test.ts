import { expect, it } from 'vitest';
import { unknownPerson } from '../../contract/facts.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { Browser, freshAccount, freshUser, STORED_PERSON, testApp, wait } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { TIME_ZONE } from '../testing/time-zone.ts';

onEveryDatabase((place) => {
  const test = testApp(place);
  const withoutMail = testApp(place, { SMTP_URL: '' });

  it('answers with the session user, including the profile and the pending welcome', async () => {
    const { browser, userId, email } = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    const response = await browser.call('getSession');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      id: userId,
      email,
      name: 'Grace Hopper',
      imageUrl: '',
      isNewUser: true,
      hasProfile: true,
      helps: [],
      asksAddress: true,
      accepted: [],
      waitsFor: [],
      ...STORED_PERSON,
      display: null,
      symptom1: 'Tremor',
      symptom2: 'Stiffness',
      symptom3: 'Balance',
      symptom4: '',
      symptom5: '',
      pastSymptoms: [],
      revision: 2,
    });
  });

  it('asks for a proof of the address in the first seven days, and never where no email goes out', async () => {
    const { browser } = await freshUser(test);
    const isAsked = async () => (await browser.call('getSession')).json().asksAddress;
    wait(test, 7 * DAY_MS - 1000);
    expect(await isAsked()).toBe(true);
    wait(test, 1000);
    expect(await isAsked()).toBe(false);
    const other = await freshUser(withoutMail);
    expect((await other.browser.call('getSession')).json().asksAddress).toBe(false);
  });

  it('answers with empty fields before the profile is saved', async () => {
    const { browser, userId, email } = await freshAccount(test);
    expect((await browser.call('getSession')).json()).toEqual({
      id: userId,
      email,
      name: '',
      imageUrl: '',
      isNewUser: true,
      hasProfile: false,
      helps: [],
      asksAddress: true,
      accepted: [],
      waitsFor: [],
      ...unknownPerson(TIME_ZONE),
      yearsWithParkinsons: null,
      display: null,
      symptom1: 'No Symptom entered',
      symptom2: 'No Symptom entered',
      symptom3: 'No Symptom entered',
      symptom4: '',
      symptom5: '',
      pastSymptoms: [],
      revision: 0,
    });
  });

  it('answers 401 if nobody is signed in', async () => {
    expectRefusal(await new Browser(test).call('getSession'), 401, 'Please sign in.');
  });

  it.each([
    ['made up', `session=${'A'.repeat(43)}`],
    ['empty', 'session='],
    ['not even decodable', 'session=%E0%A4%A'],
  ])('answers 401 to a cookie that is %s', async (_what, cookie) => {
    const browser = new Browser(test);
    browser.cookie = cookie;
    expectRefusal(await browser.call('getSession'), 401, 'Please sign in.');
  });

  it('does not accept the stored hash as a token', async () => {
    const { userId } = await freshUser(test);
    const { token_hash } = await test.context.db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .select('token_hash')
      .executeTakeFirstOrThrow();
    const thief = new Browser(test);
    thief.cookie = `session=${token_hash}`;
    expectRefusal(await thief.call('getSession'), 401, 'Please sign in.');
  });
});
