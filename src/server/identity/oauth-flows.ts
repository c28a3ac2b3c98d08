import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { email } from '../../contract/fields.ts';
import {
  type OAuthMode,
  type OAuthPurpose,
  oauthCallbackPath,
  type ProviderKey,
} from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { connect } from './provider-connections.ts';
import { providerFault } from './provider-faults.ts';
import { sealTokens } from './provider-grants.ts';
import { type ProviderPerson, providers, SHEETS_SCOPE } from './providers.ts';
import { findSubject } from './queries/identities.ts';
import { addOAuthFlow, takeOAuthFlow } from './queries/oauth-flows.ts';
import type { StoredTokens } from './queries/provider-tokens.ts';

/** The OAuth flow: authorization code with PKCE, state and nonce (DECISIONS 9). */

/** How long a user may take at the provider (ms). */
export const OAUTH_FLOW_LIMIT_MS = 900_000;

/** How long ago a provider may have asked for its password, to count as asked again (s). */
const ASKED_AGAIN_S = 300;

export interface OAuthFlow {
  /** Chosen by the browser. */
  readonly id: string;
  readonly provider: ProviderKey;
  readonly purpose: OAuthPurpose;
  readonly mode: OAuthMode;
}

/** A flow with its secrets, stored until the browser returns. */
interface OAuthFlowWithSecrets extends OAuthFlow {
  readonly verifier: string;
  readonly nonce: string;
}

/** A flow whose browser has returned. */
export interface Return {
  readonly flow: OAuthFlowWithSecrets;
  /** The user who re-authenticates or grants access; null for signing in. */
  readonly userId: string | null;
}

/**
 * Starts a flow and ends an earlier one of the same browser.
 *
 * @param browser the browser's flow token; only this browser can complete the flow
 * @param userId the user who re-authenticates or grants access; null for signing in
 * @returns the authorization URL
 */
export async function beginOAuthFlow(
  context: Context,
  flow: OAuthFlow,
  browser: string,
  userId: string | null,
): Promise<URL> {
  const { db, secrets, clock, config } = context;
  const { provider, purpose } = flow;
  const { server } = await connect(config, provider);
  const state = randomToken();
  const kept: OAuthFlowWithSecrets = {
    ...flow,
    verifier: randomPKCECodeVerifier(),
    nonce: randomNonce(),
  };
  await addOAuthFlow(db, {
    stateHash: hashOfToken(state),
    browserHash: hashOfToken(browser),
    userId,
    sealed: secrets.seal(JSON.stringify(kept)),
    expiresAt: clock() + OAUTH_FLOW_LIMIT_MS,
  });
  const { openId, scope, extras } = providers[provider];
  // The login hint makes the provider preselect the linked account if the browser is signed in to several accounts.
  // A user who joins a provider may add another account than the linked one.
  const isOfLinked = userId !== null && purpose !== 'join';
  // Google takes its subject as a hint. Other providers would show it as a name.
  const takesHint = isOfLinked && provider === 'google';
  const subject = takesHint ? await findSubject(db, userId, provider) : undefined;
  return buildAuthorizationUrl(server, {
    redirect_uri: `${config.publicUrl}${oauthCallbackPath(provider)}`,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
    ...(openId && { nonce: kept.nonce }),
    ...(openId && subject && { login_hint: subject }),
    ...extras(purpose),
  });
}

/**
 * Returns the flow of a browser that has come back, and deletes it. Undefined if the state is unknown, expired
 * or used, or belongs to another browser.
 */
export async function takeReturn(
  { db, secrets, clock }: Context,
  state: string,
  browser: string,
): Promise<Return | undefined> {
  const hashes = { stateHash: hashOfToken(state), browserHash: hashOfToken(browser) };
  const ended = await takeOAuthFlow(db, hashes, clock());
  return ended && { flow: JSON.parse(secrets.open(ended.sealed)), userId: ended.userId };
}

/** What the provider returns for the code: the user's identity, and the access that the user granted. */
export interface ProviderGrant {
  readonly person: ProviderPerson;
  /** The scopes that the provider granted. */
  readonly scopes: readonly string[];
  /** The encrypted tokens, to be stored if the app needs access later. */
  readonly tokens: StoredTokens;
  /** The ID token; undefined from a provider without OpenID. */
  readonly idToken: string | undefined;
  /** Whether the provider says that the person has just signed in there again. */
  readonly hasAskedAgain: boolean;
}

/**
 * Exchanges the code and reads the user's identity.
 *
 * @param query the query string of the redirect
 * @throws openid-client's errors if the provider refuses or its response is not valid
 */
export async function exchangeCode(
  context: Context,
  { provider, verifier, nonce }: OAuthFlowWithSecrets,
  state: string,
  query: string,
): Promise<ProviderGrant> {
  const { openId, asksAgain, scope, whoIs } = providers[provider];
  const { server, settings } = await connect(context.config, provider);
  // The URL as the browser sees it: behind a proxy, the server's own address differs.
  const currentUrl = new URL(`${context.config.publicUrl}${oauthCallbackPath(provider)}?${query}`);
  const tokens = await authorizationCodeGrant(server, currentUrl, {
    expectedState: state,
    pkceCodeVerifier: verifier,
    ...(openId && { expectedNonce: nonce, idTokenExpected: true }),
  });
  const known = { accessToken: tokens.access_token, claims: tokens.claims() };
  const { userInfoFault, ...person } = await whoIs(known, server, settings);
  if (userInfoFault) {
    const fault = { provider, ...providerFault(userInfoFault) };
    context.log.warn(fault, 'UserInfo could not be read');
  }
  return {
    person: { ...person, email: asAddress(person.email) },
    scopes: (tokens.scope ?? scope).split(/[ ,]/),
    tokens: sealTokens(context, provider, person, tokens),
    idToken: tokens.id_token,
    hasAskedAgain: openId ? isRecent(known.claims?.auth_time) : asksAgain,
  };
}

/**
 * Normalizes an email address as accounts store it; undefined if it is not a valid one. An address with a
 * non-ASCII letter whose lower case is ASCII is rejected too, because it would turn into another person's
 * address.
 */
function asAddress(told = ''): string | undefined {
  const { data } = email.safeParse(told);
  return data === told.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    ? data
    : undefined;
}

/** @param authTime when the person signed in at the provider (s), by the provider's clock */
function isRecent(authTime: number | undefined): boolean {
  return authTime !== undefined && authTime > Date.now() / 1000 - ASKED_AGAIN_S;
}

/** True if the user granted access to spreadsheets. */
export function allowsSheets(grant: ProviderGrant): boolean {
  return grant.scopes.includes(SHEETS_SCOPE);
}
