import { expect, it } from 'vitest';
import { freshAccount, type TestApp, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import { browserElsewhere } from '../testing/places.ts';

const HINT = /^All people seem to come from one address\..* TRUST_PROXY /;
const FORWARDED_HINT = /^A proxy that TRUST_PROXY does not name forwards requests\./;

/** Signs in as many people as given, each from an address. */
async function signIn(test: TestApp, addresses: readonly string[]) {
  for (const address of addresses) {
    const { email, password } = await freshAccount(test);
    const browser = browserElsewhere(test);
    browser.address = address;
    expect((await browser.call('signIn', { email, password })).statusCode).toBe(200);
  }
}

async function hintOf({ app }: TestApp, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: '/healthz', headers });
  expect(answer.statusCode).toBe(200);
  return answer.json().hint;
}

function warnings({ logged }: TestApp, hint = HINT): number {
  return logged.filter(({ level, msg }) => level === 40 && hint.test(String(msg))).length;
}

const times = (count: number, address: string) => Array.from({ length: count }, () => address);

/** The hint after a request with the header of a proxy at an address. */
async function hintAfter(test: TestApp, remoteAddress: string) {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  await test.app.inject({ url: '/signin', headers, remoteAddress });
  return await hintOf(test);
}

onSqlite((place) => {
  const trusting = testApp(place, { TRUST_PROXY: '127.0.0.1' });
  const proxied = testApp(place);
  const direct = testApp(place);

  it('says that TRUST_PROXY is missing if many people share the address of a proxy', async () => {
    await signIn(proxied, times(4, '172.17.0.1'));
    expect(await hintOf(proxied)).toBeUndefined();
    expect(warnings(proxied)).toBe(0);
    await signIn(proxied, times(3, '172.17.0.1'));
    expect(await hintOf(proxied)).toMatch(HINT);
    expect(warnings(proxied)).toBe(1);
    expect(JSON.stringify(proxied.logged)).not.toContain('172.17.0.1');
  });

  it('says at the first request that TRUST_PROXY does not name the proxy, until it does', async () => {
    expect(await hintAfter(trusting, '8.8.4.4')).toBeUndefined();
    for (const _ of [1, 2]) {
      expect(await hintAfter(trusting, '172.17.0.1')).toMatch(FORWARDED_HINT);
    }
    expect(warnings(trusting, FORWARDED_HINT)).toBe(1);
    expect(JSON.stringify(trusting.logged)).not.toContain('172.17.0.1');
    expect(await hintAfter(trusting, '127.0.0.1')).toBeUndefined();
  });

  it('says so only to the operator, and not to visitors through a proxy', async () => {
    expect(await hintOf(proxied, { 'x-forwarded-for': '203.0.113.7' })).toBeUndefined();
  });

  it('says nothing if people come from several addresses, or share a public one', async () => {
    await signIn(direct, [...times(5, '192.168.1.2'), '192.168.1.3'].reverse());
    expect(await hintOf(direct)).toBeUndefined();
    await signIn(direct, times(20, '8.8.4.4'));
    expect(await hintOf(direct)).toBeUndefined();
    expect(warnings(direct)).toBe(0);
  });
});
