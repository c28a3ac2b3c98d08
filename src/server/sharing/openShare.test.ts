import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import { Browser, freshUser, type TestApp, testApp, wait } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { askForReset, NEW_PASSWORD } from '../testing/outbox.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';
import { everyText } from '../testing/rows.ts';
import {
  ENDED,
  madeShare,
  PASSCODE,
  reading,
  shareInput,
  type TestShare,
} from '../testing/sharing.ts';
import { joinedWithoutAnswer, provenElsewhere } from '../testing/splits.ts';

const LOCKED =
  'This link is locked, because a wrong passcode was entered too often. Please ask for a new link.';
const WRONG = 'That passcode is wrong. Please try again.';
const OPEN_AGAIN = 'Please open the link again.';
const TOO_MANY = 'Too many attempts. Please try again later.';
const NOBODYS: TestShare = { shareId: crypto.randomUUID(), secret: 'A'.repeat(43) };

onEveryDatabase((place, onlyOnce) => {
  const test: TestApp = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });
  const manyTries = testApp(place, {}, { attempts: { max: 1000, windowMs: 60_000 } });

  const elsewhere = () => {
    const browser = new Browser(test);
    browser.address = `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
    return browser;
  };
  const open = (share: TestShare, other: object = {}) =>
    elsewhere().call('openShare', { ...share, ...other });
  const visit = (browser: Browser, { shareId }: TestShare) =>
    browser.call('getSharedVisit', { shareId });
  const shares = async ({ browser, userId }: Awaited<ReturnType<typeof freshUser>>) =>
    (await browser.call('getShares', { userId })).json();

  it('starts a session in a cookie that only our own pages send, until the browser is closed', async () => {
    const share = await madeShare(test, await freshUser(test));
    const answer = await open(share);
    expect(answer.cookies).toEqual([
      {
        name: `__Host-reader-${share.shareId}`,
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ]);
    expect(answer.body).toBe('{}');
  });

  it('stores neither the secret, nor the token, nor the passcode', async () => {
    const share = await madeShare(test, await freshUser(test), { passcode: PASSCODE });
    const browser = await reading(test, share, { passcode: PASSCODE });
    await open(share, { passcode: 'Wrong one' });
    const [text, log] = [await everyText(test), JSON.stringify(test.logged)];
    for (const secret of [share.secret, PASSCODE, 'Wrong one', ...browser.cookies.values()]) {
      expect(text).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
  });

  it('tells nobody without the secret whether there is a link', async () => {
    const user = await freshUser(test);
    const { userId, browser } = user;
    const [live, withPasscode, ended, expired] = [
      await madeShare(test, user),
      await madeShare(test, user, { passcode: PASSCODE }),
      await madeShare(test, user),
      await madeShare(test, user, { expiresAt: new Date(test.now + 1000).toISOString() }),
    ];
    await browser.call('endShare', { userId, shareId: ended.shareId });
    test.now += 1000;
    const before = await everythingStored(test.context.db);
    const wrong = { secret: NOBODYS.secret };
    const answers = [
      await open(NOBODYS),
      await open({ ...live, ...wrong }),
      await open({ ...withPasscode, ...wrong }),
      await open({ ...withPasscode, ...wrong }, { passcode: PASSCODE }),
      await open({ ...live, secret: '' }),
      await open(ended),
      await open({ ...ended, ...wrong }),
      await open(expired),
    ].map(wholeAnswer);
    expect(JSON.parse(answers[0]?.body ?? '')).toEqual({ error: ENDED });
    expect(answers[0]?.status).toBe(404);
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('limits tries without the secret by address, and lets its holder in from there', async () => {
    const browser = elsewhere();
    const share = await madeShare(test, await freshUser(test), { passcode: PASSCODE });
    const unknown = () => ({ ...NOBODYS, shareId: crypto.randomUUID() });
    for (let count = 0; count < 10; count += 1) {
      expectRefusal(await browser.call('openShare', unknown()), 404, ENDED);
    }
    const wrong = { ...share, secret: NOBODYS.secret };
    for (const other of [unknown(), wrong]) {
      expectRefusal(await browser.call('openShare', other), 429, TOO_MANY);
    }
    const right = { ...share, passcode: PASSCODE };
    expect((await browser.call('openShare', right)).statusCode).toBe(200);
    test.now += 60_001;
    expectRefusal(await browser.call('openShare', unknown()), 404, ENDED);
  });

  it('limits tries without the secret by link, and lets its holder in', async () => {
    const share = await madeShare(test, await freshUser(test));
    const unknown = { ...NOBODYS, shareId: crypto.randomUUID() };
    for (const { shareId } of [share, unknown]) {
      const wrong = { shareId, secret: NOBODYS.secret };
      for (let count = 0; count < 10; count += 1) expectRefusal(await open(wrong), 404, ENDED);
      expectRefusal(await open(wrong), 429, TOO_MANY);
    }
    expect((await open(share)).statusCode).toBe(200);
    test.now += 60_001;
    expectRefusal(await open({ ...share, secret: NOBODYS.secret }), 404, ENDED);
  });

  it('limits wrong passcodes by address', async () => {
    const browser = elsewhere();
    const user = await freshUser(test);
    const share = await madeShare(test, user, { passcode: PASSCODE });
    const other = await madeShare(test, user, { passcode: PASSCODE });
    for (let count = 0; count < 5; count += 1) {
      for (const each of [share, other]) {
        const wrong = { ...each, passcode: `wrong ${count}` };
        expectRefusal(await browser.call('openShare', wrong), 403, WRONG);
      }
    }
    const right = { ...share, passcode: PASSCODE };
    expectRefusal(await browser.call('openShare', right), 429, TOO_MANY);
    expect((await open(share, { passcode: PASSCODE })).statusCode).toBe(200);
    test.now += 60_001;
    expect((await browser.call('openShare', right)).statusCode).toBe(200);
  });

  it('asks for the passcode, and counts only wrong ones', async () => {
    const share = await madeShare(test, await freshUser(test), { passcode: `  ${PASSCODE} ` });
    for (let count = 0; count < 12; count += 1) {
      expectRefusal(await open(share), 403, 'This link has a passcode. Please enter it.');
      expect((await open(share, { passcode: PASSCODE })).statusCode).toBe(200);
    }
    expectRefusal(await open(share, { passcode: PASSCODE.toLowerCase() }), 403, WRONG);
    expect((await open(share, { passcode: ` ${PASSCODE} ` })).statusCode).toBe(200);
  });

  it('is locked for good after ten wrong passcodes, whatever the pauses between them', async () => {
    const user = await freshUser(test);
    const share = await madeShare(test, user, { passcode: PASSCODE });
    const reader = await reading(test, share, { passcode: PASSCODE });
    for (let count = 0; count < 10; count += 1) {
      test.now += 61_000;
      expect((await visit(reader, share)).statusCode).toBe(200);
      expectRefusal(await open(share, { passcode: `wrong ${count}` }), 403, WRONG);
    }
    test.now += 61_000;
    expectRefusal(await open(share, { passcode: PASSCODE }), 403, LOCKED);
    expectRefusal(await open(share), 403, LOCKED);
    // This reader entered the right passcode before the link was locked.
    expect((await visit(reader, share)).statusCode).toBe(200);
    expect(await shares(user)).toMatchObject([{ shareId: share.shareId, state: 'locked' }]);
    await user.browser.call('endShare', { userId: user.userId, shareId: share.shareId });
    expectRefusal(await visit(reader, share), 404, ENDED);
  });

  it('checks at most ten wrong passcodes that come at once', async () => {
    const user = await freshUser(manyTries);
    const share = await madeShare(manyTries, user, { passcode: PASSCODE });
    const tries = Array.from({ length: 40 }, (_, index) => {
      const browser = new Browser(manyTries);
      browser.address = `10.8.0.${index}`;
      return browser.call('openShare', { ...share, passcode: `wrong ${index}` });
    });
    const errors = (await Promise.all(tries)).map((answer) => answer.json().error);
    expect(errors.filter((error) => error === WRONG)).toHaveLength(10);
    expect(errors.filter((error) => error === LOCKED)).toHaveLength(30);
    const right = { ...share, passcode: PASSCODE };
    expectRefusal(await new Browser(manyTries).call('openShare', right), 403, LOCKED);
  });

  it('lists each opening with its time, and adds it to the activity', async () => {
    const user = await freshUser(test);
    const { userId, browser } = user;
    const share = await madeShare(test, user);
    const times = [];
    for (let count = 0; count < 3; count += 1) {
      test.now += 1000;
      times.unshift(new Date(test.now).toISOString());
      await reading(test, share);
    }
    expect((await shares(user))[0].openings).toEqual(times);
    const activity = (await browser.call('getActivity', { userId })).json();
    expect(activity.slice(0, 2)).toMatchObject([
      { kind: 'shareOpened', count: 3 },
      { kind: 'shareMade', count: 1 },
    ]);
  });

  it('opens a link at most 60 times in 24 hours, and lists the last hundred', async () => {
    const user = await freshUser(test);
    const share = await madeShare(test, user);
    const first = await reading(test, share);
    for (let count = 1; count < 60; count += 1) await reading(test, share);
    expectRefusal(await open(share), 429, TOO_MANY);
    expect((await visit(first, share)).statusCode).toBe(200);
    test.now += DAY_MS;
    for (let count = 0; count < 60; count += 1) await reading(test, share);
    expect((await shares(user))[0].openings).toHaveLength(100);
  });

  describe('a reader’s session', () => {
    it('ends with the link at once, and continues if the link is restored', async () => {
      const user = await freshUser(test);
      const { userId, browser } = user;
      const share = await madeShare(test, user);
      const { shareId } = share;
      const reader = await reading(test, share);
      expect((await visit(reader, share)).statusCode).toBe(200);
      await browser.call('endShare', { userId, shareId });
      expectRefusal(await visit(reader, share), 404, ENDED);
      expectRefusal(await reader.call('getSharedReport', { shareId }), 404, ENDED);
      await browser.call('restoreShare', { userId, shareId });
      expect((await visit(reader, share)).statusCode).toBe(200);
    });

    it('ends when the link expires', async () => {
      const user = await freshUser(test);
      const expiresAt = new Date(test.now + 60_000).toISOString();
      const share = await madeShare(test, user, { expiresAt });
      const reader = await reading(test, share);
      expect((await visit(reader, share)).json().expiresAt).toBe(expiresAt);
      test.now += 60_000;
      expectRefusal(await visit(reader, share), 404, ENDED);
    });

    it('ends after a day', async () => {
      const share = await madeShare(test, await freshUser(test));
      const reader = await reading(test, share);
      test.now += DAY_MS - 1;
      expect((await visit(reader, share)).statusCode).toBe(200);
      test.now += 1;
      expectRefusal(await visit(reader, share), 401, OPEN_AGAIN);
      expect((await open(share)).statusCode).toBe(200);
    });

    it('ends when the account goes to another person', async () => {
      const user = await freshUser(test);
      const share = await madeShare(test, user);
      const reader = await reading(test, share);
      const owner = await provenElsewhere(test, user.email);
      await joinedWithoutAnswer(test, user);
      expectRefusal(await visit(reader, share), 404, ENDED);
      expectRefusal(await open(share), 404, ENDED);
      const whole = { ...owner, userId: user.userId };
      expect(await shares(whole)).toMatchObject([{ state: 'ended' }]);
    });

    it('continues when the owner resets the password', async () => {
      const user = await freshUser(test);
      const { email, userId } = user;
      await test.context.db
        .updateTable('accounts')
        .set({ email_proven: 1 })
        .where('user_id', '=', userId)
        .execute();
      const share = await madeShare(test, user);
      const reader = await reading(test, share);
      const proof = await askForReset(test, user);
      const input = { email, newPassword: NEW_PASSWORD, ...proof };
      expect((await user.browser.call('resetPassword', input)).statusCode).toBe(200);
      expect((await visit(reader, share)).statusCode).toBe(200);
    });

    it('ends with the account, and nothing opens then', async () => {
      const user = await freshUser(test);
      const { userId, browser, password } = user;
      const share = await madeShare(test, user);
      const reader = await reading(test, share);
      expect((await browser.call('deleteAccount', { userId, password })).statusCode).toBe(200);
      expectRefusal(await visit(reader, share), 401, OPEN_AGAIN);
      expectRefusal(await open(share), 404, ENDED);
    });

    it('is that of one link: two of them in one browser are never mixed up', async () => {
      const [one, other] = [await freshUser(test), await freshUser(test)];
      const { userId, browser } = other;
      await browser.call('updateProfile', { userId, firstName: 'Ada' });
      const [first, second] = [await madeShare(test, one), await madeShare(test, other)];
      const reader = await reading(test, first);
      expectRefusal(await visit(reader, second), 401, OPEN_AGAIN);
      await reader.call('openShare', second);
      const name = async (share: TestShare) =>
        (await visit(reader, share)).json().visit.person.name;
      expect([await name(first), await name(second)]).toEqual(['Grace Hopper', 'Ada Hopper']);
    });

    it('is not accepted for another link, or as a person’s session', async () => {
      const user = await freshUser(test);
      const [share, other] = [await madeShare(test, user), await madeShare(test, user)];
      const [[name, token] = ['', '']] = [...(await reading(test, share)).cookies];
      const reader = new Browser(test);
      reader.cookies.set(name.replace(share.shareId, other.shareId), token);
      reader.cookies.set('__Host-session', token);
      expectRefusal(await visit(reader, other), 401, OPEN_AGAIN);
      const { userId } = user;
      expectRefusal(await reader.call('getUserProfile', { userId }), 401, 'Please sign in.');
      user.browser.cookies.set(name, [...user.browser.cookies.values()][0] ?? '');
      expectRefusal(await visit(user.browser, share), 401, OPEN_AGAIN);
    });
  });

  onlyOnce(() => {
    it.each([[-1], [0], [367 * DAY_MS + 1]])('needs an expiry within a year: %d ms', async (ms) => {
      const user = await freshUser(test);
      const expiresAt = new Date(test.now + ms).toISOString();
      const answer = await user.browser.call('makeShare', shareInput(test, user, { expiresAt }));
      expectRefusal(answer, 400, 'Choose a day within the next year.');
      expect(await shares(user)).toEqual([]);
    });

    it('needs the owner’s proof for more than 30 days, after five minutes', async () => {
      const user = await freshUser(test);
      const { browser, userId, password } = user;
      wait(test, 300_000);
      const make = async (days: number) => {
        const expiresAt = new Date(test.now + days * DAY_MS).toISOString();
        return await browser.call('makeShare', shareInput(test, user, { expiresAt }));
      };
      // The end of the day 30 days from now is up to two days later, by zone.
      expect((await make(32)).statusCode).toBe(201);
      expectRefusal(await make(32.1), 403, 'First, please confirm that it’s you.');
      expect(await shares(user)).toHaveLength(1);
      await browser.call('proveOwner', { userId, password });
      expect((await make(365)).statusCode).toBe(201);
    });

    it('needs a profile', async () => {
      const user = await freshUser(test);
      await test.context.db.deleteFrom('profiles').where('user_id', '=', user.userId).execute();
      const answer = await user.browser.call('makeShare', shareInput(test, user));
      expectRefusal(answer, 404, 'User not found');
    });
  });
});
