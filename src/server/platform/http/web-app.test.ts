import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HISTORY_PAGE, type PageData } from '../../../contract/page-data.ts';
import { freshUser, testApp } from '../../testing/app.ts';
import { caregiverOf } from '../../testing/caregivers.ts';
import { savedCheckIn } from '../../testing/check-ins.ts';
import { onSqlite } from '../../testing/databases.ts';
import { EARLIER, savedDiary } from '../../testing/diary.ts';
import { addForms, savedForm } from '../../testing/entries.ts';
import { loggedDose } from '../../testing/medication.ts';
import { savedVisit } from '../../testing/visits.ts';
import { type Paint, serveWebApp } from './web-app.ts';

/** Uses the built app: the set-up builds it before any test. */
onSqlite((place) => {
  const test = testApp(place);
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers });

  it.each(['/shared', '/shared/'])(
    'the page of a link at %s has nothing of a person, and is never stored',
    async (url) => {
      const { browser } = await freshUser(test, ['Tremor']);
      const page = await browser.send({ method: 'GET', url });
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'x-robots-tag': 'noindex',
      });
      expect(page.body).toBe((await get('/shared')).body);
      const scripts = [...page.body.matchAll(/src="\/assets\/(\w+)-/g)].map(([, name]) => name);
      expect(scripts).toEqual(['shared']);
      expect(page.body).not.toContain('application/json');
    },
  );

  /** The largest script of a page. */
  async function script(): Promise<string> {
    const { body } = await get('/');
    return /"(\/assets\/base-[^"]+\.js)"/.exec(body)?.[1] ?? '';
  }

  /** The data block of a page; undefined without one. */
  function blockOf(body: string): unknown {
    const json = /<script type="application\/json">([^<]*)<\/script>/.exec(body)?.[1];
    return json && JSON.parse(json);
  }

  describe.each(['/', '/dashboard', '/dashboard?tab=settings'])('the page %s', (url) => {
    it('contains the session, the settings and the newest forms of the signed-in user, and is never stored', async () => {
      const other = await freshUser(test, ['Sleep of another person']);
      await savedForm(other);
      const user = await freshUser(test, ['Tremor']);
      const { browser, userId } = user;
      for (let form = 1; form <= HISTORY_PAGE + 1; form += 1) await savedForm(user);
      await loggedDose(other);
      const dose = await loggedDose(user);
      const takenAt = '2026-11-14T16:30:00.000Z';
      await loggedDose(user, { medicationId: dose.medicationId, takenAt });
      await savedCheckIn(other, { notes: 'another person' });
      const checkIn = await savedCheckIn(user, { day: '2026-11-17' });
      await savedCheckIn(user, { day: '2026-11-16' });
      await savedDiary(other, { [EARLIER]: 'off' });
      const diary = await savedDiary(user, { '2026-11-15T05:00:00.000Z': 'asleep' });
      await savedDiary(user, { '2026-11-15T04:30:00.000Z': 'asleep' });
      await savedVisit(other);
      const visits = [await savedVisit(user)];
      const { body, headers } = await browser.send({ method: 'GET', url });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
      expect(blockOf(body)).toEqual({
        session: (await browser.call('getSession')).json(),
        config: (await browser.call('getConfig')).json(),
        forms: (await browser.call('getUserForms', { userId, limit: HISTORY_PAGE })).json(),
        medications: (await browser.call('getMedications', { userId })).json(),
        doses: [dose],
        checkIns: [checkIn],
        tabletCounts: [],
        bloodPressure: [],
        diary,
        falls: [],
        visits,
      });
      for (const theirs of [other.userId, 'another person']) expect(body).not.toContain(theirs);
    });

    it('says that nobody is signed in', async () => {
      const { body, headers } = await get(url, { cookie: `session=${'A'.repeat(43)}` });
      expect(headers['cache-control']).toBe('no-store');
      const { session, config, ...others } = blockOf(body) as PageData;
      expect([session, config.signUp, others]).toEqual([null, true, {}]);
    });
  });

  describe('the overview', () => {
    const rootOf = (body: string) =>
      /<div id="root".*?<p class="waiting-long">/s.exec(body)?.[0] ?? '';

    it('is HTML with the data of the signed-in person, without styles and without code of theirs', async () => {
      const other = await freshUser(test, ['Sleep of another person']);
      await savedForm(other);
      const user = await freshUser(test, ['<script>alert(1)</script>']);
      const name = '<script>alert(1)</script>';
      await savedForm(user, { symptom1: { name, severity: 4, notes: '"><img src=x>' } });
      await loggedDose(user);
      for (const url of ['/', '/dashboard', '/dashboard?track']) {
        const html = rootOf((await user.browser.send({ method: 'GET', url })).body);
        expect(html).toContain('Track Symptoms</button>');
        expect(html).toContain('Form #<!-- -->1');
        expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
        expect(html).not.toMatch(/style=|<script|<img|another person/);
      }
    });

    it('is HTML with the tracker that the address of a helper names, as far as they may see it', async () => {
      const person = await freshUser(test, ['Tremor of the person']);
      const values = { name: 'Tremor of the person', severity: 4, notes: 'A private note' };
      await savedForm(person, { symptom1: values });
      const stranger = await freshUser(test, ['Sleep of a stranger']);
      const helper = await caregiverOf(test, person, { may: 'read', notes: false });
      const at = async (url: string) => (await helper.browser.send({ method: 'GET', url })).body;
      const theirs = await at(`/dashboard?tracker=${person.userId}`);
      expect(rootOf(theirs)).toContain('You are helping');
      expect(rootOf(theirs)).toContain('Tremor of the person');
      expect(theirs).not.toContain('A private note');
      const userId = person.userId;
      expect(blockOf(theirs)).toMatchObject({
        helped: (await helper.browser.call('getUserProfile', { userId })).json(),
        forms: (await helper.browser.call('getUserForms', { userId })).json(),
      });
      expect(rootOf(await at('/dashboard?tracker=own'))).toContain('This is your own tracker');
      // Only the device knows which tracker was chosen last.
      const elsewhere = `/?tracker=${person.userId}`;
      for (const url of ['/dashboard', elsewhere, `/dashboard?tracker=${stranger.userId}`]) {
        const body = await at(url);
        expect(rootOf(body)).toContain('Loading...');
        expect(body).not.toMatch(/of the person|of a stranger/);
      }
      await person.browser.call('endCaregiver', { userId, caregiverId: helper.caregiverId });
      expect(await at(`/dashboard?tracker=${userId}`)).not.toContain('of the person');
    });

    it.each(['/dashboard?tab=settings', '/dashboard?visit', '/dashboard?track&tab=profile'])(
      'is drawn by the script at %s',
      async (url) => {
        const user = await freshUser(test, ['Tremor']);
        const html = rootOf((await user.browser.send({ method: 'GET', url })).body);
        expect(html).toContain('Loading...');
        expect(html).not.toContain('Tremor');
      },
    );
  });

  it.each(['/', '/signin', '/signin/', '/signup', '/dashboard'])(
    'a signed-out person gets %s as HTML that can be filled in and cannot be sent',
    async (url) => {
      const { body } = await get(url);
      expect(body).toContain('Password</label>');
      expect(body).toContain('type="button" data-submit');
      expect(body).not.toMatch(/type="submit"|<(input|select)[^>]* name=/);
      // This installation has no providers, and sends email.
      expect(body.includes('Email me a sign-in link')).toBe(url !== '/signup');
      expect(body).not.toMatch(/GitHub|removes its password/);
    },
  );

  it.each([
    ['on another screen', '/forgot-password', 'Shorter'],
    ['with very long notes', '/dashboard', 'A long note. '.repeat(150)],
  ])('the page contains no forms %s', async (_what, url, notes) => {
    const user = await freshUser(test, ['Tremor']);
    await addForms(test, user, 6, notes);
    const { body } = await user.browser.send({ method: 'GET', url });
    expect(blockOf(body)).toMatchObject({ session: { id: user.userId } });
    expect(body).not.toContain(notes);
  });

  it.each(['/forgot-password', '/nowhere'])('%s is drawn by the script', async (url) => {
    expect((await get(url)).body).toContain('Loading...');
  });

  it('a signed-in person gets no screen for signed-out people', async () => {
    const { browser } = await freshUser(test);
    for (const url of ['/', '/signin', '/signup', '/dashboard']) {
      const { body } = await browser.send({ method: 'GET', url });
      expect(body).toContain('Track Symptoms</button>');
      expect(body).not.toContain('Password</label>');
    }
  });

  it('no name can end the data block', async () => {
    const { browser } = await freshUser(test, [
      '</script><b>Tremor</b>',
      '<!--<script>',
      '$&\u2028x',
    ]);
    const { body } = await browser.send({ method: 'GET', url: '/dashboard?tab=profile' });
    const { body: shell } = await get('/shell');
    // Compare without the <link> tags, because the page has more of them than the shell: those for the dashboard's
    // script.
    const own = body.replaceAll(/<link[^>]*>/g, '');
    expect(own.split('<').length).toBe(shell.replaceAll(/<link[^>]*>/g, '').split('<').length + 2);
    expect(blockOf(body)).toMatchObject({
      session: {
        symptom1: '</script><b>Tremor</b>',
        symptom2: '<!--<script>',
        symptom3: '$&\u2028x',
      },
    });
  });

  it('the shell is the page without data, revalidated, and not sent again if it is unchanged', async () => {
    const { browser } = await freshUser(test);
    const first = await browser.send({ method: 'GET', url: '/shell' });
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.body).toContain('<div id="root">');
    expect(blockOf(first.body)).toBeUndefined();
    const again = await get('/shell', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
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
      // The content length shows that the build compressed the file: a response that is compressed while it is sent has
      // none.
      expect(Number(compressed.headers['content-length'])).toBeLessThan(
        plain.rawPayload.length / 2,
      );
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
    });
  });
});

