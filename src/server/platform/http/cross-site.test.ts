import { describe, expect, it } from 'vitest';
import { Browser, type TestApp, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { expectRefusal } from '../../testing/refusals.ts';

const CROSS_SITE = 'Please open Symptom Tracker at its usual address, and try again.';

async function signOut(test: TestApp, headers: Record<string, string>) {
  return await new Browser(test).send({
    method: 'POST',
    url: '/api/auth/signOut',
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{}',
  });
}

onSqlite((place) => {
  describe('at home, without https', () => {
    const test = testApp(place);

    it.each([
      ['no origin, like programs other than browsers', {}],
      ['PUBLIC_URL', { origin: 'http://localhost:3000' }],
      [
        'PUBLIC_URL, although the request names another host',
        { origin: 'http://localhost:3000', host: 'x' },
      ],
      [
        'the host of the request itself',
        { origin: 'http://192.168.1.20:3000', host: '192.168.1.20:3000' },
      ],
    ])('accepts %s', async (_what, headers: Record<string, string>) => {
      expect((await signOut(test, headers)).statusCode).toBe(200);
    });

    it.each([
      ['another host', { origin: 'http://192.168.1.21:3000', host: '192.168.1.20:3000' }],
      ['another port', { origin: 'http://192.168.1.20:3001', host: '192.168.1.20:3000' }],
      ['the host over https', { origin: 'https://192.168.1.20:3000', host: '192.168.1.20:3000' }],
      ['a page without an origin', { origin: 'null', host: '192.168.1.20:3000' }],
    ])('refuses %s', async (_what, headers: Record<string, string>) => {
      expectRefusal(await signOut(test, headers), 403, CROSS_SITE);
    });

    it('lets no other site read a response', async () => {
      const headers = { origin: 'https://elsewhere.example' };
      const read = await new Browser(test).send({ method: 'GET', url: '/api/config', headers });
      const asked = await new Browser(test).send({
        method: 'OPTIONS',
        url: '/api/saveSymptomForm',
        headers: { ...headers, 'access-control-request-method': 'POST' },
      });
      for (const response of [read, asked]) {
        const names = Object.keys(response.headers);
        expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    });
  });

  describe('behind https', () => {
    const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });

    it('accepts PUBLIC_URL', async () => {
      const headers = { origin: 'https://tracker.example.org', host: 'localhost:3000' };
      expect((await signOut(test, headers)).statusCode).toBe(200);
    });

    it.each([
      ['the same host without https', 'http://tracker.example.org', 'tracker.example.org'],
      ['the host of the request, if it is not ours', 'http://localhost:3000', 'localhost:3000'],
      ['another site', 'https://elsewhere.example', 'tracker.example.org'],
    ])('refuses %s', async (_what, origin, host) => {
      expectRefusal(await signOut(test, { origin, host }), 403, CROSS_SITE);
    });
  });
});
