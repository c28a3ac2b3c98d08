import { describe, expect, it } from 'vitest';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { everythingKept } from '../testing/oauth-flows.ts';
import { askForLink, lettersTo } from '../testing/outbox.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';

const TOO_MANY = 'Too many attempts. Please try again later.';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onEveryDatabase((place) => {
  describe('with a mail server', () => {
    const test = testApp(place);

    it('answers the same for an address with an account and for one without', async () => {
      const { email } = await freshUser(test);
      const known = await new Browser(test).call('sendSignInLink', { email });
      const other = { email: 'nobody@example.org' };
      const unknown = await new Browser(test).call('sendSignInLink', other);
      expect(known.statusCode).toBe(202);
      expect(known.json()).toEqual({});
      const [first, second] = [known, unknown].map((answer) => {
        const { headers, ...whole } = wholeAnswer(answer);
        // The cookie contains a keyed hash of the address.
        const cookie = String(headers['set-cookie']).replace(/\.\w+;/, '.*;');
        return { ...whole, headers: { ...headers, 'set-cookie': cookie } };
      });
      expect(first).toEqual(second);
    });

    it('mails a link that carries everything in its fragment', async () => {
      const { email, browser } = await freshUser(test);
      await browser.call('sendSignInLink', { email: ` ${email.toUpperCase()} ` });
      const [letter, ...more] = await lettersTo(test, email);
      expect(more).toEqual([]);
      expect(letter?.kind).toBe('signInLink');
      const link = new URL(letter && 'link' in letter ? letter.link : '');
      expect(link.href.split('#')[0]).toBe('http://localhost:3000/sign-in-link');
      const carried = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
      const random = expect.stringMatching(/^[\w-]{43}$/);
      expect(carried).toEqual({ email, challenge: random, code: random });
      expect(carried.code).not.toBe(carried.challenge);
    });

    it('creates no account, session or anything else by itself', async () => {
      const before = await everythingStored(test.context.db);
      const browser = new Browser(test);
      await browser.call('sendSignInLink', { email: 'not-yet@example.org' });
      expect([...browser.cookies.keys()]).toEqual(['link']);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('stores the secrets of the link only sealed or hashed, and does not log them', async () => {
      const { email, browser } = await freshUser(test);
      const carried = await askForLink(test, { browser, email });
      const { rows, opened } = await everythingKept(test);
      for (const secret of Object.values(carried)) {
        expect(opened).toContain(secret);
        expect(rows).not.toContain(secret);
        expect(JSON.stringify(test.logged)).not.toContain(secret);
      }
    });

    it.each(['nobody', 'a@b@c', '', 'ada@example.org\r\nbcc: eve@example.org'])(
      'refuses the address "%s"',
      async (email) => {
        const response = await new Browser(test).call('sendSignInLink', { email });
        expectRefusal(response, 400, 'email must be an email address');
      },
    );

    it.each(['known', 'unknown'])(
      'mails five an hour to a %s address, and then one in ten minutes',
      async (kind) => {
        const email = kind === 'known' ? (await freshUser(test)).email : 'five@example.org';
        const ask = async (index: number) => {
          const browser = new Browser(test);
          browser.address = `10.9.${kind.length}.${index}`;
          return await browser.call('sendSignInLink', { email });
        };
        const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask));
        const waits = answers.map((answer) => answer.json().minutes ?? 0).sort();
        expect(waits).toEqual([0, 0, 0, 0, 0, 10, 10]);
        expect(await lettersTo(test, email)).toHaveLength(6);
        test.now += MINUTE;
        expect((await ask(8)).json()).toEqual({ minutes: 9 });
        expect(await lettersTo(test, email)).toHaveLength(6);
        test.now += HOUR;
        expect((await ask(9)).json()).toEqual({});
        expect(await lettersTo(test, email)).toHaveLength(7);
      },
    );

    it('mails ten a minute for one IP address, to any email addresses', async () => {
      const browser = new Browser(test);
      browser.address = '10.8.0.1';
      const ask = async (index: number) =>
        await browser.call('sendSignInLink', { email: `each${index}@example.org` });
      for (let index = 0; index < 10; index += 1) expect((await ask(index)).statusCode).toBe(202);
      expectRefusal(await ask(10), 429, TOO_MANY);
      test.now += 60_000;
      expect((await ask(11)).statusCode).toBe(202);
    });
  });

  describe('without a mail server', () => {
    const test = testApp(place, { SMTP_URL: '' });

    it('does not exist', async () => {
      const browser = new Browser(test);
      const response = await browser.call('sendSignInLink', { email: 'ada@example.org' });
      expectRefusal(response, 404, 'Page not found.');
      expect(await lettersTo(test, 'ada@example.org')).toEqual([]);
    });
  });
});
