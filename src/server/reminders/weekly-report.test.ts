import { hash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { sendDue, standInForMail } from '../testing/mailing.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { browserElsewhere } from '../testing/places.ts';
import { savedReminders } from '../testing/reminders.ts';

const PUBLIC_URL = 'https://tracker.example.org';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

onEveryDatabase((place) => {
  const mailing = standInForMail();
  mailing.settings.PUBLIC_URL = PUBLIC_URL;
  const test: TestApp = testApp(place, mailing.settings);

  /** A user who gets the report on Mondays at nine in New York. */
  async function userWithReport({ isProven = true } = {}): Promise<TestUser> {
    test.now = Date.parse('2026-11-18T17:00:00Z');
    await test.context.db.deleteFrom('reminders').execute();
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    const { db } = test.context;
    const accounts = db.updateTable('accounts').set({ email_proven: Number(isProven) });
    await accounts.where('user_id', '=', user.userId).execute();
    await savedReminders(user, { weeklyReport: {} });
    return user;
  }

  async function at(instant: string): Promise<void> {
    test.now = Date.parse(instant);
    await test.context.jobs.runDue('remind');
    await sendDue(test);
  }

  async function lettersOf({ email }: TestUser) {
    const letters = mailing.server.received.filter(({ to }) => to.includes(email));
    return await Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)));
  }

  async function endUrl(user: TestUser): Promise<string> {
    const [letter] = await lettersOf(user);
    const header = letter?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    return header.replace(/^<(.*)>$/, '$1').replace(PUBLIC_URL, '');
  }

  it('is sent at its hour of its day with the seven days before', async () => {
    const user = await userWithReport();
    await at('2026-11-23T13:59:00Z');
    expect(await lettersOf(user)).toEqual([]);
    await at('2026-11-23T14:00:00Z');
    await at('2026-11-23T14:30:00Z');
    const [letter, ...more] = await lettersOf(user);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Your weekly symptom report');
    expect(letter?.text).toContain('November 16, 2026 to November 22, 2026');
    const [attachment] = letter?.attachments ?? [];
    const pdf = await readPdf(Buffer.from(attachment?.content as ArrayBuffer));
    expect(JSON.stringify(pdf)).toContain('Tremor');
    const headers = Object.fromEntries(letter?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers['list-unsubscribe']).toMatch(
      /^<https:\/\/tracker\.example\.org\/api\/endWeeklyReport\/[\w-]+>$/,
    );
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    await at('2026-11-30T14:00:00Z');
    expect(await lettersOf(user)).toHaveLength(2);
  });

  it('is not sent to an address that nobody has proven', async () => {
    const user = await userWithReport({ isProven: false });
    await at('2026-11-23T14:00:00Z');
    expect(await lettersOf(user)).toEqual([]);
  });

  it('ends by one press in the letter, without a session', async () => {
    const user = await userWithReport();
    await savedReminders(user, { form: {} });
    await at('2026-11-23T14:00:00Z');
    const url = await endUrl(user);
    const stranger = browserElsewhere(test);

    const before = await everythingStored(test.context.db);
    const shown = await stranger.send({ method: 'GET', url });
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain('<form method="post"><button type="submit">Stop these emails');
    const style = /<style>(.*)<\/style>/s.exec(shown.body)?.[1] ?? '';
    expect(style).toContain('min-height: 88px');
    // If the policy did not allow the page's style, the browser would show its own small button.
    expect(shown.headers['content-security-policy']).toContain(
      `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    );
    expect(await everythingStored(test.context.db)).toEqual(before);

    const headers = { ...FORM, origin: 'https://mail.example.org' };
    for (const _again of [1, 2]) {
      const answer = await stranger.send({ method: 'POST', url, headers, payload: ONE_CLICK });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    const { browser, userId } = user;
    const { reminders } = (await browser.call('getReminders', { userId })).json();
    const on = reminders.filter((each: { on: boolean }) => each.on);
    expect(on.map(({ kind }: { kind: string }) => kind)).toEqual(['form']);
    await at('2026-11-30T14:00:00Z');
    expect(await lettersOf(user)).toHaveLength(1);
  });

  it('is not sent once it is turned off, although it waited for the mail server', async () => {
    const user = await userWithReport();
    test.now = Date.parse('2026-11-23T14:00:00Z');
    await test.context.jobs.runDue('remind');
    await savedReminders(user, { weeklyReport: { on: false } });
    await sendDue(test);
    expect(await lettersOf(user)).toEqual([]);
  });

  it('cannot be ended with a link that the server did not make, nor after the account was deleted', async () => {
    const user = await userWithReport();
    await at('2026-11-23T14:00:00Z');
    const url = await endUrl(user);
    const other = test.context.secrets.seal(JSON.stringify({ userId: user.userId }));
    const stranger = browserElsewhere(test);
    const before = await everythingStored(test.context.db);
    for (const secret of ['x', other, `${url.split('/').at(-1)?.slice(0, -4)}`]) {
      for (const method of ['GET', 'POST'] as const) {
        const wrong = { method, url: `/api/endWeeklyReport/${secret}`, headers: FORM };
        const answer = await stranger.send({
          ...wrong,
          ...(method === 'POST' && { payload: ONE_CLICK }),
        });
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toContain('This link does not work.');
      }
    }
    expect(await everythingStored(test.context.db)).toEqual(before);
    const { browser, userId, password } = user;
    await browser.call('deleteAccount', { userId, password });
    const late = await stranger.send({ method: 'POST', url, headers: FORM, payload: ONE_CLICK });
    expect(late.statusCode).toBe(200);
    await at('2026-11-30T14:00:00Z');
    expect(await lettersOf(user)).toHaveLength(1);
  });
});
