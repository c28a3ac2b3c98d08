import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { addProvider, withoutPassword } from '../testing/rows.ts';

const MINUTES_5 = 300_000;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function accountOf({ browser, userId }: TestUser) {
    const response = await browser.call('getAccount', { userId });
    expect(response.statusCode).toBe(200);
    return response.json();
  }

  it('returns the address, and that there is a password', async () => {
    const user = await freshUser(test);
    expect(await accountOf(user)).toEqual({
      email: user.email,
      emailProven: false,
      hasPassword: true,
      waysIn: [{ wayId: 'password', kind: 'password', email: '', since: null, isRemovable: false }],
      proofs: ['password'],
      confirmed: true,
    });
  });

  it('lists the emailed link of a proven address, and each identity at a provider', async () => {
    const user = await withoutPassword(test, await freshUser(test));
    await test.context.db
      .insertInto('identities')
      .values(
        ['github', 'google'].map((provider) => ({
          issuer: `https://${provider}.example.org`,
          subject: user.userId,
          user_id: user.userId,
          provider,
          email: `${provider}@example.org`,
          created_at: test.now,
        })),
      )
      .execute();
    expect(await accountOf(user)).toMatchObject({
      emailProven: true,
      hasPassword: false,
      waysIn: [
        { wayId: 'link', kind: 'link', email: user.email, since: null, isRemovable: false },
        ...['github', 'google'].map((kind) => ({
          wayId: expect.stringMatching(/^[0-9a-f]{64}$/),
          kind,
          email: `${kind}@example.org`,
          since: new Date(test.now).toISOString(),
          isRemovable: true,
        })),
      ],
      proofs: ['code'],
    });
  });

  it('returns no providers of other users', async () => {
    const [user, other] = [await freshUser(test), await freshUser(test)];
    await addProvider(test, other);
    expect(await accountOf(user)).toMatchObject({
      email: user.email,
      waysIn: [{ kind: 'password' }],
    });
  });

  it('says for five minutes after a sign-in with the password that it is the owner', async () => {
    const user = await freshUser(test);
    test.now += MINUTES_5 - 1;
    expect(await accountOf(user)).toMatchObject({ confirmed: true });
    test.now += 1;
    expect(await accountOf(user)).toMatchObject({ confirmed: false });
    const { email, password } = user;
    await user.browser.call('signIn', { email, password });
    expect(await accountOf(user)).toMatchObject({ confirmed: true });
  });

  it('returns neither the hash nor anything else of the account', async () => {
    const user = await freshUser(test);
    const keys = ['confirmed', 'email', 'emailProven', 'hasPassword', 'proofs', 'waysIn'];
    expect(Object.keys(await accountOf(user)).sort()).toEqual(keys);
  });
});
