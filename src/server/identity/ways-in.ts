import { PROVIDER_KEYS, type ProviderKey } from '../../contract/providers.ts';
import type { OwnerProof, WayIn } from '../../contract/ways-in.ts';
import type { Context } from '../context.ts';
import type { Secrets } from '../platform/secrets.ts';
import { providers as providerTable } from './providers.ts';
import type { StoredAccount } from './queries/accounts.ts';
import type { Identity, LinkedIdentity } from './queries/identities.ts';

/** The ways to sign in to an account. */
export function waysInOf(
  context: Context,
  account: StoredAccount,
  identities: readonly LinkedIdentity[],
): WayIn[] {
  const { email, passwordHash } = account;
  const password: WayIn = { wayId: 'password', kind: 'password', email: '', since: null };
  const link: WayIn = { wayId: 'link', kind: 'link', email, since: null };
  return [
    ...(passwordHash === '' ? [] : [password]),
    ...(getsLinks(context, account) ? [link] : []),
    ...identities.map((identity) => ({
      wayId: identityId(context.secrets, identity),
      kind: identity.provider as ProviderKey,
      email: identity.email,
      since: new Date(identity.createdAt).toISOString(),
    })),
  ];
}

/** Whether the owner can always sign in with an emailed link, which no call removes. */
function getsLinks({ config }: Context, { emailProven }: StoredAccount): boolean {
  return config.smtpUrl !== undefined && emailProven;
}

/** The id of an identity for the browser. It shows neither the issuer nor the subject. */
function identityId({ keyedHash }: Secrets, { issuer, subject }: Identity): string {
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
