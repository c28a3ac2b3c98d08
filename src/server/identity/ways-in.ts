import { PROVIDER_KEYS, type ProviderKey } from '../../contract/providers.ts';
import type { OwnerProof, WayIn } from '../../contract/ways-in.ts';
import type { Context } from '../context.ts';
import type { Secrets } from '../platform/secrets.ts';
import { providers as providerTable } from './providers.ts';
import type { StoredAccount } from './queries/accounts.ts';
import type { Identity, LinkedIdentity } from './queries/identities.ts';

/** The ways to sign in to an account. The last one cannot be removed. */
export function waysInOf(
  context: Context,
  account: StoredAccount,
  identities: readonly LinkedIdentity[],
): WayIn[] {
  const hasLink = getsLinks(context, account);
  const hasPassword = account.passwordHash !== '';
  const isRemovable = hasLink || identities.length + Number(hasPassword) > 1;
  const password = { wayId: 'password', kind: 'password', email: '', since: null } as const;
  const link = { wayId: 'link', kind: 'link', email: account.email, since: null } as const;
  return [
    ...(hasPassword ? [{ ...password, isRemovable }] : []),
    ...(hasLink ? [{ ...link, isRemovable: false }] : []),
    ...identities.map((identity) => ({
      wayId: identityId(context.secrets, identity),
      kind: identity.provider as ProviderKey,
      email: identity.email,
      since: new Date(identity.createdAt).toISOString(),
      isRemovable,
    })),
  ];
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
 */
export function proofsOf(
  context: Context,
  account: StoredAccount,
  identities: readonly LinkedIdentity[],
): OwnerProof[] {
  const linked = PROVIDER_KEYS.filter(
    (key) => context.config.providers[key] && identities.some(({ provider }) => provider === key),
  );
  const proofs: OwnerProof[] = [
    ...(account.passwordHash === '' ? [] : (['password'] as const)),
    ...(getsLinks(context, account) ? (['code'] as const) : []),
    ...linked.filter((key) => providerTable[key].asksAgain),
  ];
  return proofs.length > 0 ? proofs : linked;
}
