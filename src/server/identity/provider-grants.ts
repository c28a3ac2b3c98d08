import {
  ResponseBodyError,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client';
import type { ProviderKey } from '../../contract/providers.ts';
import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { connect } from './provider-connections.ts';
import type { ProviderPerson } from './providers.ts';
import { findTokens, renewTokens, type StoredTokens } from './queries/provider-tokens.ts';

/** What a provider lets us do for someone while they are away: kept encrypted, renewed, given back. */

/** A provider's tokens as they are kept, encrypted. */
interface KeptTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresAt: Instant;
}

interface GrantDeps {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly clock: () => Instant;
}

/** The person has taken back what they allowed, or the provider has ended it. */
export class GrantEnded extends Error {
  override readonly name = 'GrantEnded';
}

/** A token that is over so soon is renewed first: it may be some time until it is used. */
const LEEWAY_MS = 120_000;

/** What is kept of a provider's tokens. */
export function sealTokens(
  { secrets, clock }: Pick<GrantDeps, 'secrets' | 'clock'>,
  provider: ProviderKey,
  { issuer, subject }: Pick<ProviderPerson, 'issuer' | 'subject'>,
  tokens: TokenEndpointResponse,
): StoredTokens {
  const personHash = secrets.keyedHash(JSON.stringify([issuer, subject]));
  return { provider, personHash, sealed: seal(secrets, kept(tokens, clock())) };
}

function kept(tokens: TokenEndpointResponse, now: Instant, before?: KeptTokens): KeptTokens {
  return {
    accessToken: tokens.access_token,
    // A provider need not give another one with each renewal.
    refreshToken: tokens.refresh_token ?? before?.refreshToken,
    expiresAt: now + (tokens.expires_in ?? 0) * 1000,
  };
}

function seal(secrets: Secrets, tokens: KeptTokens): string {
  return secrets.seal(JSON.stringify(tokens));
}

/**
 * A token to use for someone.
 *
 * @param options.refused a token that the provider does not take any more, although its time is not over
 * @throws GrantEnded; openid-client's errors where the provider cannot be reached or answers nonsense
 */
export async function accessTokenFor(
  { config, db, secrets, clock }: GrantDeps,
  { userId, provider }: { readonly userId: string; readonly provider: ProviderKey },
  { refused }: { readonly refused?: string } = {},
): Promise<string> {
  const stored = (await findTokens(db, userId)).find((each) => each.provider === provider);
  if (!stored) throw new GrantEnded();
  const tokens = JSON.parse(secrets.open(stored.sealed)) as KeptTokens;
  const { accessToken, refreshToken, expiresAt } = tokens;
  if (accessToken !== refused && expiresAt > clock() + LEEWAY_MS) return accessToken;
  if (refreshToken === undefined) throw new GrantEnded();
  const { server } = await connect(config, provider);
  try {
    const renewed = kept(await refreshTokenGrant(server, refreshToken), clock(), tokens);
    await renewTokens(db, userId, { from: stored, to: seal(secrets, renewed) });
    return renewed.accessToken;
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
      throw new GrantEnded();
    }
    throw error;
  }
}

/** Tells a provider that its tokens will not be used again; nothing where they are worth nothing already. */
export async function revokeTokens(
  { config, secrets }: Pick<GrantDeps, 'config' | 'secrets'>,
  { provider, sealed }: Pick<StoredTokens, 'provider' | 'sealed'>,
): Promise<void> {
  const { refreshToken, accessToken } = JSON.parse(secrets.open(sealed)) as KeptTokens;
  const { server } = await connect(config, provider as ProviderKey);
  try {
    await tokenRevocation(server, refreshToken ?? accessToken);
  } catch (error) {
    // So Google says, where RFC 7009 (2.2) has a success.
    if (!(error instanceof ResponseBodyError) || error.error !== 'invalid_token') throw error;
  }
}
