import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { browserElsewhere } from '../testing/places.ts';

/** The factors of wider networks as in a real server, of lower limits. `npm run proof -- doors` has the real ones. */
onEveryDatabase((place) => {
  const { widerNetworks } = LIMITS;
  const attempts = { max: 3, windowMs: 60_000 };
  const mailRequests = { max: 3, windowMs: 60_000 };
  const test = testApp(place, {}, { widerNetworks, attempts, mailRequests });

  /** Signs in from an IP address with a wrong password and returns the status. */
  async function fail(address: string, email = 'nobody@example.org'): Promise<number> {
    const browser = browserElsewhere(test);
    browser.address = address;
    return (await browser.call('signIn', { email, password: 'wrong' })).statusCode;
  }

  let tried = 0;

  /** Fails once from each address, to ever new accounts. Returns how many of the passwords were checked. */
  async function failFrom(addresses: readonly string[]): Promise<number> {
    let checked = 0;
    for (const [index, address] of addresses.entries()) {
      if ((await fail(address, `x${tried + index}@example.org`)) === 401) checked += 1;
    }
    tried += addresses.length;
    return checked;
  }

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('512 wrong passwords from one /56 keep out neither others nor a known browser', async () => {
    const own = await secondBrowser(test, await freshUser(test));
    own.browser.address = '2001:db8:1:200::1';
    const people: TestUser[] = [];
    for (const index of numbers(20)) {
      const user = await freshUser(test);
      user.browser.cookies.clear();
      user.browser.address = `2001:db8:${(index + 16).toString(16)}::1`;
      people.push(user);
    }
    const signIn = async ({ browser, email, password }: TestUser) =>
      (await browser.call('signIn', { email, password })).statusCode;
    const left = numbers(512);
    const statuses: number[] = [];
    const flood = numbers(40).map(async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) {
        const line = (index % 256).toString(16).padStart(2, '0');
        statuses.push(await fail(`2001:db8:1:2${line}::1`, `f${index}@example.org`));
      }
    });
    const right = [...people.map(signIn), ...numbers(10).map(() => signIn(own))];
    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    await Promise.all(flood);
    // Passwords that the server was too busy to check count for the network, so they are no free tries.
    expect(statuses.filter((status) => status !== 429)).toHaveLength(12);
    expect(await fail('2001:db8:1:2ff::1', 'later@example.org')).toBe(429);
    expect(await fail('2001:db8:1:300::1', 'later@example.org')).toBe(401);
  });

  it('allows four times as many failures to a /24 and sixteen times to a /16', async () => {
    expect(await failFrom(numbers(15).map((host) => `10.20.1.${host}`))).toBe(12);
    expect(await failFrom(numbers(45).map((host) => `10.20.${2 + host}.${host}`))).toBe(36);
    expect(await fail('10.20.200.1', 'later@example.org')).toBe(429);
    expect(await fail('10.21.1.1', 'later@example.org')).toBe(401);
  });

  it('allows as much to a /56 and a /48', async () => {
    const at = (home: number, line: number) =>
      `2001:db8:2:${(256 * home + line).toString(16)}::${line}`;
    expect(await failFrom(numbers(15).map((line) => at(1, line)))).toBe(12);
    expect(await failFrom(numbers(45).map((line) => at(2 + line, line)))).toBe(36);
    expect(await fail(at(200, 1), 'later@example.org')).toBe(429);
    expect(await fail('2001:db8:3::1', 'later@example.org')).toBe(401);
  });

  it('counts letters, OAuth flows and new accounts of wider networks too', async () => {
    const ask = async (host: number) => {
      const browser = browserElsewhere(test);
      browser.address = `10.22.1.${host}`;
      const input = { email: `letter${host}@example.org` };
      return (await browser.call('sendSignInLink', input)).statusCode;
    };
    const statuses = [];
    for (const host of numbers(14)) statuses.push(await ask(host));
    expect(statuses.filter((status) => status === 202)).toHaveLength(12);
  });
});
