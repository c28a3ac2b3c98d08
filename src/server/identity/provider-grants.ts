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

/** Provider tokens for access while the user is away: stored encrypted, refreshed and revoked. */

/** A provider's tokens, as JSON inside the encrypted column. */
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

/** The user has withdrawn the grant, or the provider has ended it. */
export class GrantEnded extends Error {
  override readonly name = 'GrantEnded';
}

/** A token that expires within this time is refreshed before use. */
const LEEWAY_MS = 120_000;

/** Encrypts a provider's tokens for storage. */
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
    // A provider may send no new refresh token, because the old one stays valid.
    refreshToken: tokens.refresh_token ?? before?.refreshToken,
    expiresAt: now + (tokens.expires_in ?? 0) * 1000,
  };
}

function seal(secrets: Secrets, tokens: KeptTokens): string {
  return secrets.seal(JSON.stringify(tokens));
}

/**
 * Returns a valid access token of a user, refreshed if necessary.
 *
 * @param options.refused a token that the provider rejects although it has not expired
 * @throws GrantEnded, or openid-client's errors if the provider cannot be reached or its response is invalid
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

/** Revokes tokens at their provider. Tokens that are already invalid count as revoked. */
export async function revokeTokens(
  { config, secrets }: Pick<GrantDeps, 'config' | 'secrets'>,
  { provider, sealed }: Pick<StoredTokens, 'provider' | 'sealed'>,
): Promise<void> {
  const { refreshToken, accessToken } = JSON.parse(secrets.open(sealed)) as KeptTokens;
  const { server } = await connect(config, provider as ProviderKey);
  try {
    await tokenRevocation(server, refreshToken ?? accessToken);
  } catch (error) {
    // Google reports an invalid token as an error, although RFC 7009 (2.2) requires success.
    if (!(error instanceof ResponseBodyError) || error.error !== 'invalid_token') throw error;
  }
}
