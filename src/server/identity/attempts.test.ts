import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { Browser, freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { limitAttempts } from './attempts.ts';
import { limitedKey } from './counted.ts';

const TOO_MANY = 'Too many attempts. Please try again later.';
const MAX = 10;
const MINUTE_MS = 60_000;

let addresses = 0;

/** An IP address without any attempts. */
function freshAddress(): string {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
}

onEveryDatabase((place) => {
  const test = testApp(place);
  const other = testApp(place);

  async function tryOnce(
    email: string,
    password: string,
    { address = freshAddress(), through = test as TestApp, headers = {} } = {},
  ) {
    const browser = new Browser(through);
    browser.address = address;
    return await browser.send({
      method: 'POST',
      url: '/api/auth/signIn',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ email, password }),
    });
  }

  async function status(...args: Parameters<typeof tryOnce>): Promise<number> {
    return (await tryOnce(...args)).statusCode;
  }

  /** Fails to sign in as often as the limit allows, each time from another IP address. */
  async function exhaust({ email }: TestUser, times = MAX) {
    for (let time = 1; time <= times; time += 1) {
      expect(await status(email, 'wrong'), `try ${time}`).toBe(401);
    }
  }

  describe('for an account', () => {
    it('allows ten failed attempts from any IP addresses, then rejects even the right password', async () => {
      const user = await freshUser(test);
      await exhaust(user);
      expectRefusal(await tryOnce(user.email, user.password), 429, TOO_MANY);
      expectRefusal(await tryOnce(user.email, 'wrong'), 429, TOO_MANY);
    });

    it('counts all attempts on an account together, however its address is written', async () => {
      const user = await freshUser(test);
      await exhaust(user, MAX - 1);
      expect(await status(` ${user.email.toUpperCase()} `, 'wrong')).toBe(401);
      expect(await status(user.email, user.password)).toBe(429);
    });

    it('does not limit other accounts', async () => {
      const [one, another] = [await freshUser(test), await freshUser(test)];
      await exhaust(one);
      expect(await status(another.email, another.password)).toBe(200);
    });

    it('treats an address without an account the same', async () => {
      const nobody = { email: 'nobody@example.org' } as TestUser;
      await exhaust(nobody);
      expectRefusal(await tryOnce(nobody.email, 'wrong'), 429, TOO_MANY);
    });

    it('ends no session', async () => {
      const user = await freshUser(test);
      await exhaust(user);
      expect((await user.browser.call('getSession')).statusCode).toBe(200);
    });

    it('allows exactly ten of many parallel attempts', async () => {
      const { email } = await freshUser(test);
      const tries = Array.from({ length: 25 }, () => status(email, 'wrong'));
      const statuses = await Promise.all(tries);
      expect(statuses.filter((one) => one === 401)).toHaveLength(MAX);
      expect(statuses.filter((one) => one === 429)).toHaveLength(25 - MAX);
    });

    it('allows exactly ten through two servers on one database', async () => {
      const { email } = await freshUser(test);
      const statuses = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          status(email, 'wrong', { through: index % 2 ? test : other }),
        ),
      );
      expect(statuses.filter((one) => one === 401)).toHaveLength(MAX);
    });
  });

  describe('for an IP address', () => {
    it('allows ten failed attempts on any accounts, then none', async () => {
      const user = await freshUser(test);
      const address = freshAddress();
      for (let time = 1; time <= MAX; time += 1) {
        expect(await status(`guess${time}@example.org`, 'wrong', { address })).toBe(401);
      }
      expectRefusal(await tryOnce(user.email, user.password, { address }), 429, TOO_MANY);
      expect(await status(user.email, user.password)).toBe(200);
    });

    it('allows exactly ten of many parallel attempts', async () => {
      const address = freshAddress();
      const statuses = await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          status(`at-once${index}@example.org`, 'wrong', { address }),
        ),
      );
      expect(statuses.filter((one) => one === 401)).toHaveLength(MAX);
    });

    it('does not let a blocked IP address lock an account', async () => {
      const user = await freshUser(test);
      const address = freshAddress();
      for (let time = 1; time <= MAX; time += 1) {
        await status(`locked${time}@example.org`, 'wrong', { address });
      }
      for (let time = 1; time <= MAX; time += 1) {
        expect(await status(user.email, 'wrong', { address })).toBe(429);
      }
      expect(await status(user.email, user.password)).toBe(200);
    });

    it('does not count attempts that a locked account refused', async () => {
      const [locked, other] = [await freshUser(test), await freshUser(test)];
      await exhaust(locked);
      const address = freshAddress();
      for (let time = 0; time <= MAX; time += 1) {
        expect(await status(locked.email, 'wrong', { address })).toBe(429);
      }
      expect(await status(other.email, other.password, { address })).toBe(200);
    });

    it('ignores headers that claim another IP address', async () => {
      const address = freshAddress();
      const statuses = [];
      for (let time = 0; time <= MAX; time += 1) {
        const claimed = freshAddress();
        const headers = {
          'x-forwarded-for': claimed,
          'x-real-ip': claimed,
          forwarded: `for=${claimed}`,
        };
        statuses.push(await status(`claim${time}@example.org`, 'wrong', { address, headers }));
      }
      expect(statuses).toEqual([...Array(MAX).fill(401), 429]);
    });

    it('counts sign-ups that reveal an account, not those that create one', async () => {
      const { email } = await freshUser(test);
      const browser = new Browser(test);
      browser.address = freshAddress();
      const signUp = (address: string) =>
        browser.call('signUp', { email: address, password: 'correct horse 0' });
      for (let time = 1; time <= MAX; time += 1) {
        expect((await signUp(`made${time}@example.org`)).statusCode).toBe(201);
        expect((await signUp(email)).statusCode).toBe(409);
      }
      expectRefusal(await signUp(email), 429, TOO_MANY);
      expectRefusal(await signUp('made-later@example.org'), 429, TOO_MANY);
    });
  });

  describe('in a minute', () => {
    it('accepts the right password again as soon as the minute has passed', async () => {
      const user = await freshUser(test);
      await exhaust(user);
      test.now += MINUTE_MS - 1;
      expect(await status(user.email, user.password)).toBe(429);
      test.now += 1;
      expect(await status(user.email, user.password)).toBe(200);
    });

    it('is not extended by refused attempts', async () => {
      const user = await freshUser(test);
      await exhaust(user);
      for (let time = 1; time < 6; time += 1) {
        test.now += MINUTE_MS / 6;
        expect(await status(user.email, 'wrong')).toBe(429);
      }
      test.now += MINUTE_MS / 6;
      expect(await status(user.email, user.password)).toBe(200);
    });

    it('no longer counts failures of more than a minute ago', async () => {
      const user = await freshUser(test);
      const statuses = [];
      for (let time = 0; time <= MAX; time += 1) {
        test.now += MINUTE_MS - 1000;
        statuses.push(await status(user.email, 'wrong'));
      }
      expect(statuses).toEqual(Array(MAX + 1).fill(401));
      expect(await status(user.email, user.password)).toBe(200);
    });
  });

  describe('success', () => {
    it('does not count', async () => {
      const { email, password } = await freshUser(test);
      const address = freshAddress();
      for (let time = 1; time <= 2 * MAX; time += 1) {
        expect(await status(email, password, { address }), `time ${time}`).toBe(200);
      }
    });

    it('does not clear earlier failures', async () => {
      const user = await freshUser(test);
      await exhaust(user, MAX - 1);
      expect(await status(user.email, user.password)).toBe(200);
      expect(await status(user.email, 'wrong')).toBe(401);
      expect(await status(user.email, user.password)).toBe(429);
    });

    it('does not make earlier failures count for longer', async () => {
      const user = await freshUser(test);
      await exhaust(user, MAX - 1);
      test.now += MINUTE_MS - 1000;
      expect(await status(user.email, user.password)).toBe(200);
      test.now += MINUTE_MS - 1000;
      expect(await status(user.email, 'wrong')).toBe(401);
      expect(await status(user.email, user.password)).toBe(200);
    });

    it('is not limited, even many times at once from one IP address', async () => {
      const { email, password } = await freshUser(test);
      const address = freshAddress();
      const statuses = await Promise.all(
        Array.from({ length: MAX }, () => status(email, password, { address })),
      );
      expect(statuses).toEqual(Array(MAX).fill(200));
    });
  });

  it('writes nothing for attempts that are refused', async () => {
    const user = await freshUser(test);
    const address = freshAddress();
    await exhaust(user);
    for (let time = 1; time <= MAX; time += 1) {
      await status(`refused${time}@example.org`, 'wrong', { address });
    }
    const attempts = () => test.context.db.selectFrom('attempts').selectAll().execute();
    const before = await attempts();
    test.now += 1;
    expect(await status(user.email, user.password)).toBe(429);
    expect(await status('nobody@example.org', 'wrong', { address })).toBe(429);
    expect(await attempts()).toEqual(before);
  });

  it('does not count a request that is refused before the attempt', async () => {
    const { email, password } = await freshUser(test);
    const address = freshAddress();
    for (let time = 0; time <= MAX; time += 1) {
      expect(await status('no address', 'wrong', { address })).toBe(400);
      expect(await status(email, 'x'.repeat(201), { address })).toBe(400);
    }
    expect(await status(email, password, { address })).toBe(200);
  });

  it('does not count an attempt that failed because the database was unavailable', async () => {
    const away = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    const limited = ['an address', 'an account'].map((of) => ({ of, limit: LIMITS.attempts }));
    for (let time = 0; time <= MAX; time += 1) {
      const tried = limitAttempts(test.context, limited, () => Promise.reject(away));
      await expect(tried).rejects.toBe(away);
    }
  });

  it('stores nothing that would allow testing guesses of an email or IP address', async () => {
    const email = 'someone-unknown@example.org';
    const address = freshAddress();
    expect(await status(email, 'wrong', { address })).toBe(401);
    const rows = await test.context.db.selectFrom('attempts').select('limit_key').execute();
    const keys = rows.map(({ limit_key }) => limit_key);
    expect(keys).toContain(limitedKey(test.context, 'tries', email).key);
    for (const text of [`account ${email}`, `address ${address}`]) {
      expect(keys).not.toContain(hash('sha256', text));
    }
  });
});
