import { PROVIDER_KEYS } from '../../contract/providers.ts';
import type { IdentityKind, OwnerProof, WayIn } from '../../contract/ways-in.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Secrets } from '../platform/secrets.ts';
import { passkeyHost } from './passkey-host.ts';
import { providers as providerTable } from './providers.ts';
import type { StoredAccount } from './queries/accounts.ts';
import type { Identity, LinkedIdentity } from './queries/identities.ts';
import { PASSKEY, type Passkey } from './queries/passkeys.ts';

/**
 * The ways to sign in to an account. The last one that works cannot be removed.
 *
 * @param passkeys those of the account; without them, the list lacks their names
 */
export function waysInOf(
  context: Context,
  account: StoredAccount,
  identities: readonly LinkedIdentity[],
  passkeys: readonly Passkey[] = [],
): WayIn[] {
  const { config } = context;
  const hasLink = getsLinks(context, account);
  const hasPassword = account.passwordHash !== '';
  const working = identities.filter((each) => worksHere(config, each));
  const isOneOfMany = hasLink || working.length + Number(hasPassword) > 1;
  const password = { wayId: 'password', kind: 'password', email: '', since: null } as const;
  const link = { wayId: 'link', kind: 'link', email: account.email, since: null } as const;
  return [
    ...(hasPassword ? [{ ...password, isRemovable: isOneOfMany }] : []),
    ...(hasLink ? [{ ...link, isRemovable: false }] : []),
    ...identities.map((identity) => {
      const passkey = passkeys.find(
        ({ rpId, credentialId }) => identity.issuer === rpId && identity.subject === credentialId,
      );
      return {
        wayId: identityId(context.secrets, identity),
        kind: identity.provider as IdentityKind,
        email: identity.email,
        since: new Date(identity.createdAt).toISOString(),
        isRemovable: isOneOfMany || !worksHere(config, identity),
        ...(passkey && { passkey: inList(config, passkey) }),
        ...(!worksHere(config, identity) && { isUnusable: true as const }),
      };
    }),
  ];
}

/**
 * False for a passkey of another host, which no browser offers here, and for a person at an operator's provider that was
 * replaced.
 */
function worksHere({ publicUrl, providers }: Config, { provider, issuer }: Identity): boolean {
  if (provider === PASSKEY) return issuer === passkeyHost(publicUrl).host;
  return provider !== 'oidc' || plain(providers.oidc?.url ?? '') === plain(issuer);
}

/** An issuer without slashes at its end, which operators may leave out. */
function plain(issuer: string): string {
  return issuer.replace(/\/+$/, '');
}

function inList({ publicUrl }: Config, passkey: Passkey): NonNullable<WayIn['passkey']> {
  const { credentialId, name, lastUsedAt, rpId } = passkey;
  return {
    credentialId,
    name,
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    ...(rpId !== passkeyHost(publicUrl).host && { otherHost: rpId }),
  };
}

/** Whether the owner can always sign in with an emailed link, which no call removes. */
function getsLinks({ config }: Context, { emailProven }: StoredAccount): boolean {
  return config.smtpUrl !== undefined && emailProven;
}

/**
 * The id of an identity for the browser. It shows neither the issuer nor the subject. The tokens of the identity are
 * stored under the same hash.
 */
export function identityId({ keyedHash }: Secrets, { issuer, subject }: Identity): string {
  return keyedHash(JSON.stringify([issuer, subject]));
}

/**
 * How the owner can prove that the account is theirs. A provider that does not ask for its password again proves nothing
 * about whoever holds the device. It counts only if the account has no other proof, so that its owner is not shut out.
 * A passkey is no such other proof, because it may be lost.
 */
export function proofsOf(
  context: Context,
  account: StoredAccount,
  identities: readonly LinkedIdentity[],
): OwnerProof[] {
  const { config } = context;
  const working = identities.filter((each) => worksHere(config, each));
  const hasPasskey = working.some(({ provider }) => provider === PASSKEY);
  const linked = PROVIDER_KEYS.filter(
    (key) => config.providers[key] && working.some(({ provider }) => provider === key),
  );
  const proofs: OwnerProof[] = [
    ...(account.passwordHash === '' ? [] : (['password'] as const)),
    ...(getsLinks(context, account) ? (['code'] as const) : []),
    ...linked.filter((key) => providerTable[key].asksAgain),
  ];
  return [...(hasPasskey ? ([PASSKEY] as const) : []), ...(proofs.length > 0 ? proofs : linked)];
}
