import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../identity/attempts.ts';
import { freshAccount, freshUser, type TestApp, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';

const PROXY = '192.0.2.10';
const MAX = 10;

let places = 0;

/** An address that nobody has tried from yet. */
function freshPlace(): string {
  places += 1;
  return `10.4.${places >> 8}.${places & 255}`;
}

/** Makes a failing try at an account of its own, and gives the status. */
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

    it('no header helps past the limit', async () => {
      const from = freshPlace();
      const ask = () => tryOnce(test, from, forwarded(freshPlace()));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('no header locks out whom it names', async () => {
      const victim = freshPlace();
      for (let time = 0; time <= MAX; time += 1) {
        await tryOnce(test, freshPlace(), forwarded(victim));
      }
      expect(await tryOnce(test, victim)).toBe(401);
    });
  });

  describe('with TRUST_PROXY', () => {
    const test = testApp(place, { TRUST_PROXY: `${PROXY}, 198.51.100.0/24, 2001:db8:ffff::/48` });

    it('tries through the proxy count for the address it names', async () => {
      const [one, another] = [freshPlace(), freshPlace()];
      const ask = () => tryOnce(test, PROXY, forwarded(one));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
      expect(await tryOnce(test, PROXY, forwarded(another))).toBe(401);
      // It is the same place, with the proxy and without.
      expect(await tryOnce(test, one)).toBe(429);
    });

    it('what the browser itself claims before it helps nobody past the limit', async () => {
      const from = freshPlace();
      const ask = () => tryOnce(test, PROXY, forwarded(freshPlace(), from));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('nor does it lock out whom it names', async () => {
      const victim = freshPlace();
      for (let time = 0; time <= MAX; time += 1) {
        await tryOnce(test, PROXY, forwarded(victim, freshPlace()));
      }
      expect(await tryOnce(test, PROXY, forwarded(victim))).toBe(401);
    });

    it('nor do addresses of proxies among the claims, which stand behind an untrusted one', async () => {
      const from = freshPlace();
      const ask = () => tryOnce(test, PROXY, forwarded(freshPlace(), PROXY, from, '198.51.100.7'));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('several trusted hops are passed, to the first that is not', async () => {
      const from = freshPlace();
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

    it('somebody beside the proxy is believed nothing', async () => {
      const from = freshPlace();
      const ask = () => tryOnce(test, from, forwarded(freshPlace()));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
    });

    it('no other header is believed, not even the proxy’s', async () => {
      const from = freshPlace();
      const ask = () => {
        const claimed = freshPlace();
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

    it('the port that some proxies add is no other place', async () => {
      const [from, six] = [freshPlace(), '[2001:db8:7::1]'];
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

    it('a household counts as one, whichever of its IPv6 addresses it uses', async () => {
      let host = 0;
      const ask = () => tryOnce(test, PROXY, forwarded(`2001:db8:1:2:${(host++).toString(16)}::1`));
      expect(await statuses(MAX + 1, ask)).toEqual(refusedAfterTen);
      expect(await tryOnce(test, PROXY, forwarded('2001:db8:1:3::1'))).toBe(401);
    });

    it('a signed-in person is not locked out by what others do through the same proxy', async () => {
      const { browser } = await freshUser(test);
      browser.address = PROXY;
      await statuses(MAX + 1, () => tryOnce(test, PROXY, forwarded(freshPlace())));
      expect((await browser.call('getSession')).statusCode).toBe(200);
    });
  });
});

describe('the place of an address', () => {
  const placeOf = (ip: string) => addressOf({ ip } as FastifyRequest);

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
  ])('%s is the same as %s', (one, another) => {
    expect(placeOf(another)).toBe(placeOf(one));
  });

  it.each([
    ['203.0.113.7', '203.0.113.8'],
    ['203.0.113.7', '::ffff:203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::1', '2001:db8:1:20::1'],
    ['2001:db8:1::1', '2001:db8::1:0:0:0:1'],
    ['::1', '1::'],
  ])('%s is another than %s', (one, another) => {
    expect(placeOf(another)).not.toBe(placeOf(one));
  });

  it('is the first half of an IPv6 address, however it is written', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, groups, (one, another) => {
        const whole = one.map((group) => group.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${whole}]`).hostname.slice(1, -1);
        expect(placeOf(short)).toBe(placeOf(whole));
        const neighbour = [...one.slice(0, 4), ...another.slice(4)];
        const written = neighbour.map((group) => group.toString(16)).join(':');
        expect(placeOf(written)).toBe(placeOf(whole));
        const isSame = one.slice(0, 4).join() === another.slice(0, 4).join();
        const elsewhere = another.map((group) => group.toString(16)).join(':');
        expect(placeOf(elsewhere) === placeOf(whole)).toBe(isSame);
      }),
    );
  });
});
