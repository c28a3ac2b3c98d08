import { describe, expect, it } from 'vitest';
import { Browser, type TestApp, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { expectRefusal } from '../../testing/refusals.ts';

const CROSS_SITE = 'Please open Symptom Tracker at its usual address, and try again.';

async function get(test: TestApp, url: string, host: string) {
  return await new Browser(test).send({ method: 'GET', url, headers: { host } });
}

onSqlite((place) => {
  describe('at home, without https', () => {
    const test = testApp(place);

    it.each([
      'localhost:3000',
      '127.0.0.1:3000',
      '[::1]:3000',
      '[fe80::1]',
      'raspberrypi:3000',
      'Tracker.Local:3000',
      'tracker.local.:3000',
      'tracker.lan',
      'tracker.home',
      'tracker.internal',
      'tracker.home.arpa',
      'fritz.box',
    ])('answers under %s', async (host) => {
      expect((await get(test, '/api/config', host)).statusCode).toBe(200);
      expect((await get(test, '/signin', host)).statusCode).toBe(200);
    });

    it.each([
      'evil.example:3000',
      'local.evil.example',
      'xlan.example',
      '127.0.0.1.evil.example',
      'a.box.example',
    ])('refuses calls under %s', async (host) => {
      expectRefusal(await get(test, '/api/config', host), 403, CROSS_SITE);
      const signUp = await new Browser(test).send({
        method: 'POST',
        url: '/api/auth/signUp',
        headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
        payload: '{"email":"a@example.org","password":"one of my own"}',
      });
      expectRefusal(signUp, 403, CROSS_SITE);
    });

    it('says on a page what to set', async () => {
      const page = await get(test, '/signin', 'tracker.example.org:3000');
      expect(page.statusCode).toBe(403);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('set PUBLIC_URL=http://tracker.example.org:3000 and start');
    });

    it('prints nothing of a host that is no name', async () => {
      const page = await get(test, '/signin', 'a.b"><script>alert(1)</script>');
      expect(page.body).not.toContain('script');
    });

    it('answers /healthz under every name', async () => {
      expect((await get(test, '/healthz', 'tracker.example.org')).statusCode).toBe(200);
    });
  });

  describe('with a PUBLIC_URL of http', () => {
    const test = testApp(place, { PUBLIC_URL: 'http://tracker.example.org:8080' });

    it('answers under its name, and under those at home', async () => {
      expect((await get(test, '/api/config', 'tracker.example.org:8080')).statusCode).toBe(200);
      expect((await get(test, '/api/config', '192.168.1.20:8080')).statusCode).toBe(200);
      expect((await get(test, '/api/config', 'other.example.org')).statusCode).toBe(403);
    });
  });

  describe('behind https', () => {
    const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });

    it('answers under every name, because its proxy decides', async () => {
      expect((await get(test, '/api/config', 'anything.example')).statusCode).toBe(200);
    });
  });
});
