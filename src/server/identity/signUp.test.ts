import { expect, it } from 'vitest';
import { Browser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

const password = 'correct horse battery';

onEveryDatabase((place) => {
  const test = testApp(place);

  it('creates an account and signs its owner in, as a new user without a profile', async () => {
    const browser = new Browser(test);
    const response = await browser.call('signUp', { email: 'ada@example.org', password });
    expect(response.statusCode).toBe(201);
    const { userId, ...rest } = response.json();
    expect(userId).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({ email: 'ada@example.org' });
    expect((await browser.call('getSession')).json()).toMatchObject({
      id: userId,
      email: 'ada@example.org',
      isNewUser: true,
      hasProfile: false,
    });
  });

  it('trims the address and keeps it in lower case', async () => {
    const response = await new Browser(test).call('signUp', {
      email: '  Mary.Somerville@Example.ORG ',
      password,
    });
    expect(response.json().email).toBe('mary.somerville@example.org');
    const signedIn = await new Browser(test).call('signIn', {
      email: 'MARY.somerville@example.org',
      password,
    });
    expect(signedIn.statusCode).toBe(200);
  });

  it('refuses an address that has an account, in any case, and changes nothing', async () => {
    await new Browser(test).call('signUp', { email: 'rosalind@example.org', password });
    const before = await everythingStored(test.context.db);
    const second = new Browser(test);
    expectRefusal(
      await second.call('signUp', { email: 'Rosalind@example.org', password: 'another one 7' }),
      409,
      'An account with this email already exists. Please sign in instead.',
    );
    expect(second.cookie).toBeUndefined();
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('creates one account for two simultaneous sign-ups with the same address', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => new Browser(test).call('signUp', { email: 'twice@example.org', password })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const accounts = await test.context.db
      .selectFrom('accounts')
      .where('email', '=', 'twice@example.org')
      .selectAll()
      .execute();
    expect(accounts).toHaveLength(1);
  });

  it.each([
    ...['password', 'PASSWORD', '123456', 'qwerty123', 'iloveyou', 'football'],
    ...['SymptomTracker', 'symptom tracker 2026', "Parkinson's1817!", 'Common@example.org'],
  ])('refuses the common password %s', async (common) => {
    expectRefusal(
      await new Browser(test).call('signUp', { email: 'common@example.org', password: common }),
      400,
      'This password is too common. Please choose another one.',
    );
  });

  it('refuses a password of fewer than 6 characters or more than 200', async () => {
    const browser = new Browser(test);
    const email = 'length@example.org';
    expectRefusal(
      await browser.call('signUp', { email, password: 'zQ7-x' }),
      400,
      'Password must be at least 6 characters long',
    );
    expectRefusal(
      await browser.call('signUp', { email, password: 'x'.repeat(201) }),
      400,
      'password must be text of at most 200 characters',
    );
    expect(browser.cookie).toBeUndefined();
  });

  it.each([6, 200])('accepts a password of %i characters, which signs in again', async (length) => {
    const email = `password-of-${length}@example.org`;
    const long = 'zQ7-xé'.repeat(40).slice(0, length);
    expect((await new Browser(test).call('signUp', { email, password: long })).statusCode).toBe(
      201,
    );
    const again = await new Browser(test).call('signIn', { email, password: long });
    expect(again.statusCode).toBe(200);
  });

  it('accepts the password exactly as typed, with spaces and case', async () => {
    const email = 'typed@example.org';
    await new Browser(test).call('signUp', { email, password: ' Spaced Out ' });
    for (const [attempt, status] of [
      [' Spaced Out ', 200],
      ['Spaced Out', 401],
      [' spaced out ', 401],
    ]) {
      const response = await new Browser(test).call('signIn', { email, password: attempt });
      expect(response.statusCode, `with '${attempt}'`).toBe(status);
    }
  });

  it('stores the password only as an Argon2id hash with its own salt', async () => {
    const planted = 'planted-password-4711';
    for (const email of ['hash-a@example.org', 'hash-b@example.org']) {
      await new Browser(test).call('signUp', { email, password: planted });
    }
    expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain(planted);
    const hashes = await test.context.db
      .selectFrom('accounts')
      .where('email', 'like', 'hash-%')
      .select('password_hash')
      .execute();
    expect(new Set(hashes.map((row) => row.password_hash)).size).toBe(2);
    for (const { password_hash } of hashes) {
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[^$]{22}\$[^$]{43}$/);
    }
  });

  it.each(['', 'nobody', 'no body@example.org', '@example.org', 'a@-b', 'a@b@c', 'å@example.org'])(
    "refuses '%s' as an address",
    async (email) => {
      expectRefusal(
        await new Browser(test).call('signUp', { email, password }),
        400,
        'email must be an email address',
      );
    },
  );

  it('refuses an address of more than 254 characters', async () => {
    expectRefusal(
      await new Browser(test).call('signUp', {
        email: `${'a'.repeat(243)}@example.org`,
        password,
      }),
      400,
      'email must be an email address of at most 254 characters',
    );
  });
});
