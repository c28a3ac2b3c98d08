import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { serveWebApp } from './web-app.ts';

/** Uses the built app: the set-up builds it before any test. */
onSqlite((place) => {
  const test = testApp(place);
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers });

  async function script(): Promise<string> {
    const { body } = await get('/');
    return /src="(\/assets\/main-[^"]+\.js)"/.exec(body)?.[1] ?? '';
  }

  describe('the page', () => {
    it('is revalidated, and not sent again if it is unchanged', async () => {
      const first = await get('/dashboard');
      expect(first.headers['cache-control']).toBe('no-cache');
      const again = await get('/dashboard', { 'if-none-match': String(first.headers.etag) });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    });
  });

  it('a missing file is not cached', async () => {
    const { statusCode, headers } = await get('/assets/main-12345678.js');
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  describe('a file with a hash in its name', () => {
    it('is cached for ever', async () => {
      const { headers } = await get(await script());
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    });

    it.each([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ])('is sent as compressed at build time: %s', async (accepted, sent) => {
      const url = await script();
      const plain = await get(url);
      const compressed = await get(url, { 'accept-encoding': accepted });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe(sent);
      // A response that is compressed while it is sent has no content length.
      expect(Number(compressed.headers['content-length'])).toBeLessThan(
        plain.rawPayload.length / 2,
      );
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
    });
  });
});

it('caches only the files of its own folder for ever, wherever the app is installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  const root = join(folder, 'assets', 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  for (const name of ['index.html', 'service-worker.js', 'assets/main-1.js']) {
    await writeFile(join(root, name), '');
  }
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await serveWebApp(app, root);
  const kept = async (url: string) => (await app.inject(url)).headers['cache-control'];
  expect(await kept('/')).toBe('no-cache');
  expect(await kept('/dashboard')).toBe('no-cache');
  expect(await kept('/service-worker.js')).toBe('no-cache');
  expect(await kept('/assets/main-1.js')).toBe('public, max-age=31536000, immutable');
});
