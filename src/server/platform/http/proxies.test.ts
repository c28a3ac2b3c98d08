import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../identity/networks.ts';
import { freshAccount, freshUser, type TestApp, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';

const PROXY = '192.0.2.10';
const MAX = 10;

let addresses = 0;

/** Returns a new IP address, from which nobody has tried to sign in. */
function freshAddress(): string {
  addresses += 1;
  return `10.4.${addresses >> 8}.${addresses & 255}`;
}

/** Fails to sign in to a new account and returns the status. */
async function tryOnce(test: TestApp, from: string, headers: Record<string, string> = {}) {
  const { email } = await freshAccount(test);
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/auth/signIn',
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ email, password: 'wrong' }),
  });
  return response.statusCode;
}

async function statuses(count: number, ask: () => Promise<number>): Promise<number[]> {
  const answers = [];
  for (let time = 1; time <= count; time += 1) answers.push(await ask());
  return answers;
}

const forwarded = (...hops: string[]) => ({ 'x-forwarded-for': hops.join(', ') });
const refusedAfterTen = [...Array(MAX).fill(401), 429];

onSqlite((place) => {
  describe('without TRUST_PROXY', () => {
    const test = testApp(place);

    it('no header bypasses the limit', async () => {
      const from = freshAddress();
      const ask = () => tryOnce(test, from, forwarded(freshAddress()));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('no header locks out the address that it names', async () => {
      const victim = freshAddress();
      for (let time = 0; time <= MAX; time += 1) {
        await tryOnce(test, freshAddress(), forwarded(victim));
      }
      expect(await tryOnce(test, victim)).toBe(401);
    });
  });

  describe('with TRUST_PROXY', () => {
    const test = testApp(place, { TRUST_PROXY: `${PROXY}, 198.51.100.0/24, 2001:db8:ffff::/48` });

    it('attempts through the proxy count for the address that the proxy names', async () => {
      const [one, another] = [freshAddress(), freshAddress()];
      const ask = () => tryOnce(test, PROXY, forwarded(one));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
      expect(await tryOnce(test, PROXY, forwarded(another))).toBe(401);
      // Attempts from the same address count together, whether they come through the proxy or not.
      expect(await tryOnce(test, one)).toBe(429);
    });

    it('headers of the browser itself do not bypass the limit', async () => {
      const from = freshAddress();
      const ask = () => tryOnce(test, PROXY, forwarded(freshAddress(), from));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('headers of the browser itself do not lock out the address that they name', async () => {
      const victim = freshAddress();
      for (let time = 0; time <= MAX; time += 1) {
        await tryOnce(test, PROXY, forwarded(victim, freshAddress()));
      }
      expect(await tryOnce(test, PROXY, forwarded(victim))).toBe(401);
    });

    it('trusted proxies that are listed behind an untrusted address do not bypass the limit', async () => {
      const from = freshAddress();
      const ask = () =>
        tryOnce(test, PROXY, forwarded(freshAddress(), PROXY, from, '198.51.100.7'));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('several trusted hops are skipped up to the first untrusted one', async () => {
      const from = freshAddress();
      const paths = [
        forwarded(from),
        forwarded(from, '198.51.100.7'),
        forwarded(from, '198.51.100.7', '198.51.100.9'),
        forwarded(from, '2001:db8:ffff::1', '198.51.100.7'),
      ];
      let time = 0;
      const ask = () => tryOnce(test, PROXY, paths[time++ % paths.length]);
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('ignores forwarding headers from an untrusted peer', async () => {
      const from = freshAddress();
      const ask = () => tryOnce(test, from, forwarded(freshAddress()));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('ignores all other headers, even those of the proxy', async () => {
      const from = freshAddress();
      const ask = () => {
        const claimed = freshAddress();
        const claims = {
          'x-real-ip': claimed,
          forwarded: `for=${claimed}`,
          'client-ip': claimed,
          'cf-connecting-ip': claimed,
          'true-client-ip': claimed,
        };
        return tryOnce(test, PROXY, { ...claims, ...forwarded(from) });
      };
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('ignores the port that some proxies append', async () => {
      const [from, six] = [freshAddress(), '[2001:db8:7::1]'];
      let port = 1024;
      for (const each of [from, six]) {
        const ask = () => tryOnce(test, PROXY, forwarded(`${each}:${port++}`));
        expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
      }
      expect(await tryOnce(test, PROXY, forwarded(from))).toBe(429);
    });

    it('the proxy’s own requests count for the proxy', async () => {
      expect(await statuses(MAX + 1, () => tryOnce(test, PROXY))).toEqual(refusedAfterTen);
    });

    it('counts all IPv6 addresses of a household as one', async () => {
      let host = 0;
      const ask = () => tryOnce(test, PROXY, forwarded(`2001:db8:1:2:${(host++).toString(16)}::1`));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
      expect(await tryOnce(test, PROXY, forwarded('2001:db8:1:3::1'))).toBe(401);
    });

    it('does not lock out a signed-in user because of others behind the same proxy', async () => {
      const { browser } = await freshUser(test);
      browser.address = PROXY;
      await statuses(MAX + 1, () => tryOnce(test, PROXY, forwarded(freshAddress())));
      expect((await browser.call('getSession')).statusCode).toBe(200);
    });
  });
});

describe('the rate-limit key of an IP address', () => {
  const keyOf = (ip: string) => addressOf({ ip } as FastifyRequest);

  it.each([
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['203.0.113.7', '::FFFF:203.0.113.7'],
    ['203.0.113.7', '203.0.113.7:4711'],
    ['203.0.113.7', '[::ffff:203.0.113.7]:4711'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::9]:4711'],
    ['2001:db8::1', '2001:db8:0:0:9::'],
    ['fe80::1', 'fe80::2%eth0'],
    ['::1', '::2'],
  ])('is the same for %s and %s', (one, another) => {
    expect(keyOf(another)).toBe(keyOf(one));
  });

  it.each([
    ['203.0.113.7', '203.0.113.8'],
    ['203.0.113.7', '::ffff:203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::1', '2001:db8:1:20::1'],
    ['2001:db8:1::1', '2001:db8::1:0:0:0:1'],
    ['::1', '1::'],
  ])('differs for %s and %s', (one, another) => {
    expect(keyOf(another)).not.toBe(keyOf(one));
  });

  it('is the first half of an IPv6 address, in any notation', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, (one, another) => {
        const whole = one.map((group) => group.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${whole}]`).hostname.slice(1, -1);
        expect(keyOf(short)).toBe(keyOf(whole));
        const neighbour = [...one.slice(0, 4), ...another.slice(4)];
        const written = neighbour.map((group) => group.toString(16)).join(':');
        expect(keyOf(written)).toBe(keyOf(whole));
        const isSame = one.slice(0, 4).join() === another.slice(0, 4).join();
        const elsewhere = another.map((group) => group.toString(16)).join(':');
        expect(keyOf(elsewhere) === keyOf(whole)).toBe(isSame);
      }),
    );
  });
});
