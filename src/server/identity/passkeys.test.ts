import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import {
  Authenticator,
  addedPasskey,
  outdateProof,
  signedAsProof,
  signedForSignIn,
} from '../testing/authenticator.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { runOAuthFlow, standInForGoogle, whoIsIn } from '../testing/oauth-flows.ts';
import { askForLink, lettersTo, NEW_PASSWORD } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { provenUser } from '../testing/rows.ts';
import { passkeyHost } from './passkey-host.ts';

const GONE = 'This passkey no longer opens an account here. Please sign in another way.';
const WRONG = 'That did not work. Please try again, or sign in another way.';
const USED = 'That answer of your passkey was used already. Please try again.';
const COPIED =
  'This passkey may have been copied, so we did not accept it. Please sign in another way, and remove it in Settings.';

describe.each([
  ['https://tracker.example.org', { host: 'tracker.example.org' }],
  ['https://nas', { host: 'nas' }],
  ['http://localhost:3000', { host: 'localhost' }],
  ['https://tracker.example.org:8443', { host: 'tracker.example.org' }],
  ['http://tracker.example.org', { refused: 'http' }],
  ['https://192.168.1.7', { refused: 'address' }],
  ['http://192.168.1.7:3000', { refused: 'address' }],
  ['https://[fd00::7]', { refused: 'address' }],
])('at %s', (url, expected) => {
  it('passkeys are allowed or refused as browsers do', () => {
    expect(passkeyHost(url)).toEqual(expected);
  });
});

