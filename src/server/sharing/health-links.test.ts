import { createDecipheriv } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { decryptSHLFile, SHLViewer } from 'kill-the-clipboard';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import {
  Browser,
  freshUser,
  PERSON,
  secondBrowser,
  type TestApp,
  type TestUser,
  testApp,
} from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { madeHealthLink, type TestHealthLink } from '../testing/health-links.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';
import { everyRow, everyText } from '../testing/rows.ts';
import { ENDED, madeShare, NO_NOTES } from '../testing/sharing.ts';
import { joinedWithoutAnswer, provenElsewhere } from '../testing/splits.ts';
import { eraseOldLinks } from './queries/links.ts';

const TOO_MANY = 'Too many attempts. Please try again later.';
const NOTE = 'After the stairs';
const MINUTE_MS = 60_000;
const LIFE_MS = 15 * MINUTE_MS;

interface Bundle {
  readonly entry: readonly {
    readonly fullUrl: string;
    readonly resource: {
      readonly id: string;
      readonly content?: readonly { readonly attachment: { readonly data: string } }[];
    };
  }[];
}

onEveryDatabase((place, onlyOnce) => {
  const test: TestApp = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });
  const atHome: TestApp = testApp(place, { PUBLIC_URL: 'https://tracker.local' });

  async function userWithNote(app = test): Promise<TestUser> {
    const user = await freshUser(app, ['Tremor']);
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 4, notes: NOTE } });
    return user;
  }

  let clinics = 0;

  /** The request of a clinic's system. Each request has another IP address. */
  async function collect(path: string, query: string | null = 'recipient=Verona', app = test) {
    const browser = new Browser(app);
    clinics += 1;
    browser.address = `10.8.${clinics >> 8}.${clinics & 255}`;
    return await browser.send({ method: 'GET', url: query === null ? path : `${path}?${query}` });
  }

  const listed = async ({ browser, userId }: TestUser) =>
    (await browser.call('getHealthLinks', { userId })).json().links;
  const end = ({ browser, userId }: TestUser, { healthLinkId }: { healthLinkId: string }) =>
    browser.call('endHealthLink', { userId, healthLinkId });

  async function bundleOf({ path, payload }: TestHealthLink): Promise<Bundle> {
    const jwe = (await collect(path)).body;
    const { content, contentType } = await decryptSHLFile({ jwe, key: payload.key });
    expect(contentType).toBe('application/fhir+json');
    return JSON.parse(content);
  }

  it('is scanned by a viewer of another maker, over a network, which reads the patient and the PDF', async () => {
    const user = await userWithNote();
    const { reports } = test.context;
    const { make } = reports;
    let pdf = new Uint8Array();
    const spy = vi.spyOn(reports, 'make').mockImplementationOnce(async (wish, run) => {
      const made = await make(wish, run);
      pdf = Buffer.from(made.pdf);
      return made;
    });
    const { link } = await madeHealthLink(user);
    spy.mockRestore();

    // The app must listen, because the viewer uses the network. The other tests can still call the app without a
    // network.
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const asked: string[] = [];
    const viewer = new SHLViewer({
      shlinkURI: link,
      // The link has the public https origin, which no server here has.
      fetch: async (url, options) => {
        asked.push(url);
        const { origin, pathname, search } = new URL(url);
        expect(origin).toBe('https://tracker.example.org');
        return await fetch(`http://127.0.0.1:${port}${pathname}${search}`, options);
      },
    });
    // The viewer asks the machine's clock whether the link has expired.
    vi.useFakeTimers({ now: test.now, toFake: ['Date'] });
    const { fhirResources } = await viewer
      .resolveSHL({ recipient: 'Verona Health System' })
      .finally(() => vi.useRealTimers());
    expect(asked).toHaveLength(1);
    expect(viewer.shl).toMatchObject({
      isDirectFile: true,
      requiresPasscode: false,
      isLongTerm: false,
      exp: (test.now + LIFE_MS) / 1000,
      label: 'Symptom report',
    });

    expect(fhirResources).toMatchObject([
      { resourceType: 'Bundle', type: 'collection', timestamp: '2026-11-18T17:00:00.000Z' },
    ]);
    const [bundle] = fhirResources as unknown as Bundle[];
    const [patient, document] = bundle?.entry.map(({ resource }) => resource) ?? [];
    if (!patient || !document?.content?.[0]) throw new Error('An entry is missing');
    expect(bundle?.entry.map(({ fullUrl }) => fullUrl)).toEqual([
      `urn:uuid:${patient.id}`,
      `urn:uuid:${document.id}`,
    ]);
    expect(patient).toMatchObject({
      resourceType: 'Patient',
      name: [{ given: [PERSON.firstName], family: PERSON.lastName }],
      birthDate: PERSON.birthday,
    });
    expect(document).toMatchObject({
      resourceType: 'DocumentReference',
      meta: { security: [{ code: 'PATAST' }] },
      status: 'current',
      type: { coding: [{ system: 'http://loinc.org', code: '51855-5' }] },
      category: [{ coding: [{ code: 'patient-shared' }] }],
      subject: { reference: `urn:uuid:${patient.id}` },
      author: [{ reference: `urn:uuid:${patient.id}` }],
      date: '2026-11-18T17:00:00.000Z',
      content: [{ attachment: { contentType: 'application/pdf' } }],
    });
    expect(JSON.stringify(bundle)).not.toContain('profile');
    const bytes = Buffer.from(document.content[0].attachment.data, 'base64');
    expect(bytes.equals(pdf)).toBe(true);
    const text = (await readPdf(bytes)).pages.join(' ');
    expect(text).toContain('Tremor');
    expect(text).not.toContain(NOTE);
    expect(await listed(user)).toMatchObject([
      { readings: [{ recipient: 'Verona Health System', at: '2026-11-18T17:00:00.000Z' }] },
    ]);
  });

  it('has the notes if the person chose them', async () => {
    const user = await userWithNote();
    const bundle = await bundleOf(
      await madeHealthLink(user, { scope: { ...NO_NOTES, notes: true } }),
    );
    const data = bundle.entry[1]?.resource.content?.[0]?.attachment.data ?? '';
    expect((await readPdf(Buffer.from(data, 'base64'))).pages.join(' ')).toContain(NOTE);
  });

  it('is a short address with 256 random bits, and a key of its own', async () => {
    const user = await freshUser(test);
    const [one, other] = [await madeHealthLink(user), await madeHealthLink(user)];
    for (const { payload, link } of [one, other]) {
      expect(link).toMatch(/^shlink:\/[\w-]+$/);
      expect(payload.url).toMatch(/^https:\/\/tracker\.example\.org\/api\/healthLink\/[\w-]{43}$/);
      expect(payload.url.length).toBeLessThanOrEqual(128);
      expect(Buffer.from(payload.key, 'base64url')).toHaveLength(32);
    }
    expect(one.payload.key).not.toBe(other.payload.key);
    expect(one.path).not.toBe(other.path);
  });

  it('answers any origin, sets no cookie, and forbids caching', async () => {
    const { path } = await madeHealthLink(await freshUser(test));
    const { headers, statusCode } = await collect(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/jose',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const refused = await collect(`${path}x`);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    for (const url of ['/api/config', '/healthz', '/']) {
      const other = await new Browser(test).send({ method: 'GET', url });
      expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('lets a viewer in a browser add a header, and read that an address is malformed', async () => {
    const { path } = await madeHealthLink(await freshUser(test));
    const origin = 'https://viewer.example.org';
    const preflight = (url: string) =>
      test.app.inject({
        ...{ method: 'OPTIONS', url },
        headers: {
          ...{ origin, 'access-control-request-method': 'GET' },
          'access-control-request-headers': 'x-viewer',
        },
      });
    const answer = await preflight(`${path}?recipient=a`);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': '*',
    });
    const malformed = await collect('/api/healthLink/%E0%A4%A');
    expect(malformed.statusCode).toBe(400);
    expect(malformed.headers['access-control-allow-origin']).toBe('*');
    for (const url of ['/api/%E0%A4%A', '/api/healthLinks']) {
      const other = await new Browser(test).send({ method: 'GET', url });
      expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect((await preflight('/api/config')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('encrypts as SMART Health Links demand, with a new nonce', async () => {
    const user = await freshUser(test);
    const files = [];
    for (let count = 0; count < 2; count += 1) {
      const { path, payload } = await madeHealthLink(user);
      const [head = '', wrapped, nonce = '', body = '', tag = ''] = (
        await collect(path)
      ).body.split('.');
      expect(wrapped).toBe('');
      const header = JSON.parse(Buffer.from(head, 'base64url').toString());
      expect(header).toMatchObject({
        alg: 'dir',
        enc: 'A256GCM',
        cty: 'application/fhir+json',
      });
      const [key, iv] = [payload.key, nonce].map((text) => Buffer.from(text, 'base64url'));
      if (!key || !iv) throw new Error('No key');
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(head));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      const text = Buffer.concat([
        decipher.update(Buffer.from(body, 'base64url')),
        decipher.final(),
      ]);
      const bundle = JSON.parse(String(header.zip ? inflateRawSync(text) : text));
      expect(bundle.resourceType).toBe('Bundle');
      files.push(nonce);
    }
    expect(files[0]).not.toBe(files[1]);
  });

  it('stores and logs neither the secret nor the key, and logs no recipient', async () => {
    const user = await freshUser(test);
    const { path, payload, link } = await madeHealthLink(user);
    const recipient = 'Planted4712 Clinic';
    await collect(path, `recipient=${encodeURIComponent(recipient)}`);
    await collect(`${path}0`, `recipient=${encodeURIComponent(recipient)}`);
    await collect(path, null);
    await end(user, await madeHealthLink(user));
    const [text, log] = [await everyText(test), JSON.stringify(test.logged)];
    for (const secret of [path.slice(-43), payload.key, link]) {
      expect(text).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
    expect(text).toContain(recipient);
    expect(log).not.toContain('Planted4712');
    expect(log).toContain('/api/healthLink/*');
  });

  it('shows the person who collected it, as one short line, and in the account activity', async () => {
    const user = await freshUser(test);
    const { path } = await madeHealthLink(user);
    await collect(path, `recipient=${encodeURIComponent(' Verona\r\n\u202eHealth\u0000 ')}`);
    test.now += 1000;
    await collect(path, `recipient=${'a'.repeat(300)}&other=1`);
    expect(await listed(user)).toMatchObject([
      {
        state: 'live',
        readings: [
          { recipient: 'a'.repeat(100), at: new Date(test.now).toISOString() },
          { recipient: 'Verona Health', at: new Date(test.now - 1000).toISOString() },
        ],
      },
    ]);
    const { browser, userId } = user;
    const activity = (await browser.call('getActivity', { userId })).json();
    expect(activity.slice(0, 2)).toMatchObject([
      { kind: 'healthLinkRead', detail: '', count: 2 },
      { kind: 'healthLinkMade', detail: '', count: 1 },
    ]);
  });

  it.each([null, '', 'recipient=', 'recipient=%20%00', 'recipient=a&recipient=b', 'Recipient=a'])(
    'rejects a request without one recipient: %j',
    async (query) => {
      const user = await freshUser(test);
      const { path } = await madeHealthLink(user);
      const message =
        'Please say who you are. Add your name to the address, such as ?recipient=Clinic.';
      expectRefusal(await collect(path, query), 400, message);
      expect(await listed(user)).toMatchObject([{ readings: [] }]);
    },
  );

  it('gives the same answer to an unknown secret and to a link that ended or expired', async () => {
    const user = await freshUser(test);
    const [ended, expired] = [await madeHealthLink(user), await madeHealthLink(user)];
    await end(user, ended);
    test.now += LIFE_MS;
    const deleted = await freshUser(test);
    const ofDeleted = await madeHealthLink(deleted);
    const { userId, password } = deleted;
    const answer = await deleted.browser.call('deleteAccount', { userId, password });
    expect(answer.statusCode).toBe(200);
    const before = await everythingStored(test.context.db);
    const unknown = ['A'.repeat(43), 'A', 'A'.repeat(5000), `${'A'.repeat(43)}/x`, '%00'];
    const paths = [ended, expired, ofDeleted].map(({ path }) => path);
    const answers: ReturnType<typeof wholeAnswer>[] = [];
    for (const path of [...paths, ...unknown.map((secret) => `/api/healthLink/${secret}`)]) {
      answers.push(wholeAnswer(await collect(path)));
    }
    expect(answers[0]?.status).toBe(404);
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ error: ENDED });
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('opens until the last moment of its quarter of an hour', async () => {
    const { path, expiresAt } = await madeHealthLink(await freshUser(test));
    expect(Date.parse(expiresAt)).toBe(test.now + LIFE_MS);
    test.now += LIFE_MS - 1;
    expect((await collect(path)).statusCode).toBe(200);
    test.now += 1;
    expectRefusal(await collect(path), 404, ENDED);
  });

  it('is ended once, with its file, and the list keeps who collected it', async () => {
    const user = await freshUser(test);
    const link = await madeHealthLink(user);
    await collect(link.path);
    const endedAt = new Date(test.now).toISOString();
    expect((await end(user, link)).json()).toMatchObject({ state: 'ended', endedAt });
    test.now += 1000;
    expect((await end(user, link)).json()).toMatchObject({ state: 'ended', endedAt });
    expect(await filesOf(user)).toEqual(['']);
    expect(await listed(user)).toMatchObject([
      { state: 'ended', endedAt, readings: [{ recipient: 'Verona' }] },
    ]);
    const { browser, userId } = user;
    const activity = (await browser.call('getActivity', { userId })).json();
    const kinds = activity.slice(0, 3).map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['healthLinkEnded', 'healthLinkRead', 'healthLinkMade']);
  });

  async function filesOf({ userId }: TestUser) {
    const { links: rows = [] } = await everyRow(test.context.db);
    return rows.filter((row) => row.user_id === userId).map(({ file }) => file);
  }

  it('erases the file once it has expired, and the link 30 days later', async () => {
    const [user, other] = [await freshUser(test), await freshUser(test)];
    const { db } = test.context;
    const { path } = await madeHealthLink(user);
    await collect(path);
    test.now += 1;
    await madeHealthLink(other);
    const expiresAt = test.now - 1 + LIFE_MS;
    await eraseOldLinks(db, expiresAt - 1);
    expect((await filesOf(user))[0]).toMatch(/^eyJ/);
    await eraseOldLinks(db, expiresAt);
    expect(await filesOf(user)).toEqual(['']);
    expect((await filesOf(other))[0]).toMatch(/^eyJ/);
    await eraseOldLinks(db, expiresAt + 30 * DAY_MS - 1);
    expect(await listed(user)).toMatchObject([{ readings: [{ recipient: 'Verona' }] }]);
    await eraseOldLinks(db, expiresAt + 30 * DAY_MS);
    expect(await listed(user)).toEqual([]);
    expect(await listed(other)).toHaveLength(1);
  });

  it('ends when the account goes to another person, and so does one that is being made', async () => {
    const maker = await freshUser(test);
    const { email, browser, userId } = maker;
    const { path } = await madeHealthLink(maker);
    const { reports } = test.context;
    const { make } = reports;
    const begun = vi.spyOn(reports, 'make').mockImplementationOnce(async (wish, run) => {
      const made = await make(wish, run);
      await provenElsewhere(test, email);
      await joinedWithoutAnswer(test, maker);
      return made;
    });
    const late = await browser.call('makeHealthLink', { userId, scope: NO_NOTES });
    begun.mockRestore();
    expectRefusal(late, 401, 'Please sign in.');
    expectRefusal(await collect(path), 404, ENDED);
    expect(await filesOf(maker)).toEqual(['']);
  });

  it('is refused where no clinic can reach the server, which offers the file', async () => {
    const user = await userWithNote(atHome);
    const { browser, userId } = user;
    expect((await browser.call('getHealthLinks', { userId })).json()).toEqual({
      isReachable: false,
      links: [],
    });
    const input = { userId, scope: NO_NOTES };
    const message =
      'Clinics can’t reach this server, so a code would not work. Please save a file for the clinic.';
    expectRefusal(await browser.call('makeHealthLink', input), 400, message);
    const file = await browser.call('makeHealthFile', input);
    expect(file.headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="Symptom Report Grace Hopper 2026-11-18.fhir.json"',
    );
    const [patient, document] = file.json().entry;
    // The screen lists what the file contains. Email, account and sex are not in that list, so they must not be in the
    // file.
    expect(patient.resource).toEqual({
      resourceType: 'Patient',
      id: expect.any(String),
      name: [
        {
          text: `${PERSON.firstName} ${PERSON.lastName}`,
          family: PERSON.lastName,
          given: [PERSON.firstName],
        },
      ],
      birthDate: PERSON.birthday,
    });
    expect(file.body).not.toContain(user.email);
    expect(file.body).not.toContain(userId);
    const pdf = Buffer.from(document.resource.content[0].attachment.data, 'base64');
    const text = (await readPdf(pdf)).pages.join(' ');
    expect(text).toContain('Tremor');
    expect(text).not.toContain(NOTE);
    const [{ kind }] = (await browser.call('getActivity', { userId })).json();
    expect(kind).toBe('reportMade');
  });

  it('refuses a report that is too large, and compresses none that others would refuse to unpack', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const { reports } = test.context;
    const { make } = reports;
    const withSize = (bytes: number) =>
      vi.spyOn(reports, 'make').mockImplementationOnce(async (wish, run) => {
        const made = await make(wish, run);
        return { ...made, pdf: Buffer.concat([made.pdf, Buffer.alloc(bytes)]) };
      });
    const large = withSize(8_000_000);
    const input = { userId, scope: NO_NOTES };
    for (const call of ['makeHealthLink', 'makeHealthFile'] as const) {
      withSize(8_000_000);
      const message =
        'This report is too large. Please choose a later first day, or leave out your notes.';
      expectRefusal(await browser.call(call, input), 400, message);
    }
    large.mockRestore();
    expect(await listed(user)).toEqual([]);

    const zips = [];
    for (const bytes of [0, 250_000, 7_000_000]) {
      const spy = withSize(bytes);
      const link = await madeHealthLink(user);
      spy.mockRestore();
      const [head = ''] = (await collect(link.path)).body.split('.');
      zips.push(JSON.parse(Buffer.from(head, 'base64url').toString()).zip);
      expect((await bundleOf(link)).entry).toHaveLength(2);
    }
    expect(zips).toEqual(['DEF', undefined, undefined]);
  });

  onlyOnce(() => {
    describe('limits', () => {
      it('has at most five live links', async () => {
        const user = await freshUser(test);
        const { browser, userId } = user;
        const links = [];
        for (let count = 0; count < 5; count += 1) links.push(await madeHealthLink(user));
        const make = () => browser.call('makeHealthLink', { userId, scope: NO_NOTES });
        const message = 'At most 5 codes can work at a time. Please stop one first.';
        expectRefusal(await make(), 400, message);
        expect((await filesOf(user)).filter((file) => file !== '')).toHaveLength(5);
        if (links[0]) await end(user, links[0]);
        expect((await make()).statusCode).toBe(201);
        // Making a link erases the files of expired links, so that files do not accumulate.
        test.now += LIFE_MS;
        expect((await make()).statusCode).toBe(201);
        expect((await filesOf(user)).filter((file) => file !== '')).toHaveLength(1);
      });

      it('replaces the oldest code that has ended if a hundred are listed', async () => {
        const user = await freshUser(test);
        const { browser, userId } = user;
        const { db } = test.context;
        const made = Array.from({ length: 100 }, (_, index) => ({
          user_id: userId,
          link_id: crypto.randomUUID(),
          kind: 'healthLink' as const,
          secret_hash: `${userId} ${index}`,
          created_at: test.now - 100 + index,
          // The oldest link is the only one that has not expired.
          expires_at: index === 0 ? test.now + 1 : test.now,
          ended_at: null,
          file: 'eyJ',
        }));
        await db.insertInto('links').values(made).execute();
        const answer = await browser.call('makeHealthLink', { userId, scope: NO_NOTES });
        expect(answer.statusCode).toBe(201);
        const ids = (await listed(user)).map(({ healthLinkId }: TestHealthLink) => healthLinkId);
        expect(ids).toHaveLength(100);
        expect(ids).toContain(made[0]?.link_id);
        expect(ids).not.toContain(made[1]?.link_id);
      });

      it('is collected at most 20 times', async () => {
        const user = await freshUser(test);
        const { path } = await madeHealthLink(user);
        for (let count = 0; count < 20; count += 1) {
          expect((await collect(path)).statusCode).toBe(200);
        }
        expectRefusal(await collect(path), 429, TOO_MANY);
        const [{ readings }] = await listed(user);
        expect(readings).toHaveLength(20);
      });

      it('limits wrong tries by address, and none that are right', async () => {
        const browser = new Browser(test);
        browser.address = '10.7.7.7';
        const { path } = await madeHealthLink(await freshUser(test));
        const ask = (url: string) => browser.send({ method: 'GET', url: `${url}?recipient=a` });
        const wrong = '/api/healthLink/wrong';
        for (let count = 0; count < 10; count += 1) {
          expectRefusal(await ask(`${wrong}${count}`), 404, ENDED);
        }
        expectRefusal(await ask(wrong), 429, TOO_MANY);
        // The right secret still works from this address, because many clinics may use one hosted system with one IP
        // address.
        expect((await ask(path)).statusCode).toBe(200);
        test.now += MINUTE_MS + 1;
        expectRefusal(await ask(wrong), 404, ENDED);
      });

      it('is not opened or ended as a share, nor a share as a health link', async () => {
        const user = await freshUser(test);
        const { browser, userId } = user;
        const [link, share] = [await madeHealthLink(user), await madeShare(test, user)];
        const { healthLinkId } = link;
        const secret = link.path.split('/').at(-1) ?? '';
        const reader = new Browser(test);
        const opened = await reader.call('openShare', { shareId: healthLinkId, secret });
        expectRefusal(opened, 404, ENDED);
        expectRefusal(await collect(`/api/healthLink/${share.secret}`), 404, ENDED);
        const gone = 'This link or code is no longer here. Please reload the page.';
        for (const name of ['endShare', 'restoreShare'] as const) {
          expectRefusal(await browser.call(name, { userId, shareId: healthLinkId }), 404, gone);
        }
        expectRefusal(await end(user, { healthLinkId: share.shareId }), 404, gone);
        expect(await listed(user)).toMatchObject([{ state: 'live', readings: [] }]);
        const shares = (await browser.call('getShares', { userId })).json();
        expect(shares).toMatchObject([{ state: 'live', openings: [] }]);
      });

      it('does not count HEAD requests, and finds no link of another person', async () => {
        const [user, other] = [await freshUser(test), await freshUser(test)];
        const link = await madeHealthLink(other);
        const head = await test.app.inject({ method: 'HEAD', url: `${link.path}?recipient=a` });
        expect(head.statusCode).toBe(404);
        for (const healthLinkId of [link.healthLinkId, crypto.randomUUID()]) {
          expectRefusal(
            await end(user, { healthLinkId }),
            404,
            'This link or code is no longer here. Please reload the page.',
          );
        }
        expect(await listed(user)).toEqual([]);
        expect(await listed(other)).toMatchObject([{ state: 'live', readings: [] }]);
        const elsewhere = await secondBrowser(test, other);
        expect(await listed(elsewhere)).toHaveLength(1);
      });
    });
  });
});
