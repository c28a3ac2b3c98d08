import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Browser, PERSON, testApp } from '../testing/app.ts';
import { addedPasskey, signedForSignIn } from '../testing/authenticator.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import {
  runOAuthFlow,
  standInForGoogle,
  standInForOthers,
  whoIsIn,
} from '../testing/oauth-flows.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../testing/openid-provider.ts';
import { askForLink, askForReset, mailedCode, NEW_PASSWORD } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';

/** Who may join whom, as docs/sign-in.md has it: every pair of ways in and every order, with and without entries. */

/** The ways to begin an account with an address, and what each one says about the address. */
const WAYS = {
  password: 'unproven',
  link: 'proven',
  reset: 'proven',
  'google, vouching': 'vouched',
  'google, not vouching': 'unproven',
  facebook: 'unproven',
  github: 'unproven',
  twitter: 'unproven',
  'oidc, trusted': 'vouched',
  'oidc, not verified': 'unproven',
} as const;
type Way = keyof typeof WAYS;
/** A reset makes no account. */
const FIRST = (Object.keys(WAYS) as Way[]).filter((way) => way !== 'reset');
const SECOND = Object.keys(WAYS) as Way[];

/** What the second person gets: the account of the first one, an account of their own with the address, or nothing. */
type Outcome = 'opens' | 'splits' | 'refused';

function expected(first: Way, second: Way, hasEntries: boolean): Outcome {
  // A provider knows its people, whatever it says about their address.
  if (first === second && !['password', 'link'].includes(first)) return 'opens';
  const says = WAYS[second];
  if (says === 'unproven') return 'refused';
  const wasProven = WAYS[first] !== 'unproven';
  if (wasProven) return says === 'proven' ? 'opens' : 'refused';
  return holdsAnything(first, hasEntries) ? 'splits' : 'opens';
}

function expectedOfProof(first: Way, proof: 'password' | 'code', hasEntries: boolean): Outcome {
  if (proof === 'password') return first === 'password' ? 'opens' : 'refused';
  if (WAYS[first] !== 'unproven') return 'opens';
  return holdsAnything(first, hasEntries) ? 'splits' : 'opens';
}

/** A provider tells a name, which is in the profile then. */
function holdsAnything(first: Way, hasEntries: boolean): boolean {
  return hasEntries || first !== 'password';
}

const REDIRECT_URI = 'http://localhost:3000/api/auth/oidc/callback';

