import { describe, expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';

/** The app as it was built: set-up does so before any test. */
onSqlite((place) => {
  const test = testApp(place);
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers });

  async function script(): Promise<string> {
    const { body } = await get('/');
    return /src="(\/assets\/main-[^"]+\.js)"/.exec(body)?.[1] ?? '';
  }

  describe('the page', () => {
    it('is asked for anew, and not sent again where it is the same', async () => {
      const first = await get('/dashboard');
      expect(first.headers['cache-control']).toBe('no-cache');
      const again = await get('/dashboard', { 'if-none-match': String(first.headers.etag) });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    });
  });

  describe('a file with a hash in its name', () => {
    it('is kept for ever', async () => {
      const { headers } = await get(await script());
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });

    it.each([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ])('is sent as it was compressed when it was built: %s', async (accepted, sent) => {
      const url = await script();
      const plain = await get(url);
      const compressed = await get(url, { 'accept-encoding': accepted });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe(sent);
      // What is compressed while it is sent has no length beforehand.
      expect(Number(compressed.headers['content-length'])).toBeLessThan(
        plain.rawPayload.length / 2,
      );
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
    });
  });
});
