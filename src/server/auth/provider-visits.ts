import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  tokenRevocation,
} from 'openid-client';
import { email } from '../../contract/fields.ts';
import {
  type ProviderKey,
  type VisitMode,
  type VisitPurpose,
  visitCallbackPath,
} from '../../contract/providers.ts';
import type { ProviderSettings } from '../config.ts';
import type { Context } from '../context.ts';
import { keepTokens } from '../db/provider-tokens.ts';
import { beginVisit, endVisit } from '../db/provider-visits.ts';
import type { Session } from '../db/sessions.ts';
import { hashOfToken, randomToken } from '../secrets.ts';
import { type ProviderPerson, providers, SHEETS_SCOPE } from './providers.ts';

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

/** Made once for each installation's settings; where that failed, anew the next time. */
const connections = new WeakMap<ProviderSettings, Promise<Configuration>>();

async function connect(provider: ProviderKey, settings: ProviderSettings): Promise<Configuration> {
  const connection = connections.get(settings) ?? providers[provider].connect(settings);
  connections.set(settings, connection);
  connection.catch(() => connections.delete(settings));
  return await connection;
}

function settingsOf({ config }: Context, provider: ProviderKey): ProviderSettings {
  const settings = config.providers[provider];
  if (!settings) throw new Error(`${provider} is not set up here`);
  return settings;
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
  const connection = await connect(provider, settingsOf(context, provider));
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
  return buildAuthorizationUrl(connection, {
    redirect_uri: `${config.publicUrl}${visitCallbackPath(provider)}`,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
    ...(openId && { nonce: kept.nonce }),
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
  /** Keeps what the provider allows us to do for a session's user later; false where the session has ended. */
  readonly keep: (session: Session) => Promise<boolean>;
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
  const settings = settingsOf(context, provider);
  const { openId, scope, whoIs } = providers[provider];
  const connection = await connect(provider, settings);
  // As the browser sees it: behind a proxy our own address is another.
  const currentUrl = new URL(`${context.config.publicUrl}${visitCallbackPath(provider)}?${query}`);
  const tokens = await authorizationCodeGrant(connection, currentUrl, {
    expectedState: state,
    pkceCodeVerifier: verifier,
    ...(openId && { expectedNonce: nonce, idTokenExpected: true }),
  });
  const known = { accessToken: tokens.access_token, claims: tokens.claims() };
  const person = await whoIs(known, connection, settings);
  return {
    person: { ...person, email: asAddress(person.email) },
    scopes: (tokens.scope ?? scope).split(/[ ,]/),
    keep: async ({ userId, tokenHash }) => {
      const kept: KeptTokens = {
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
        expiresAt: context.clock() + (tokens.expires_in ?? 0) * 1000,
      };
      const sealed = context.secrets.seal(JSON.stringify(kept));
      return await keepTokens(context.db, { userId, tokenHash, provider, sealed });
    },
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

/** A provider's tokens as they are kept, encrypted. */
interface KeptTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresAt: number;
}

/** Whether the person allowed what a visit for their spreadsheet is for. */
export function allowsSheets(visitor: Visitor): boolean {
  return visitor.scopes.includes(SHEETS_SCOPE);
}

/** Tells a provider that its tokens will not be used again. */
export async function revokeTokens(
  context: Context,
  { provider, sealed }: { readonly provider: string; readonly sealed: string },
): Promise<void> {
  const key = provider as ProviderKey;
  const { refreshToken, accessToken } = JSON.parse(context.secrets.open(sealed)) as KeptTokens;
  const connection = await connect(key, settingsOf(context, key));
  await tokenRevocation(connection, refreshToken ?? accessToken);
}
