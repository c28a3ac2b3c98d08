import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { type NtfyServer, startNtfyServer } from '../../testing/ntfy-server.ts';
import { makeNtfy } from './ntfy.ts';
import type { Address, post } from './post.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const TOPIC = 'a-secret-topic';
const MESSAGE = { text: 'Time for your 8:00\u202fAM entry', click: 'https://tracker.example.org/' };
const PUBLIC = [
  { address: '198.41.0.4', family: 4 },
  { address: '2606:4700::1111', family: 6 },
];
const ACCEPTED = { status: 200, retryAfter: null };

let server: NtfyServer;
beforeAll(async () => {
  server = await startNtfyServer();
});
afterEach(() => expect(server.violations).toEqual([]));
afterAll(() => server.stop());

const send = (
  url: string,
  given: Partial<Parameters<typeof makeNtfy>[0]> = {},
  options: Parameters<ReturnType<typeof makeNtfy>['send']>[2] = {},
) =>
  makeNtfy({ config: { notifyHosts: [] }, clock: () => NOW, ...given }).send(
    { url, topic: TOPIC },
    MESSAGE,
    options,
  );
const sendHere = (given: Partial<Parameters<typeof makeNtfy>[0]> = {}, options = {}) =>
  send(server.url, { config: { notifyHosts: [server.host] }, ...given }, options);

describe('a message', () => {
  it('is published as ntfy documents it, with every character', async () => {
    expect(await sendHere()).toEqual({ outcome: 'accepted' });
    expect(server.received.splice(0)).toEqual([
      { topic: TOPIC, message: MESSAGE.text, click: MESSAGE.click, host: server.host },
    ]);
  });

  it.each([
    [410, 'ended'],
    [429, 'later'],
    [500, 'later'],
    [507, 'later'],
    [301, 'refused'],
    [308, 'refused'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
  ])('that is answered with %i is %s', async (status, outcome) => {
    server.answers.push({ status });
    expect(await sendHere()).toMatchObject({
      outcome,
      fault: `A server answered with ${status}`,
    });
  });

  it('is sent again when the server says', async () => {
    server.answers.push({ status: 429, headers: { 'retry-after': '600' } });
    expect(await sendHere()).toMatchObject({ outcome: 'later', waitMs: 600_000 });
  });

  it('follows no redirect', async () => {
    const other = await startNtfyServer();
    try {
      server.answers.push({ status: 307, headers: { location: `${other.url}/` } });
      expect(await sendHere()).toMatchObject({ outcome: 'refused' });
      expect(other.requests).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('may be sent again if the server does not answer, or was not waited for', async () => {
    server.answers.push({ status: 'hang' }, { status: 'hang' });
    expect(await sendHere({ requestLimitMs: 50 })).toMatchObject({
      outcome: 'later',
      fault: 'A server did not answer in time',
    });
    const cutOff = new AbortController();
    const sent = sendHere({}, { cutOff: cutOff.signal });
    cutOff.abort();
    expect(await sent).toMatchObject({ outcome: 'later', fault: 'A server was not waited for' });
    server.answers.length = 0;
  });

  it('may be sent again if nobody listens, or DNS does not answer', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const config = { notifyHosts: [host, 'ntfy.home.arpa'] };
    expect(await send(`http://${host}`, { config })).toMatchObject({
      outcome: 'later',
      fault: 'A server could not be reached (ECONNREFUSED)',
    });
    const lookUp = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await send('http://ntfy.home.arpa', { config, lookUp })).toMatchObject({
      outcome: 'later',
      fault: 'A server could not be reached (ENOTFOUND)',
    });
    const slow = () => new Promise<never>(() => {});
    expect(
      await send('http://ntfy.home.arpa', { config, lookUp: slow, requestLimitMs: 20 }),
    ).toMatchObject({ outcome: 'later', fault: 'A server did not answer in time' });
  });
});

describe('an address that a person entered', () => {
  const neverPosts: typeof post = () => Promise.reject(new Error('It was called'));

  it.each([
    'http://ntfy.example.org',
    'https://localhost',
    'https://127.0.0.1:8080',
    'https://192.168.1.20',
    'https://[::1]',
    'https://[fd00::1]',
    'https://169.254.169.254',
    'https://ntfy.lan',
    'https://2130706433',
  ])('%s is not called, and DNS is not asked', async (url) => {
    const lookUp = () => Promise.reject(new Error('DNS was asked'));
    const result = await send(url, { lookUp, postTo: neverPosts });
    expect(result.outcome).toBe('forbidden');
  });

  it.each<[string, Address[]]>([
    ['a home', [{ address: '192.168.1.20', family: 4 }]],
    ['this machine', [{ address: '::1', family: 6 }]],
    ['a cloud’s own data', [{ address: '169.254.169.254', family: 4 }]],
    ['a private address beside a public one', [...PUBLIC, { address: '10.0.0.1', family: 4 }]],
    ['an IPv4 address in IPv6', [{ address: '::ffff:10.0.0.1', family: 6 }]],
  ])('whose name leads to %s is not called', async (_what, addresses) => {
    const lookUp = () => Promise.resolve(addresses);
    const result = await send('https://ntfy.example.org', { lookUp, postTo: neverPosts });
    expect(result.outcome).toBe('forbidden');
  });

  it('is asked of DNS once, and the addresses that were checked are called', async () => {
    const asked: string[] = [];
    const called: (readonly Address[])[] = [];
    const result = await send('https://ntfy.sh', {
      lookUp: (host) => {
        asked.push(host);
        return Promise.resolve(PUBLIC);
      },
      postTo: (_url, addresses) => {
        called.push(addresses);
        return Promise.resolve(ACCEPTED);
      },
    });
    expect(result).toEqual({ outcome: 'accepted' });
    expect([asked, called]).toEqual([['ntfy.sh'], [PUBLIC]]);
  });

  it('is called at the given address, under its name, whatever DNS says', async () => {
    // No DNS server knows the name.
    const host = `ntfy.invalid:${new URL(server.url).port}`;
    const config = { notifyHosts: [host] };
    const lookUp = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    expect(await send(`http://${host}`, { config, lookUp })).toEqual({ outcome: 'accepted' });
    expect(server.received.splice(0)).toMatchObject([{ host }]);
  });

  it('may be private and without https if the operator has named its host and port', async () => {
    const config = { notifyHosts: ['ntfy.lan', '192.168.1.20:8080', 'ntfy.home.arpa:443'] };
    const { mayReach } = makeNtfy({ config, clock: () => NOW });
    const named = ['http://ntfy.lan', 'https://ntfy.lan', 'http://192.168.1.20:8080'];
    for (const url of [...named, 'https://ntfy.home.arpa']) expect(mayReach(url)).toBe(true);
    const others = ['http://ntfy.lan:81', 'http://192.168.1.20', 'http://ntfy.home.arpa'];
    for (const url of others) expect(mayReach(url)).toBe(false);
  });
});