onEveryDatabase((place) => {
  const settings: Record<string, string> = { OIDC_TRUST_EMAIL: 'true' };
  const google = standInForGoogle(settings);
  const others = standInForOthers(settings);
  let oidc: OpenIdProvider;
  beforeAll(async () => {
    oidc = await startOpenIdProvider({ redirectUris: [REDIRECT_URI] });
    settings.OIDC_ISSUER = oidc.issuer;
    settings.OIDC_CLIENT_ID = oidc.clientId;
    settings.OIDC_CLIENT_SECRET = oidc.clientSecret;
  });
  afterAll(() => oidc.stop());
  const test = testApp(place, settings);
  let addresses = 0;
  let people = 0;

  /** Somebody who begins or enters an account with this address. The same person again after `again`. */
  async function enter(browser: Browser, way: Way, email: string, id: string): Promise<void> {
    if (way === 'password') {
      await browser.call('signUp', { email, password: 'steady as she goes' });
    } else if (way === 'link') {
      await browser.call('signInWithLink', {
        email,
        ...(await askForLink(test, { browser, email })),
      });
    } else if (way === 'reset') {
      const proof = await askForReset(test, { browser, email });
      await browser.call('resetPassword', { email, newPassword: NEW_PASSWORD, ...proof });
      await browser.call('signIn', { email, password: NEW_PASSWORD });
    } else if (way.startsWith('google')) {
      const hd = way === 'google, vouching' ? 'example.org' : undefined;
      google.person({ subject: `google ${id}`, email, hd });
      await runOAuthFlow(browser, google.provider);
    } else if (way.startsWith('oidc')) {
      const emailVerified = way === 'oidc, trusted' ? undefined : false;
      oidc.accounts.set(`oidc ${id}`, { name: 'Ada', email, emailVerified });
      oidc.signInAs(`oidc ${id}`);
      await runOAuthFlow(browser, oidc, { provider: 'oidc' });
    } else {
      others.provider.signInAs({ id, name: 'Ada', email });
      await runOAuthFlow(browser, others.provider, {
        provider: way as 'facebook' | 'github' | 'twitter',
      });
    }
  }

  async function firstAccount(way: Way, hasEntries: boolean) {
    addresses += 1;
    people += 1;
    const email = `joins${addresses}@example.org`;
    const browser = browserElsewhere(test);
    const id = String(900_000 + people);
    await enter(browser, way, email, id);
    const userId = (await whoIsIn(browser))?.id ?? '';
    expect(userId, `the account by ${way}`).not.toBe('');
    if (hasEntries) await browser.call('createUser', { userId, email, ...PERSON });
    return { browser, email, id, userId };
  }

  describe.each(FIRST)('an account by %s', (first) => {
    it.each(
      SECOND.flatMap((second) =>
        [true, false].map((hasEntries) => ({
          second,
          hasEntries,
          outcome: expected(first, second, hasEntries),
        })),
      ),
    )('$second, entries: $hasEntries: $outcome', async ({ second, hasEntries, outcome }) => {
      const account = await firstAccount(first, hasEntries);
      const { email, userId } = account;
      // By the same provider it is the same person, by another one somebody else.
      const isSame = first === second;
      people += 1;
      const id = isSame ? account.id : String(900_000 + people);
      const browser = browserElsewhere(test);
      await enter(browser, second, email, id);
      const entered = await whoIsIn(browser);
      const got: Outcome = entered ? (entered.id === userId ? 'opens' : 'splits') : 'refused';
      expect(got).toBe(outcome);
      if (outcome === 'splits') expect(entered?.email).toBe(email);
      // Nobody is shut out of what they entered. An empty account goes to the person who has proven its address.
      const isTaken =
        outcome === 'opens' && !isSame && (WAYS[first] === 'unproven' || second === 'reset');
      expect((await whoIsIn(account.browser))?.id).toBe(isTaken ? undefined : userId);
    });

    // OIDC_ONLY is turned on later. Its page asks somebody else at the provider for a proof.
    it.each(
      (['password', 'code'] as const).flatMap((proof) =>
        [true, false].map((hasEntries) => ({
          proof,
          hasEntries,
          outcome: expectedOfProof(first, proof, hasEntries),
        })),
      ),
    )(
      'with OIDC_ONLY, $proof, entries: $hasEntries: $outcome',
      async ({ proof, hasEntries, outcome }) => {
        const account = await firstAccount(first, hasEntries);
        const { email, userId } = account;
        const config = test.context.config as { oidcOnly: boolean };
        config.oidcOnly = true;
        onTestFinished(() => {
          config.oidcOnly = false;
        });
        people += 1;
        const id = String(900_000 + people);
        const browser = browserElsewhere(test);
        await enter(browser, 'oidc, not verified', email, id);
        expect(await whoIsIn(browser)).toBeUndefined();
        if (proof === 'password') {
          await browser.call('joinOwnProvider', { password: 'steady as she goes' });
        } else {
          const { challenge } = (await browser.call('joinOwnProvider')).json();
          const code = await mailedCode(test, email);
          await browser.call('joinOwnProvider', { challenge, code });
        }
        const entered = await whoIsIn(browser);
        const got: Outcome = entered ? (entered.id === userId ? 'opens' : 'splits') : 'refused';
        expect(got).toBe(outcome);
        // From then on the provider opens what the proof has opened.
        const later = browserElsewhere(test);
        await enter(later, 'oidc, not verified', email, id);
        expect((await whoIsIn(later))?.id).toBe(entered?.id);
        // Nobody's ways in end, but for those of an empty account whose address somebody else has proven.
        const isTaken = proof === 'code' && outcome === 'opens' && WAYS[first] === 'unproven';
        expect((await whoIsIn(account.browser))?.id).toBe(isTaken ? undefined : userId);
      },
    );

    it.each([true, false])('its own passkey, entries: %s: opens', async (hasEntries) => {
      const { browser, email, userId } = await firstAccount(first, hasEntries);
      // The owner has just proved that the account is theirs.
      await test.context.db
        .updateTable('sessions')
        .set({ authenticated_at: test.now })
        .where('user_id', '=', userId)
        .execute();
      const key = await addedPasskey({ browser, userId });
      const elsewhere = browserElsewhere(test);
      const passkey = await signedForSignIn({ browser: elsewhere }, key);
      await elsewhere.call('signInWithPasskey', { passkey });
      expect((await whoIsIn(elsewhere))?.id).toBe(userId);
      // Who then proves the address of an account with nothing in it gets it, without the passkey.
      const stranger = browserElsewhere(test);
      await enter(stranger, 'link', email, '');
      const after = browserElsewhere(test);
      const again = await signedForSignIn({ browser: after }, key);
      await after.call('signInWithPasskey', { passkey: again });
      const isTaken = WAYS[first] === 'unproven' && !holdsAnything(first, hasEntries);
      expect((await whoIsIn(after))?.id).toBe(isTaken ? undefined : userId);
    });
  });
});
