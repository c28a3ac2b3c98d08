import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { linkIn } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { provenUser } from '../testing/rows.ts';
import { nextTurn } from './queries/planned-letters.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

it.each([
  ['nothing was sent', [], 0],
  ['four were sent just now', [0, 0, 0, 0], 0],
  ['five were sent just now', [0, 0, 0, 0, 0], 10],
  ['the last of five was sent nine minutes ago', [-20, -20, -20, -20, -9], 1],
  ['the last of five was sent long ago', [-50, -50, -50, -50, -30], 0],
  ['five were sent an hour ago', [-60, -60, -60, -60, -60], 0],
])('a letter is sent in the right minute if %s', (_, minutes, expected) => {
  const now = 100 * HOUR;
  const sent = minutes.map((at) => now + at * MINUTE);
  const turn = nextTurn(sent, LIMITS, now);
  expect(turn).toEqual({ at: now + expected * MINUTE, isWaiting: false });
});

it('one letter waits at most', () => {
  expect(nextTurn([0, 0, 0, 0, 0, 10 * MINUTE], LIMITS, MINUTE)).toEqual({
    at: 10 * MINUTE,
    isWaiting: true,
  });
});

/** The links that have been sent by now and have not expired, newest first. */
async function linksNow({ context, now }: TestApp, email: string) {
  const { db, secrets } = context;
  const mails = await db
    .selectFrom('jobs')
    .select(['sealed', 'due_at'])
    .where('target_hash', '=', secrets.keyedHash(email))
    .where('due_at', '<=', now)
    .where('due_at', '>', now - 15 * MINUTE)
    .orderBy('due_at', 'desc')
    .execute();
  return mails.map(({ sealed }) => {
    const { letter } = JSON.parse(secrets.open(sealed)) as { letter: { link: string } };
    return linkIn(letter.link);
  });
}

onEveryDatabase((place) => {
  const test = testApp(place);

  it('strangers who ask for links all day keep the owner out in 0 of 100 cases', async () => {
    const { email } = await provenUser(test);
    const askElsewhere = () => browserElsewhere(test).call('sendSignInLink', { email });
    let sent = 0;
    for (let time = 0; time < 100; time += 1) {
      // Strangers ask every two minutes; the owner once, at another second each time.
      for (let minute = 0; minute < 14; minute += 2) {
        test.now += 2 * MINUTE;
        expect((await askElsewhere()).statusCode).toBe(202);
      }
      test.now += time * SECOND;
      const pressed = test.now;
      const browser = browserElsewhere(test);
      const answer = await browser.call('sendSignInLink', { email });
      expect(answer.statusCode).toBe(202);
      const { minutes = 0 } = answer.json();
      expect(minutes).toBeLessThanOrEqual(10);
      test.now = pressed + minutes * MINUTE;
      const [link, ...older] = await linksNow(test, email);
      sent = Math.max(sent, older.length + 1);
      expect((await browser.call('signInWithLink', { ...link })).statusCode, `${time}`).toBe(200);
    }
    // Of letters in a quarter of an hour, strangers cause five at first, and then two.
    expect(sent).toBeLessThanOrEqual(6);
  });

  it('a link that waits for its turn works for 15 minutes from then on', async () => {
    const { email } = await provenUser(test);
    const browser = browserElsewhere(test);
    for (let time = 0; time < 5; time += 1) {
      const stranger = browserElsewhere(test);
      expect((await stranger.call('sendSignInLink', { email })).json()).toEqual({});
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browserElsewhere(test).call('sendSignInLink', { email })),
    );
    expect(answers.map((answer) => answer.json())).toEqual(
      Array.from({ length: 5 }, () => ({ minutes: 10 })),
    );
    test.now += 10 * MINUTE;
    expect(await linksNow(test, email)).toHaveLength(6);
    test.now += 15 * MINUTE - 1;
    const [link, ...more] = await linksNow(test, email);
    expect(more).toEqual([]);
    expect((await browser.call('signInWithLink', { ...link })).statusCode).toBe(200);
  });

  it('strangers do not use up the links and codes that the owner asks for in a known browser', async () => {
    const user = await provenUser(test);
    const { email, password } = user;
    const browser = browserElsewhere(test);
    await browser.call('signIn', { email, password });
    await browser.call('signOut');
    const reset = { email, newPassword: 'a new horse 48' };
    for (let time = 0; time < 5; time += 1) {
      await browserElsewhere(test).call('sendSignInLink', { email });
      await browserElsewhere(test).call('resetPassword', reset);
    }
    expect((await browserElsewhere(test).call('resetPassword', reset)).statusCode).toBe(429);
    for (let time = 0; time < 5; time += 1) {
      expect((await browser.call('sendSignInLink', { email })).json()).toEqual({});
      expect((await browser.call('resetPassword', reset)).statusCode).toBe(202);
    }
    expect((await browser.call('resetPassword', reset)).statusCode).toBe(429);
  });
});
