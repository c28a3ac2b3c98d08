import { describe, expect, it } from 'vitest';
import { freshUser, secondBrowser, type TestUser, testApp } from '../testing/app.ts';
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
import { addProvider, providersOf, withoutPassword } from '../testing/rows.ts';
import { findAccountOf } from './queries/accounts.ts';

const WRONG_CODE = 'That code is wrong or has expired. Get a new code.';
const IN_USE = 'An account with this email already exists. Please sign in instead.';
const MINUTES_15 = 900_000;
const MINUTES_5 = 300_000;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function change({ browser, userId, password }: TestUser, email: string, other: object) {
    return await browser.call('changeEmail', { userId, email, password, ...other });
  }

  async function give({ browser, userId }: TestUser, email: string, proof: Proof) {
    return await browser.call('changeEmail', { userId, email, ...proof });
  }

  async function expectNothingChanged(refuse: () => Promise<void>) {
    const before = await everythingStored(test.context.db);
    await refuse();
    expect(await everythingStored(test.context.db)).toEqual(before);
  }

  async function signInStatus(email: string, password: string): Promise<number> {
    return (await browserElsewhere(test).call('signIn', { email, password })).statusCode;
  }

  const newAddress = ({ email }: TestUser) => `new-${email}`;

  describe('asking for the code', () => {
    it('changes nothing, and mails it only to the new address', async () => {
      const user = await freshUser(test);
      await expectNothingChanged(async () => {
        const response = await change(user, newAddress(user), {});
        expect(response.statusCode).toBe(202);
        expect(response.json()).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/) });
      });
      const code = expect.stringMatching(/^\d{6}$/);
      const letter = { kind: 'changeEmailCode', code };
      expect(await lettersTo(test, newAddress(user))).toEqual([letter]);
      expect(await lettersTo(test, user.email)).toEqual([]);
    });

    it('does not reveal whether the address is in use', async () => {
      const [user, owner] = [await freshUser(test), await freshUser(test)];
      const answers = [await change(user, owner.email, {}), await change(user, 'free@e.org', {})];
      const [used, free] = answers.map((answer) => {
        const whole = wholeAnswer(answer);
        return { ...whole, body: whole.body.replace(/[\w-]{43}/, '*') };
      });
      expect(used).toEqual(free);
    });

    it.each([
      ['wrong', 'not this one'],
      ['missing', undefined],
    ])('requires the password, and mails nothing if it is %s', async (_what, password) => {
      const user = await freshUser(test);
      const refused = await change(user, newAddress(user), { password });
      expectRefusal(refused, 403, 'That password is wrong. Please try again.');
      expect(await lettersTo(test, newAddress(user))).toEqual([]);
    });

    it('allows 20 wrong passwords to the session, and then ten in a minute', async () => {
      const user = await freshUser(test);
      for (let time = 1; time <= 30; time += 1) {
        await change(user, newAddress(user), { password: 'wrong' });
      }
      const refused = await change(user, newAddress(user), {});
      expectRefusal(refused, 429, 'Too many attempts. Please try again later.');
    });

    it('allows five codes an hour for an address, even from different users', async () => {
      const email = 'much-wanted@example.org';
      for (let time = 1; time <= 5; time += 1) {
        expect((await change(await freshUser(test), email, {})).statusCode).toBe(202);
      }
      const refused = await change(await freshUser(test), email, {});
      expectRefusal(refused, 429, 'Too many attempts. Please try again later.');
    });

    it('needs a sign-in within the last five minutes if there is no password', async () => {
      const user = await withoutPassword(test, await freshUser(test));
      test.now += MINUTES_5 - 1;
      expect((await change(user, newAddress(user), {})).statusCode).toBe(202);
      test.now += 1;
      const refused = await change(user, newAddress(user), {});
      expectRefusal(refused, 403, 'First, please confirm that it’s you.');
    });
  });

  describe('the code', () => {
    it('gives the account its new address, and answers with the session user', async () => {
      const user = await freshUser(test, ['Tremor']);
      const email = newAddress(user);
      const proof = await askForChange(test, user, email);
      const before = (await user.browser.call('getSession')).json();
      const response = await give(user, ` ${email.toUpperCase()}`, proof);
      const changed = { ...before, email, asksAddress: false };
      expect([response.statusCode, response.json()]).toEqual([200, changed]);
      expect((await user.browser.call('getSession')).json()).toEqual(changed);
      expect(await signInStatus(email, user.password)).toBe(200);
      expect(await signInStatus(user.email, user.password)).toBe(401);
    });

    it('proves the address, and keeps the password and other sign-in methods', async () => {
      const user = await freshUser(test);
      await addProvider(test, user);
      const before = await findAccountOf(test.context.db, user.userId);
      const email = newAddress(user);
      await give(user, email, await askForChange(test, user, email));
      const after = await findAccountOf(test.context.db, user.userId);
      expect(after).toEqual({ ...before, email, emailProven: true });
      expect(await providersOf(test, user)).toEqual({ identities: 1, tokens: 1 });
    });

    it('keeps this browser signed in with a new cookie, and signs out all others', async () => {
      const user = await freshUser(test);
      const elsewhere = await secondBrowser(test, user);
      const old = user.browser.cookie;
      await give(user, newAddress(user), await askForChange(test, user, newAddress(user)));
      expect((await user.browser.call('getSession')).statusCode).toBe(200);
      expectRefusal(await elsewhere.browser.call('getSession'), 401, 'Please sign in.');
      elsewhere.browser.cookie = old;
      expectRefusal(await elsewhere.browser.call('getSession'), 401, 'Please sign in.');
    });

    it('mails a notice to the former address', async () => {
      const user = await freshUser(test);
      const newEmail = newAddress(user);
      await give(user, newEmail, await askForChange(test, user, newEmail));
      expect(await lettersTo(test, user.email)).toEqual([{ kind: 'emailChanged', newEmail }]);
    });

    it('reveals that the address is in use, and changes nothing', async () => {
      const [user, owner] = [await freshUser(test), await freshUser(test)];
      const proof = await askForChange(test, user, owner.email);
      await expectNothingChanged(async () => {
        expectRefusal(await give(user, owner.email, proof), 409, IN_USE);
        // The rejected change has used up the code.
        expectRefusal(await give(user, owner.email, proof), 400, WRONG_CODE);
      });
      expect(await lettersTo(test, user.email)).toEqual([]);
      expect(await signInStatus(owner.email, owner.password)).toBe(200);
    });

    it('invalidates codes to the former address', async () => {
      const user = await freshUser(test);
      const reset = await askForReset(test, user);
      await give(user, newAddress(user), await askForChange(test, user, newAddress(user)));
      // The codes stay invalid even when a new account takes the former address.
      const { email: formerEmail, password } = user;
      const next = { email: formerEmail, password };
      expect((await browserElsewhere(test).call('signUp', next)).statusCode).toBe(201);
      for (const email of [user.email, newAddress(user)]) {
        const input = { email, newPassword: NEW_PASSWORD, ...reset };
        const failed = await browserElsewhere(test).call('resetPassword', input);
        expectRefusal(failed, 400, 'Failed to reset password. Please try again.');
      }
    });

    it('can prove the address that the account already has', async () => {
      const user = await freshUser(test);
      const proof = await askForChange(test, user, user.email);
      expect((await give(user, user.email, proof)).statusCode).toBe(200);
      const account = await findAccountOf(test.context.db, user.userId);
      expect(account).toMatchObject({ email: user.email, emailProven: true });
      const letters = await lettersTo(test, user.email);
      expect(letters.map(({ kind }) => kind)).toEqual(['changeEmailCode']);
    });
  });

  describe('is refused, and nothing changes:', () => {
    it('another user’s challenge and code', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      const email = 'wanted-by-two@example.org';
      const proof = await askForChange(test, other, email);
      await expectNothingChanged(async () => {
        expectRefusal(await give(user, email, proof), 400, WRONG_CODE);
      });
      expect((await give(other, email, proof)).statusCode).toBe(200);
    });

    it('a code for another address', async () => {
      const user = await freshUser(test);
      const proof = await askForChange(test, user, newAddress(user));
      await expectNothingChanged(async () => {
        expectRefusal(await give(user, 'elsewhere@example.org', proof), 400, WRONG_CODE);
      });
    });

    it('a code for a password reset', async () => {
      const [user, owner] = [await freshUser(test), await freshUser(test)];
      const proof = await askForReset(test, owner);
      await expectNothingChanged(async () => {
        expectRefusal(await give(user, owner.email, proof), 400, WRONG_CODE);
      });
    });

    it('the right code at the sixth attempt', async () => {
      const user = await freshUser(test);
      const email = newAddress(user);
      const { challenge, code } = await askForChange(test, user, email);
      const wrong = code === '000000' ? '000001' : '000000';
      await expectNothingChanged(async () => {
        for (const each of [...Array(5).fill(wrong), code]) {
          expectRefusal(await give(user, email, { challenge, code: each }), 400, WRONG_CODE);
        }
      });
    });

    it('a used code, and a code after 15 minutes', async () => {
      const user = await freshUser(test);
      const email = newAddress(user);
      const used = await askForChange(test, user, email);
      await give(user, email, used);
      test.now += 1;
      const late = await askForChange(test, user, user.email);
      test.now += MINUTES_15;
      await expectNothingChanged(async () => {
        expectRefusal(await give(user, email, used), 400, WRONG_CODE);
        expectRefusal(await give(user, user.email, late), 400, WRONG_CODE);
      });
    });
  });
});