onEveryDatabase((place) => {
  const settings: Record<string, string> = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);

  async function userWithPasskey(): Promise<TestUser & { key: Authenticator; wayId: string }> {
    const user = await freshUser(test);
    const key = await addedPasskey(user);
    return { ...user, key, wayId: key.wayId ?? '' };
  }

  async function signIn(passkey: object, browser = browserElsewhere(test)) {
    return await browser.call('signInWithPasskey', { passkey });
  }

  it('signs each of two users in, in a browser that knows neither', async () => {
    for (const user of [await userWithPasskey(), await userWithPasskey()]) {
      const browser = browserElsewhere(test);
      const answer = await signIn(await signedForSignIn({ browser }, user.key), browser);
      expect(answer.json()).toMatchObject({ id: user.userId, email: user.email });
      expect((await browser.call('getSession')).json().id).toBe(user.userId);
    }
  });

  it('is listed with its name and its last use, and can be renamed', async () => {
    const user = await freshUser(test);
    user.browser.userAgent = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Firefox/150.0';
    const key = await addedPasskey(user);
    const { userId, browser } = user;
    const passkeyOf = async () =>
      (await browser.call('getAccount', { userId }))
        .json()
        .waysIn.find(({ kind }: { kind: string }) => kind === 'passkey');
    expect(await passkeyOf()).toMatchObject({
      since: new Date(test.now).toISOString(),
      passkey: { name: 'Firefox on Android', lastUsedAt: null, credentialId: key.id },
    });
    test.now += 60_000;
    await signIn(await signedForSignIn(user, key));
    const { wayId } = key;
    const renamed = await browser.call('renamePasskey', { userId, wayId, name: 'Blue phone' });
    expect(renamed.statusCode).toBe(200);
    expect((await passkeyOf()).passkey).toMatchObject({
      name: 'Blue phone',
      lastUsedAt: new Date(test.now).toISOString(),
    });
  });

  it('is not renamed by another user', async () => {
    const { wayId } = await userWithPasskey();
    const { browser, userId } = await freshUser(test);
    const answer = await browser.call('renamePasskey', { userId, wayId, name: 'Mine' });
    expectRefusal(answer, 404, 'This passkey is no longer here. Please reload the page.');
  });

  it('asks for a resident key and the person, and not for the maker of the device', async () => {
    const { browser, userId, email, key } = await userWithPasskey();
    const options = (await browser.call('getPasskeyCreation', { userId })).json();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Symptom Tracker' },
      user: { id: Buffer.from(userId).toString('base64url'), name: email },
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    });
    const request = (await browser.call('getPasskeyRequest')).json();
    expect(request).toMatchObject({
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
    const proof = (await browser.call('getPasskeyProof', { userId })).json();
    expect(proof.allowCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['hybrid', 'internal'] },
    ]);
  });

  it('is added only with a new proof', async () => {
    const user = await freshUser(test);
    const { userId, browser } = user;
    const options = (await browser.call('getPasskeyCreation', { userId })).json();
    await outdateProof(test, user);
    const passkey = new Authenticator().register(options);
    const sentence = 'First, please confirm that it’s you.';
    expectRefusal(await browser.call('addPasskey', { userId, passkey }), 403, sentence);
    expectRefusal(await browser.call('getPasskeyCreation', { userId }), 403, sentence);
  });

  it('is added once, however often the browser sends it', async () => {
    const { userId, browser } = await freshUser(test);
    const key = new Authenticator();
    const options = (await browser.call('getPasskeyCreation', { userId })).json();
    const passkey = key.register(options);
    for (let send = 1; send <= 2; send += 1) {
      expect((await browser.call('addPasskey', { userId, passkey })).statusCode).toBe(200);
    }
    const again = new Authenticator().register(options);
    expectRefusal(await browser.call('addPasskey', { userId, passkey: again }), 400, USED);
  });

  it('opens no second account', async () => {
    const { key } = await userWithPasskey();
    const { userId, browser } = await freshUser(test);
    const options = (await browser.call('getPasskeyCreation', { userId })).json();
    const answer = await browser.call('addPasskey', { userId, passkey: key.register(options) });
    const sentence = 'This passkey opens another account here. Please make a new one.';
    expectRefusal(answer, 409, sentence);
  });

  it('stops at twenty', async () => {
    const user = await freshUser(test);
    for (let added = 1; added <= 20; added += 1) await addedPasskey(user);
    const answer = await user.browser.call('getPasskeyCreation', { userId: user.userId });
    expectRefusal(answer, 400, 'At most 20 passkeys can sign in. Please remove one first.');
  });

  describe('refuses', () => {
    it('what was signed elsewhere, or without the person', async () => {
      const user = await userWithPasskey();
      const { key } = user;
      key.origin = 'https://tracker.example.com';
      expectRefusal(await signIn(await signedForSignIn(user, key)), 400, WRONG);
      key.origin = 'http://localhost:3000';
      key.verifiesUser = false;
      expectRefusal(await signIn(await signedForSignIn(user, key)), 400, WRONG);
    });

    it('what another key signed, or was changed', async () => {
      const user = await userWithPasskey();
      const ofOther = await signedForSignIn(user, new Authenticator());
      expectRefusal(await signIn({ ...ofOther, id: user.key.id }), 400, WRONG);
      const signed = await signedForSignIn(user, user.key);
      expectRefusal(await signIn({ ...signed, clientDataJSON: 'AAAA' }), 400, WRONG);
    });

    it('a challenge that is too old', async () => {
      const user = await userWithPasskey();
      const signed = await signedForSignIn(user, user.key);
      const { userId, browser } = user;
      const proof = await signedAsProof(user, user.key);
      const sentence = 'That took too long. Please try again, or use another way.';
      test.now += 331_000;
      const proved = await browser.call('proveOwner', { userId, passkey: proof });
      expectRefusal(proved, 400, sentence);
      test.now += 3_300_000;
      expectRefusal(await signIn(signed), 400, sentence);
    });

    it('a challenge that was made for something else, or for somebody else', async () => {
      const user = await userWithPasskey();
      const other = await freshUser(test);
      const { userId, browser } = user;
      const asProof = await signedAsProof(user, user.key);
      expectRefusal(await signIn(asProof), 400, WRONG);
      const forSignIn = await signedForSignIn(user, user.key);
      const proved = await browser.call('proveOwner', { userId, passkey: forSignIn });
      expectRefusal(proved, 400, WRONG);
      const ofOther = { userId: other.userId, passkey: asProof };
      expectRefusal(await other.browser.call('proveOwner', ofOther), 400, WRONG);
      const options = (await browser.call('getPasskeyCreation', { userId })).json();
      const forOther = { userId: other.userId, passkey: new Authenticator().register(options) };
      expectRefusal(await other.browser.call('addPasskey', forOther), 400, WRONG);
    });

    it('a challenge that was used, also at once', async () => {
      const user = await userWithPasskey();
      const signed = await signedForSignIn(user, user.key);
      const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(signed)));
      const refused = answers.filter(({ statusCode }) => statusCode !== 200);
      expect(refused).toHaveLength(3);
      for (const answer of refused) expectRefusal(answer, 400, USED);
    });

    it('a copied key, also at once', async () => {
      const user = await userWithPasskey();
      const { key } = user;
      key.counter = 7;
      expect((await signIn(await signedForSignIn(user, key))).statusCode).toBe(200);
      for (const counter of [7, 3, 0]) {
        key.counter = counter;
        expectRefusal(await signIn(await signedForSignIn(user, key)), 403, COPIED);
      }
      key.counter = 8;
      const signed = [await signedForSignIn(user, key), await signedForSignIn(user, key)];
      const answers = await Promise.all(signed.map((each) => signIn(each)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    });

    it('a removed key', async () => {
      const user = await userWithPasskey();
      const { browser, userId, wayId } = user;
      const signed = await signedForSignIn(user, user.key);
      expect((await browser.call('removeWayIn', { userId, wayId })).statusCode).toBe(200);
      expectRefusal(await signIn(signed), 404, GONE);
      const rows = await test.context.db.selectFrom('passkeys').selectAll().execute();
      expect(rows.map((row) => row.credential_id)).not.toContain(user.key.id);
    });

    it('the key of another host', async () => {
      const user = await userWithPasskey();
      const { db } = test.context;
      const signed = await signedForSignIn(user, user.key);
      const old = `old-${randomUUID()}.example.org`;
      const subject = user.key.id;
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', subject)
        .executeTakeFirstOrThrow();
      const identity = { issuer: old, subject, provider: 'passkey', created_at: 0 };
      await db.deleteFrom('identities').where('subject', '=', subject).execute();
      await db
        .insertInto('identities')
        .values({ ...identity, user_id: user.userId })
        .execute();
      await db
        .insertInto('passkeys')
        .values({ ...row, rp_id: old })
        .execute();
      expectRefusal(await signIn(signed), 404, GONE);
      const { userId } = user;
      const account = (await user.browser.call('getAccount', { userId })).json();
      expect(account.proofs).toEqual(['password']);
      const [password, passkey] = account.waysIn;
      expect(password).toMatchObject({ kind: 'password', isRemovable: false });
      expect(passkey).toMatchObject({ isRemovable: true, passkey: { otherHost: old } });
    });
  });

  describe('as a proof', () => {
    async function proved() {
      const user = await userWithPasskey();
      const { userId, browser, key } = user;
      await outdateProof(test, user);
      const passkey = await signedAsProof(user, key);
      expect((await browser.call('proveOwner', { userId, passkey })).statusCode).toBe(200);
      return user;
    }

    it('counts in place of the password', async () => {
      const { browser, userId } = await proved();
      const account = (await browser.call('getAccount', { userId })).json();
      expect(account).toMatchObject({ confirmed: true, proofs: ['passkey', 'password'] });
      const changed = await browser.call('changePassword', { userId, newPassword: NEW_PASSWORD });
      expect(changed.statusCode).toBe(200);
    });

    it('counts for a deletion and a new address', async () => {
      const { browser, userId, email } = await proved();
      const asked = await browser.call('changeEmail', { userId, email: `new-${email}` });
      expect(asked.statusCode).toBe(202);
      expect((await browser.call('deleteAccount', { userId })).statusCode).toBe(200);
    });

    it('counts for five minutes, and a sign-in with it does not', async () => {
      const user = await proved();
      const { userId, key } = user;
      const browser = browserElsewhere(test);
      await signIn(await signedForSignIn({ browser }, key), browser);
      test.now += 300_001;
      for (const each of [user.browser, browser]) {
        const answer = await each.call('deleteAccount', { userId });
        expect(answer.statusCode).toBe(403);
      }
      await signIn(await signedForSignIn({ browser }, key), browser);
      const sentence = 'That password is wrong. Please try again.';
      expectRefusal(await browser.call('deleteAccount', { userId }), 403, sentence);
    });

    it('does not count if the proof was the password', async () => {
      const { browser, userId } = await userWithPasskey();
      expect((await browser.call('deleteAccount', { userId })).statusCode).toBe(403);
    });

    it('is refused with the key of another account', async () => {
      const user = await userWithPasskey();
      const { key } = await userWithPasskey();
      const { userId, browser } = user;
      const passkey = await signedAsProof(user, key);
      const answer = await browser.call('proveOwner', { userId, passkey });
      const sentence = 'This passkey opens another account here. Please make a new one.';
      expectRefusal(answer, 409, sentence);
    });
  });

  it('tells the owner of a proven address when one is added or removed', async () => {
    const user = await provenUser(test);
    const { email, userId, browser } = user;
    const { wayId } = await addedPasskey(user);
    await browser.call('removeWayIn', { userId, wayId });
    const letters = (await lettersTo(test, email)).map(({ kind }) => kind);
    expect(letters.sort()).toEqual(['passkeyRemoved', 'wayInAdded']);
  });

  it('lets its owner in while the budget of the address is spent', async () => {
    const user = await provenUser(test);
    const key = await addedPasskey(user);
    const { email } = user;
    for (let guess = 0; guess <= 101; guess += 1) {
      const stranger = browserElsewhere(test);
      stranger.address = `10.9.${guess}.1`;
      test.now += 60_000;
      await stranger.call('signIn', { email, password: `guess ${guess}` });
    }
    const browser = browserElsewhere(test);
    const { password } = user;
    const byPassword = await browser.call('signIn', { email, password });
    expect(byPassword.json().error).toContain('Too many attempts');
    const answer = await signIn(await signedForSignIn({ browser }, key), browser);
    expect(answer.statusCode).toBe(200);
    // So do an emailed link, and a provider that was joined before, each in a browser of its own.
    const byLink = browserElsewhere(test);
    const link = await askForLink(test, { browser: byLink, email });
    expect((await byLink.call('signInWithLink', { email, ...link })).statusCode).toBe(200);
    google.person({ subject: 'budget', email });
    await runOAuthFlow(byLink, google.provider, { purpose: 'join' });
    const byProvider = browserElsewhere(test);
    expect(await runOAuthFlow(byProvider, google.provider)).toBe('');
    expect((await whoIsIn(byProvider))?.id).toBe(user.userId);
  });
});
