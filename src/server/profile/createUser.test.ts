import { expect, it } from 'vitest';
import { Browser, freshAccount, PERSON, STORED_PERSON, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('saves the profile and answers with it: three empty slots and no past symptoms', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const response = await browser.call('createUser', { userId, email, ...PERSON });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      userId,
      email,
      name: 'Grace Hopper',
      ...STORED_PERSON,
      display: null,
      symptom1: 'No Symptom entered',
      symptom2: 'No Symptom entered',
      symptom3: 'No Symptom entered',
      symptom4: '',
      symptom5: '',
      pastSymptoms: [],
      revision: 1,
    });
    expect((await browser.call('getUserProfile', { userId })).json()).toEqual(response.json());
    expect((await browser.call('getSession')).json()).toMatchObject({
      isNewUser: true,
      hasProfile: true,
    });
  });

  it('keeps the account’s own address and ignores the address sent', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const response = await browser.call('createUser', {
      userId,
      email: 'somebody-else@example.org',
      ...PERSON,
    });
    expect(response.json().email).toBe(email);
    expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain('somebody-else');
  });

  it('saves a profile once, and refuses a second one', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const first = await browser.call('createUser', { userId, email, ...PERSON });
    expectRefusal(
      await browser.call('createUser', { userId, email, ...PERSON, firstName: 'Ada' }),
      409,
      'This account already has a profile.',
    );
    expect((await browser.call('getUserProfile', { userId })).json()).toEqual(first.json());
  });

  it('saves one of two concurrent profiles', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const answers = await Promise.all(
      ['Ada', 'Grace'].map((firstName) =>
        browser.call('createUser', { userId, email, ...PERSON, firstName }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const saved = answers.find(({ statusCode }) => statusCode === 201)?.json();
    expect((await browser.call('getUserProfile', { userId })).json()).toEqual(saved);
  });

  it('accepts a password and neither keeps, logs, returns nor uses it', async () => {
    const { browser, userId, email, password } = await freshAccount(test);
    const planted = 'planted-password-0815';
    const response = await browser.call('createUser', {
      userId,
      email,
      ...PERSON,
      password: planted,
    });
    expect(response.statusCode).toBe(201);
    expect(response.body).not.toContain(planted);
    expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain(planted);
    expect(JSON.stringify(test.logged)).not.toContain(planted);
    const signIn = async (typed: string) =>
      (await new Browser(test).call('signIn', { email, password: typed })).statusCode;
    expect([await signIn(planted), await signIn(password)]).toEqual([401, 200]);
  });

  it('accepts a birthday up to today in the app’s zone', async () => {
    const create = async (birthday: string) => {
      const { browser, userId, email } = await freshAccount(test);
      return await browser.call('createUser', { userId, email, ...PERSON, birthday });
    };
    const noon = test.now;
    // It is the 18th in New York, but already the 19th in UTC.
    test.now = Date.parse('2026-11-19T03:00:00Z');
    expect((await create('2026-11-18')).statusCode).toBe(201);
    expectRefusal(await create('2026-11-19'), 400, 'birthday must not be in the future');
    test.now = noon;
  });

  it.each(['1899-12-31', '2023-02-29', '2024-13-01', '12/09/1950', '1950-12-9', 'yesterday', ' '])(
    "refuses '%s' as a birthday",
    async (birthday) => {
      const { browser, userId, email } = await freshAccount(test);
      expectRefusal(
        await browser.call('createUser', { userId, email, ...PERSON, birthday }),
        400,
        'birthday must be a date, YYYY-MM-DD, from 1900-01-01 on',
      );
    },
  );

  it('accepts empty fields, which a sign-in provider may not give', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const unknown = {
      firstName: 'Cher',
      lastName: '',
      birthday: '',
      biologicalSex: '',
      yearsWithParkinsons: null,
    };
    const response = await browser.call('createUser', { userId, email, ...unknown });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ ...unknown, name: 'Cher' });
  });

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    // A browser may know zones that the server does not know yet.
    ['Europe/Atlantis', 'America/New_York'],
    [undefined, 'America/New_York'],
  ])('with the browser’s zone %s stores %s', async (timeZone, stored) => {
    const { browser, userId, email } = await freshAccount(test);
    const response = await browser.call('createUser', { userId, email, ...PERSON, timeZone });
    expect(response.json().timeZone).toBe(stored);
  });

  it('trims the names before it checks their length', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const create = (names: object) =>
      browser.call('createUser', { userId, email, ...PERSON, ...names });
    expectRefusal(
      await create({ firstName: '   ' }),
      400,
      'firstName must be text of 1 to 100 characters',
    );
    expectRefusal(
      await create({ lastName: 'x'.repeat(101) }),
      400,
      'lastName must be text of 0 to 100 characters',
    );
    const response = await create({
      firstName: ` ${'é'.repeat(100)} `,
      lastName: '  de la Cruz  ',
    });
    expect(response.json()).toMatchObject({
      firstName: 'é'.repeat(100),
      lastName: 'de la Cruz',
      name: `${'é'.repeat(100)} de la Cruz`,
    });
  });

  it.each([-1, 121, 2.5, '6'])('refuses %j as the years with Parkinson’s', async (years) => {
    const { browser, userId, email } = await freshAccount(test);
    expectRefusal(
      await browser.call('createUser', { userId, email, ...PERSON, yearsWithParkinsons: years }),
      400,
      'yearsWithParkinsons must be a whole number from 0 to 120',
    );
  });

  it.each([0, 120])('accepts %i as the years with Parkinson’s', async (years) => {
    const { browser, userId, email } = await freshAccount(test);
    const response = await browser.call('createUser', {
      userId,
      email,
      ...PERSON,
      yearsWithParkinsons: years,
    });
    expect(response.json().yearsWithParkinsons).toBe(years);
  });

  it('refuses a sex that is not one of the three', async () => {
    const { browser, userId, email } = await freshAccount(test);
    expectRefusal(
      await browser.call('createUser', { userId, email, ...PERSON, biologicalSex: 'Female' }),
      400,
      'biologicalSex must be male, female or intersex',
    );
  });
});
