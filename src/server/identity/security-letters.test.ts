import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { Browser, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { madeHealthLink } from '../testing/health-links.ts';
import { runOAuthFlow, standInForGoogle, whoIsIn } from '../testing/oauth-flows.ts';
import { askForLink, lettersTo, NEW_PASSWORD } from '../testing/outbox.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { everyText, provenUser } from '../testing/rows.ts';
import { madeShare } from '../testing/sharing.ts';
import { exported } from '../testing/transfers.ts';

const HOUR = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const ENDED =
  'This link no longer works. It is too old, or that has ended already. If you are not sure, set a new password.';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);

  async function lettersOf<Kind extends Letter['kind']>(
    { email }: Pick<TestUser, 'email'>,
    kind: Kind,
  ) {
    const letters = await lettersTo(test, email);
    return letters.filter((each): each is Extract<Letter, { kind: Kind }> => each.kind === kind);
  }

  /** The user, signed in in a new browser. */
  async function onPhone({ email, password, userId }: TestUser): Promise<TestUser> {
    const browser = new Browser(test);
    browser.userAgent = FIREFOX;
    expect((await browser.call('signIn', { email, password })).statusCode).toBe(200);
    return { browser, email, password, userId };
  }

  /** Presses 'This was not me' in the first letter of a kind. */
  async function press(user: TestUser, kind: 'newBrowser' | 'newShare') {
    const { link } = (await lettersOf(user, kind))[0] ?? { link: '' };
    const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('secret');
    return await new Browser(test).call('endWayIn', { secret });
  }

  async function livesOf({ browser, userId }: TestUser): Promise<string[]> {
    const shares: { state: string }[] = (await browser.call('getShares', { userId })).json();
    return shares.map(({ state }) => state);
  }

  describe('a new browser', () => {
    it('is named in a letter, with the day', async () => {
      const user = await provenUser(test);
      await onPhone(user);
      expect(await lettersOf(user, 'newBrowser')).toMatchObject([
        { browser: 'Firefox on Android', day: 'November 18, 2026' },
      ]);
    });

    it('is not named again once it is known, and not at a new password', async () => {
      const user = await provenUser(test);
      const phone = await onPhone(user);
      const { browser, userId, email, password } = phone;
      await browser.call('signOut');
      await browser.call('signIn', { email, password });
      await browser.call('changePassword', { userId, password, newPassword: NEW_PASSWORD });
      expect(await lettersOf(user, 'newBrowser')).toHaveLength(1);
    });

    it('has no letter to an address that is not proven', async () => {
      const user = await freshUser(test);
      await onPhone(user);
      expect(await lettersOf(user, 'newBrowser')).toEqual([]);
    });

    it('has no letter if it made the account, or has first proven its address', async () => {
      const signedUp = { browser: new Browser(test), email: 'signed-up@example.org' };
      await signedUp.browser.call('signUp', { email: signedUp.email, password: NEW_PASSWORD });
      const made = { browser: new Browser(test), email: 'made-by-link@example.org' };
      const unproven = await freshUser(test);
      const proving = { browser: new Browser(test), email: unproven.email };
      for (const { browser, email } of [made, proving]) {
        const link = { email, ...(await askForLink(test, { browser, email })) };
        expect((await browser.call('signInWithLink', link)).statusCode).toBe(200);
      }
      google.person({ email: 'made-by-google@gmail.com' });
      expect(await runOAuthFlow(new Browser(test), google.provider)).toBe('');
      for (const email of [signedUp, made, proving].map((each) => each.email)) {
        expect(await lettersOf({ email }, 'newBrowser')).toEqual([]);
      }
      expect(await lettersOf({ email: 'made-by-google@gmail.com' }, 'newBrowser')).toEqual([]);
    });

    it('has a letter if a link or a provider signed it in to an older account', async () => {
      const user = await provenUser(test);
      const link = await askForLink(test, user);
      await new Browser(test).call('signInWithLink', { email: user.email, ...link });
      expect(await lettersOf(user, 'newBrowser')).toHaveLength(1);
      google.person({ email: 'older@gmail.com' });
      for (const browser of [new Browser(test), new Browser(test)]) {
        expect(await runOAuthFlow(browser, google.provider)).toBe('');
      }
      expect(await lettersOf({ email: 'older@gmail.com' }, 'newBrowser')).toHaveLength(1);
    });

    it('has a letter three times an hour', async () => {
      const user = await provenUser(test);
      for (let count = 1; count <= 5; count += 1) await onPhone(user);
      expect(await lettersOf(user, 'newBrowser')).toHaveLength(3);
      test.now += HOUR;
      await onPhone(user);
      expect(await lettersOf(user, 'newBrowser')).toHaveLength(4);
    });

    it('is ended by ‘This was not me’ once, with all sessions', async () => {
      const user = await provenUser(test);
      const phone = await onPhone(user);
      expect((await press(user, 'newBrowser')).statusCode).toBe(200);
      for (const { browser } of [user, phone]) expect(await whoIsIn(browser)).toBeUndefined();
      expectRefusal(await press(user, 'newBrowser'), 400, ENDED);
      const again = await onPhone(user);
      const activity = await again.browser.call('getActivity', { userId: user.userId });
      expect(activity.json()).toContainEqual(
        expect.objectContaining({ kind: 'sessionEnded', detail: 'Firefox on Android' }),
      );
    });

    it('is not ended again after the owner logged it out', async () => {
      const user = await provenUser(test);
      await onPhone(user);
      const { browser, userId } = user;
      const sessions = (await browser.call('getSessions', { userId })).json();
      await browser.call('endSession', { userId, sessionId: sessions[1].sessionId });
      expectRefusal(await press(user, 'newBrowser'), 400, ENDED);
      expect(await whoIsIn(browser)).toBeDefined();
    });
  });

  describe('a new link', () => {
    it('has a letter without its label, and so has a code for a clinic', async () => {
      const user = await provenUser(test);
      await madeShare(test, user, { label: 'Dr. Hopkins' });
      await madeHealthLink(user);
      expect(await lettersOf(user, 'newShare')).toMatchObject([
        { what: 'link', day: 'November 18, 2026' },
        { what: 'code', day: 'November 18, 2026' },
      ]);
      expect(JSON.stringify(await lettersTo(test, user.email))).not.toContain('Hopkins');
    });

    it('has no letter to an address that is not proven', async () => {
      const user = await freshUser(test);
      await madeShare(test, user);
      expect(await lettersOf(user, 'newShare')).toEqual([]);
    });

    it('is ended by ‘This was not me’, with those of the same hour and all sessions', async () => {
      const user = await provenUser(test);
      await madeShare(test, user);
      test.now += 1;
      const phone = await onPhone(user);
      await madeShare(test, phone);
      test.now += HOUR - 1;
      await madeShare(test, phone);
      expect((await press(user, 'newShare')).statusCode).toBe(200);
      expect(await whoIsIn(phone.browser)).toBeUndefined();
      expect(await livesOf(await onPhone(user))).toEqual(['live', 'ended', 'ended']);
    });

    it('is a code that has expired: the press still ends the sessions, and only once', async () => {
      const user = await onPhone(await provenUser(test));
      await madeHealthLink(user);
      test.now += HOUR;
      expect((await press(user, 'newShare')).statusCode).toBe(200);
      expect(await whoIsIn(user.browser)).toBeUndefined();
      const again = await onPhone(user);
      expectRefusal(await press(user, 'newShare'), 400, ENDED);
      expect(await whoIsIn(again.browser)).toBeDefined();
    });
  });

  describe('an export', () => {
    it('has a letter at the first one of a day in the person’s zone', async () => {
      const user = await provenUser(test);
      const { now } = test;
      await exported(user, 'json');
      await exported(user, 'csv');
      expect(await lettersOf(user, 'exported')).toEqual([
        { kind: 'exported', day: 'November 18, 2026' },
      ]);
      // Midnight in New York.
      test.now = Date.parse('2026-11-19T05:00:00Z') - 1;
      await exported(user, 'json');
      expect(await lettersOf(user, 'exported')).toHaveLength(1);
      test.now += 1;
      await exported(user, 'json');
      expect(await lettersOf(user, 'exported')).toHaveLength(2);
      test.now = now + DAY_MS;
    });

    it('has no letter to an address that is not proven', async () => {
      const user = await freshUser(test);
      await exported(user, 'json');
      expect(await lettersOf(user, 'exported')).toEqual([]);
    });
  });
});

onEveryDatabase((place) => {
  const test = testApp(place, { SMTP_URL: '' });

  it('sends none of these letters without a mail server', async () => {
    const user = await provenUser(test);
    const { email, password } = user;
    await new Browser(test).call('signIn', { email, password });
    await madeShare(test, user);
    await exported(user, 'json');
    expect(await lettersTo(test, email)).toEqual([]);
    expect(await everyText(test)).not.toContain('not-me');
  });
});
