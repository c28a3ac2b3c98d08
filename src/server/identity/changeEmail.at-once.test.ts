import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase, openPlace } from '../testing/databases.ts';
import {
  askForChange,
  askForReset,
  lettersTo,
  NEW_PASSWORD,
  type Proof,
} from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';
import { someoneWaits } from '../testing/someone-waits.ts';
import { addAccount } from './queries/accounts.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function give({ browser, userId }: TestUser, email: string, proof: Proof) {
    return await browser.call('changeEmail', { userId, email, ...proof });
  }

  it('gives an address that two accounts request at once to one of them, and reports that to the other', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const users = [await freshUser(test), await freshUser(test)];
      const email = `taken-at-once${round}@example.org`;
      const proofs: Proof[] = [];
      for (const user of users) {
        test.now += 1;
        proofs.push(await askForChange(test, user, email));
      }
      const answers = await Promise.all(
        users.map((user, index) => give(user, email, proofs[index] as Proof)),
      );
      // The change that commits first deletes all codes mailed to the new address, the other user's included.
      const [won, lost] = answers.map(({ statusCode }) => statusCode).sort();
      expect(won, `round ${round}`).toBe(200);
      expect([400, 409], `round ${round}`).toContain(lost);
    }
  });

  it('accepts the right code once of four times at once', async () => {
    const user = await freshUser(test);
    const email = `new-${user.email}`;
    const proof = await askForChange(test, user, email);
    const { cookie } = user.browser;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => {
        const browser = browserElsewhere(test);
        browser.cookie = cookie;
        return give({ ...user, browser }, email, proof);
      }),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([400, 401]).toContain(status);
    expect(await lettersTo(test, user.email)).toHaveLength(1);
  });

  async function resetAndChangeAtOnce(user: TestUser) {
    const email = `new-${user.email}`;
    const change = await askForChange(test, user, email);
    const reset = await askForReset(test, user);
    const input = { email: user.email, newPassword: NEW_PASSWORD, ...reset };
    const [done, changed] = await Promise.all([
      browserElsewhere(test).call('resetPassword', input),
      give(user, email, change),
    ]);
    const session = await user.browser.call('getSession');
    return { email, session, statuses: [done, changed, session].map((each) => each.statusCode) };
  }

  it('changes nothing if a reset came first', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const { statuses } = await resetAndChangeAtOnce(await provenUser(test));
      // If the reset commits first, it ends the session, and the change is refused. If the change commits
      // first, it invalidates the reset code.
      expect(
        [
          [200, 401, 401],
          [400, 200, 200],
        ],
        `round ${round}`,
      ).toContainEqual(statuses);
    }
  });

  it('changes the address of the entries if a reset gave an unproven one to somebody else first', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const user = await freshUser(test);
      const { email, session, statuses } = await resetAndChangeAtOnce(user);
      // The reset makes an account of its own, because nobody knows whose mailbox it is (DECISIONS 44).
      expect(
        [
          [200, 200, 200],
          [400, 200, 200],
        ],
        `round ${round}`,
      ).toContainEqual(statuses);
      expect(session.json()).toMatchObject({ id: user.userId, email });
      const ofMailbox = { email: user.email, password: NEW_PASSWORD };
      const signedIn = await browserElsewhere(test).call('signIn', ofMailbox);
      expect(signedIn.statusCode, `round ${round}`).toBe(statuses[0] === 200 ? 200 : 401);
      if (statuses[0] === 200) expect(signedIn.json().id).not.toBe(user.userId);
    }
  });

  describe('while another process', () => {
    let another: Database;

    beforeAll(async () => {
      another = await openPlace(place());
    });
    afterAll(() => another.destroy());

    it('ends the session, it waits and then changes nothing', async () => {
      const user = await freshUser(test);
      const email = `new-${user.email}`;
      const proof = await askForChange(test, user, email);
      const change = Promise.withResolvers<Awaited<ReturnType<typeof give>>>();
      await another.transaction().execute(async (trx) => {
        await trx.deleteFrom('sessions').where('user_id', '=', user.userId).execute();
        give(user, email, proof).then(change.resolve, change.reject);
        // The server gets this request after the request of the change. So when this request is answered, the change
        // has read the session too, and the deletion of the session has not committed yet.
        expect((await user.browser.call('getSession')).statusCode).toBe(200);
        if (place().engine === 'PostgreSQL') await someoneWaits(trx);
      });
      expectRefusal(await change.promise, 401, 'Please sign in.');
      const { email: formerEmail, password } = user;
      const signIn = { email: formerEmail, password };
      expect((await browserElsewhere(test).call('signIn', signIn)).statusCode).toBe(200);
    });

    it('adds an account with the address, it waits and then reports that', async () => {
      const user = await freshUser(test);
      const email = 'signed-up-meanwhile@example.org';
      const proof = await askForChange(test, user, email);
      const change = Promise.withResolvers<Awaited<ReturnType<typeof give>>>();
      await another.transaction().execute(async (trx) => {
        await addAccount(trx, { userId: 'meanwhile', email, passwordHash: '' }, 0);
        give(user, email, proof).then(change.resolve, change.reject);
        if (place().engine === 'PostgreSQL') await someoneWaits(trx);
      });
      const words = 'An account with this email already exists. Please sign in instead.';
      expectRefusal(await change.promise, 409, words);
      expect((await user.browser.call('getSession')).json().email).toBe(user.email);
    });
  });
});
