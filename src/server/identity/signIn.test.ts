import { expect, it } from 'vitest';
import { Browser, freshAccount, freshUser, STORED_PERSON, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('answers with the session user, who is no longer new', async () => {
    const { userId, email, password } = await freshUser(test, ['Tremor']);
    const browser = new Browser(test);
    const response = await browser.call('signIn', { email, password });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: userId,
      email,
      name: 'Grace Hopper',
      imageUrl: '',
      isNewUser: false,
      hasProfile: true,
      helps: [],
      asksAddress: true,
      accepted: [],
      waitsFor: [],
      ...STORED_PERSON,
      display: null,
      symptom1: 'Tremor',
      symptom2: 'No Symptom entered',
      symptom3: 'No Symptom entered',
      symptom4: '',
      symptom5: '',
      pastSymptoms: [],
      revision: 2,
    });
    expect((await browser.call('getSession')).json()).toEqual(response.json());
  });

  it('accepts the address with surrounding spaces and in any case', async () => {
    const { email, password } = await freshUser(test);
    const response = await new Browser(test).call('signIn', {
      email: ` ${email.toUpperCase()}  `,
      password,
    });
    expect(response.statusCode).toBe(200);
  });

  it('refuses a wrong password, and starts no session', async () => {
    const { email } = await freshUser(test);
    const browser = new Browser(test);
    const before = await everythingStored(test.context.db);
    expectRefusal(
      await browser.call('signIn', { email, password: 'not this one' }),
      401,
      'Wrong email or password. Please try again.',
    );
    expect(browser.cookie).toBeUndefined();
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('gives the same response for an unknown address as for a wrong password', async () => {
    const { email } = await freshUser(test);
    const password = 'not this one';
    const wrong = await new Browser(test).call('signIn', { email, password });
    const unknown = await new Browser(test).call('signIn', {
      email: 'nobody@example.org',
      password,
    });
    expect(wholeAnswer(unknown)).toEqual(wholeAnswer(wrong));
  });

  it('keeps the browser’s session when it fails', async () => {
    const { browser, email } = await freshUser(test);
    await browser.call('signIn', { email, password: 'not this one' });
    expect((await browser.call('getSession')).statusCode).toBe(200);
  });

  it('gives an account without a profile an empty one, as a new user, once', async () => {
    const { email, password, userId } = await freshAccount(test);
    const browser = new Browser(test);
    const first = await browser.call('signIn', { email, password });
    expect(first.json()).toMatchObject({
      id: userId,
      isNewUser: true,
      hasProfile: true,
      helps: [],
      accepted: [],
      waitsFor: [],
      name: '',
      birthday: '',
      biologicalSex: '',
      yearsWithParkinsons: null,
      symptom1: 'No Symptom entered',
      symptom2: 'No Symptom entered',
      symptom3: 'No Symptom entered',
      symptom4: '',
      symptom5: '',
    });
    expect((await browser.call('getUserProfile', { userId })).statusCode).toBe(200);

    const second = await new Browser(test).call('signIn', { email, password });
    expect(second.json()).toMatchObject({ isNewUser: false, hasProfile: true });
  });

  it('gives that profile once even when two browsers sign in at once', async () => {
    const { email, password } = await freshAccount(test);
    const answers = await Promise.all(
      [1, 2].map(() => new Browser(test).call('signIn', { email, password })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.json().isNewUser).sort()).toEqual([false, true]);
  });

  it('does not reveal the token, the password or its hash to the page', async () => {
    const { email, password, userId } = await freshUser(test);
    const browser = new Browser(test);
    const { body } = await browser.call('signIn', { email, password });
    const { password_hash } = await test.context.db
      .selectFrom('accounts')
      .where('user_id', '=', userId)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    for (const secret of [browser.cookie?.split('=')[1], password, password_hash]) {
      expect(secret).toBeTruthy();
      expect(body).not.toContain(secret);
    }
  });
});