/** An app that serves a folder with a page, a service worker and a script. */
async function serveFolder(readPaint: () => Promise<object>, renderer = '') {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  const root = join(folder, 'assets', 'web');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<body></body>');
  for (const name of ['service-worker.js', 'assets/main-1.js']) {
    await writeFile(join(root, name), '');
  }
  if (renderer) {
    const place = join(folder, 'assets', 'overview-html');
    await mkdir(place);
    await writeFile(join(place, 'overview-html.js'), renderer);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  }
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await serveWebApp(app, root, readPaint as () => Promise<Paint>, Date.now);
  return app;
}

it('caches only the files of its own folder for ever, wherever the app is installed', async () => {
  const app = await serveFolder(async () => ({ data: {}, html: undefined }));
  const kept = async (url: string) => (await app.inject(url)).headers['cache-control'];
  expect(await kept('/')).toBe('no-store');
  expect(await kept('/dashboard')).toBe('no-store');
  expect(await kept('/shell')).toBe('no-cache');
  expect(await kept('/service-worker.js')).toBe('no-cache');
  expect(await kept('/assets/main-1.js')).toBe('public, max-age=31536000, immutable');
});

describe('without a database, the page', () => {
  it.each([
    ['fails', () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))],
    ['answers too late', () => new Promise<never>(() => {})],
  ])('is sent without data if it %s', async (_what, readPaint) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const app = await serveFolder(async () => {
      vi.advanceTimersByTimeAsync(2000);
      return await readPaint();
    });
    const { statusCode, body, headers } = await app.inject('/dashboard');
    expect([statusCode, body]).toEqual([200, '<body></body>']);
    expect(headers['cache-control']).toBe('no-store');
  });
});

it('lets the script draw the overview if its HTML cannot be made', async () => {
  const app = await serveFolder(
    async () => ({ data: {}, html: undefined, overview: '/dashboard' }),
    'export const renderOverview = () => { throw new Error("broken"); };',
  );
  const { statusCode, body } = await app.inject('/dashboard');
  expect([statusCode, body]).toEqual([
    200,
    '<body><script type="application/json">{}</script>\n</body>',
  ]);
});
