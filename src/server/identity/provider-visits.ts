import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { email } from '../../contract/fields.ts';
import {
  type ProviderKey,
  type VisitMode,
  type VisitPurpose,
  visitCallbackPath,
} from '../../contract/providers.ts';
import type { Context } from '../context.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { connect } from './provider-connections.ts';
import { sealTokens } from './provider-grants.ts';
import { type ProviderPerson, providers, SHEETS_SCOPE } from './providers.ts';
import { findSubject } from './queries/identities.ts';
import type { StoredTokens } from './queries/provider-tokens.ts';
import { beginVisit, endVisit } from './queries/provider-visits.ts';

/** Visits to a provider's sign-in page: the code flow with PKCE, state and nonce (DECISIONS 9). */

/** How long someone may take at the provider, in milliseconds. */
export const VISIT_LIMIT_MS = 900_000;

export interface Visit {
  /** The browser's own name for it. */
  readonly id: string;
  readonly provider: ProviderKey;
  readonly purpose: VisitPurpose;
  readonly mode: VisitMode;
}

/** What is kept of a visit until the browser is back. */
interface KeptVisit extends Visit {
  readonly verifier: string;
  readonly nonce: string;
}

/** A visit that the browser has come back from. */
export interface Return {
  readonly visit: KeptVisit;
  /** Who is to confirm that it is them; null for signing in. */
  readonly userId: string | null;
}

/**
 * Begins a visit; an earlier one of the same browser is over.
 *
 * @param browser the browser's visiting token, which the return is bound to
 * @param userId who is to confirm that it is them
 * @returns the address to send the browser to
 */
export async function startVisit(
  context: Context,
  visit: Visit,
  browser: string,
  userId: string | null,
): Promise<URL> {
  const { db, secrets, clock, config } = context;
  const { provider, purpose } = visit;
  const { server } = await connect(config, provider);
  const state = randomToken();
  const kept: KeptVisit = { ...visit, verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  await beginVisit(db, {
    stateHash: hashOfToken(state),
    browserHash: hashOfToken(browser),
    userId,
    sealed: secrets.seal(JSON.stringify(kept)),
    expiresAt: clock() + VISIT_LIMIT_MS,
  });
  const { openId, scope, extras } = providers[provider];
  // So that the right one of several accounts is chosen already.
  const subject = userId === null ? undefined : await findSubject(db, userId, provider);
  return buildAuthorizationUrl(server, {
    redirect_uri: `${config.publicUrl}${visitCallbackPath(provider)}`,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
    ...(openId && { nonce: kept.nonce }),
    ...(openId && subject && { login_hint: subject }),
    ...extras(purpose),
  });
}

/** The visit that a browser is back from; undefined where it began none, or not there, or is back already. */
export async function takeReturn(
  { db, secrets, clock }: Context,
  state: string,
  browser: string,
): Promise<Return | undefined> {
  const hashes = { stateHash: hashOfToken(state), browserHash: hashOfToken(browser) };
  const ended = await endVisit(db, hashes, clock());
  return ended && { visit: JSON.parse(secrets.open(ended.sealed)), userId: ended.userId };
}

export interface Visitor {
  readonly person: ProviderPerson;
  /** What the provider allowed. */
  readonly scopes: readonly string[];
  /** What to keep where we are to do something for them later. */
  readonly tokens: StoredTokens;
}

/**
 * Learns from the provider who was there.
 *
 * @param query what the provider sent the browser back with
 * @throws openid-client's errors: where the provider refuses, or anything about its answer is not right
 */
export async function identifyVisitor(
  context: Context,
  { provider, verifier, nonce }: KeptVisit,
  state: string,
  query: string,
): Promise<Visitor> {
  const { openId, scope, whoIs } = providers[provider];
  const { server, settings } = await connect(context.config, provider);
  // As the browser sees it: behind a proxy our own address is another.
  const currentUrl = new URL(`${context.config.publicUrl}${visitCallbackPath(provider)}?${query}`);
  const tokens = await authorizationCodeGrant(server, currentUrl, {
    expectedState: state,
    pkceCodeVerifier: verifier,
    ...(openId && { expectedNonce: nonce, idTokenExpected: true }),
  });
  const known = { accessToken: tokens.access_token, claims: tokens.claims() };
  const person = await whoIs(known, server, settings);
  return {
    person: { ...person, email: asAddress(person.email) },
    scopes: (tokens.scope ?? scope).split(/[ ,]/),
    tokens: sealTokens(context, provider, person, tokens),
  };
}

/**
 * An address as accounts have it; undefined where it is none that could be typed here. Of ASCII alone:
 * some other letters have one of ASCII for their lower case, and so would become someone else's address.
 */
function asAddress(told = ''): string | undefined {
  const { data } = email.safeParse(told);
  return data === told.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    ? data
    : undefined;
}

/** Whether the person allowed what a visit for their spreadsheet is for. */
export function allowsSheets(visitor: Visitor): boolean {
  return visitor.scopes.includes(SHEETS_SCOPE);
}
