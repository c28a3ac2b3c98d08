import { describe, expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import {
  askForChange,
  askForReset,
  lettersTo,
  NEW_PASSWORD,
  type Proof,
} from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal, wholeAnswer } from '../testing/refusals.ts';
import type { CodePurpose } from './queries/codes.ts';

const FAILED = 'Failed to reset password. Please try again.';
const TOO_MANY = 'Too many attempts. Please try again later.';
const MINUTES_15 = 900_000;
const MINUTE = 60_000;
const MAX_TRIES = 5;
const MAX_MAILS = 5;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function ask(email: string, browser = browserElsewhere(test)) {
    return await browser.call('resetPassword', { email, newPassword: NEW_PASSWORD });
  }

  async function reset({ email }: Pick<TestUser, 'email'>, proof: Proof) {
    const input = { email, newPassword: NEW_PASSWORD, ...proof };
    return await browserElsewhere(test).call('resetPassword', input);
  }

  async function expectFailure(user: Pick<TestUser, 'email'>, proof: Proof) {
    const before = await everythingStored(test.context.db);
    expectRefusal(await reset(user, proof), 400, FAILED);
    expect(await everythingStored(test.context.db)).toEqual(before);
  }

  /** Returns a different code. */
  function wrong(code: string, by = 1): string {
    return String((Number(code) + by) % 1_000_000).padStart(6, '0');
  }

  async function setPurpose({ email }: TestUser, purpose: CodePurpose) {
    const emailHash = test.context.secrets.keyedHash(email);
    const { db } = test.context;
    await db.updateTable('codes').set({ purpose }).where('email_hash', '=', emailHash).execute();
  }

  describe('is refused, and changes nothing:', () => {
    it('a wrong code', async () => {
      const user = await freshUser(test);
      const { challenge, code } = await askForReset(test, user);
      await expectFailure(user, { challenge, code: wrong(code) });
    });

    it('the right code without the browser’s challenge', async () => {
      const user = await freshUser(test);
      const { code } = await askForReset(test, user);
      await expectFailure(user, { challenge: 'A'.repeat(43), code });
      await expectFailure(user, { challenge: '', code });
    });

    it('code and challenge of another address', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      await expectFailure(user, await askForReset(test, other));
    });

    it('the challenge of one request with the code of another', async () => {
      const user = await freshUser(test);
      const first = await askForReset(test, user);
      test.now += 1;
      const second = await askForReset(test, user);
      await expectFailure(user, { challenge: first.challenge, code: second.code });
      await expectFailure(user, { challenge: second.challenge, code: first.code });
    });

    it('a code that was mailed to change an account’s address to this one', async () => {
      const [user, stranger] = [await freshUser(test), await freshUser(test)];
      await expectFailure(user, await askForChange(test, stranger, user.email));
      await expectFailure(stranger, await askForChange(test, stranger, stranger.email));
    });

    it.each(['changeEmail', 'signInLink'] as const)('a code only for %s', async (purpose) => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      await setPurpose(user, purpose);
      await expectFailure(user, proof);
      await setPurpose(user, 'resetPassword');
      expect((await reset(user, proof)).statusCode).toBe(200);
    });

    it('a used code', async () => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      expect((await reset(user, proof)).statusCode).toBe(200);
      await expectFailure(user, proof);
    });

    it('an earlier code, after a later one was used', async () => {
      const user = await freshUser(test);
      const first = await askForReset(test, user);
      test.now += 1;
      expect((await reset(user, await askForReset(test, user))).statusCode).toBe(200);
      await expectFailure(user, first);
    });

    it('a code after exactly 15 minutes, not a moment earlier', async () => {
      const [early, late] = [await freshUser(test), await freshUser(test)];
      const [inTime, tooLate] = [await askForReset(test, early), await askForReset(test, late)];
      test.now += MINUTES_15 - 1;
      expect((await reset(early, inTime)).statusCode).toBe(200);
      test.now += 1;
      await expectFailure(late, tooLate);
    });

    it('the right code at the sixth attempt', async () => {
      const user = await freshUser(test);
      const { challenge, code } = await askForReset(test, user);
      for (let by = 1; by <= MAX_TRIES; by += 1) {
        await expectFailure(user, { challenge, code: wrong(code, by) });
      }
      await expectFailure(user, { challenge, code });
    });

    it('a code for an address without an account, with the same response', async () => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      const known = await reset(user, { ...proof, code: wrong(proof.code) });
      const email = 'nobody-knows@example.org';
      const { challenge } = (await ask(email)).json();
      const [letter] = await lettersTo(test, email);
      const code = letter && 'code' in letter ? letter.code : '';
      expect(code).toMatch(/^\d{6}$/);
      for (const each of [wrong(code), code]) {
        const unknown = await reset({ email }, { challenge, code: each });
        expect(wholeAnswer(unknown)).toEqual(wholeAnswer(known));
      }
    });
  });

  it('accepts the right code at the fifth attempt', async () => {
    const user = await freshUser(test);
    const { challenge, code } = await askForReset(test, user);
    for (let by = 1; by < MAX_TRIES; by += 1) {
      await reset(user, { challenge, code: wrong(code, by) });
    }
    expect((await reset(user, { challenge, code })).statusCode).toBe(200);
  });

  it.each(['12345', '1234567', 'abcdef', '', '１２３４５６'])(
    'counts no attempt for %j, which is not a code',
    async (code) => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      for (let time = 0; time <= MAX_TRIES; time += 1) {
        const refused = await reset(user, { ...proof, code });
        expectRefusal(refused, 400, 'code must be the 6 digits of the code');
      }
      expect((await reset(user, proof)).statusCode).toBe(200);
    },
  );

  describe('the limits', () => {
    it('allow five codes an hour for an address, and then one in ten minutes', async () => {
      const { email } = await freshUser(test);
      for (let time = 1; time <= MAX_MAILS; time += 1) {
        expect((await ask(email)).statusCode, `code ${time}`).toBe(202);
      }
      expectRefusal(await ask(email), 429, TOO_MANY);
      expect(await lettersTo(test, email)).toHaveLength(MAX_MAILS);
      test.now += 10 * MINUTE - 1;
      expectRefusal(await ask(email.toUpperCase()), 429, TOO_MANY);
      test.now += 1;
      expect((await ask(email)).statusCode).toBe(202);
      expectRefusal(await ask(email), 429, TOO_MANY);
    });

    it('are the same, with the same message, for an address without an account', async () => {
      const { email } = await freshUser(test);
      const unknown = 'nobody-asks-so-often@example.org';
      for (let time = 1; time <= MAX_MAILS; time += 1) {
        await ask(email);
        await ask(unknown);
      }
      const refused = await ask(unknown);
      expectRefusal(refused, 429, TOO_MANY);
      expect(wholeAnswer(refused)).toEqual(wholeAnswer(await ask(email)));
    });

    it('do not invalidate codes that were mailed', async () => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      for (let time = 1; time <= MAX_MAILS; time += 1) await ask(user.email);
      expect((await reset(user, proof)).statusCode).toBe(200);
    });

    it('allow exactly five of many parallel requests', async () => {
      const { email } = await freshUser(test);
      const answers = await Promise.all(Array.from({ length: 15 }, () => ask(email)));
      expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(MAX_MAILS);
      expect(await lettersTo(test, email)).toHaveLength(MAX_MAILS);
    });

    it('allow ten codes a minute from one IP address, for any email addresses', async () => {
      const browser = browserElsewhere(test);
      for (let time = 1; time <= 10; time += 1) {
        expect((await ask(`asked${time}@example.org`, browser)).statusCode).toBe(202);
      }
      const { email } = await freshUser(test);
      expectRefusal(await ask(email, browser), 429, TOO_MANY);
      expect((await ask(email)).statusCode).toBe(202);
    });

    it('allow ten failed attempts a minute from one IP address, then reject even the right code', async () => {
      const user = await freshUser(test);
      const proof = await askForReset(test, user);
      const browser = browserElsewhere(test);
      const input = { email: user.email, newPassword: NEW_PASSWORD, ...proof };
      for (let time = 1; time <= 10; time += 1) {
        const challenge = String(time).repeat(43);
        const guess = await browser.call('resetPassword', { ...input, challenge });
        expectRefusal(guess, 400, FAILED);
      }
      expectRefusal(await browser.call('resetPassword', input), 429, TOO_MANY);
      expect((await reset(user, proof)).statusCode).toBe(200);
    });
  });
});
