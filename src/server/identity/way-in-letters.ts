import type { IdentityKind } from '../../contract/ways-in.ts';
import type { Context } from '../context.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';
import { notMeLink } from './not-me.ts';
import type { StoredAccount } from './queries/accounts.ts';
import type { Identity } from './queries/identities.ts';
import { identityId } from './ways-in.ts';

/**
 * Makes the letter about a provider or a passkey that was added, with the link that ends it.
 *
 * @param named the address at the provider, '' if there is none; of a passkey its name
 * @param createdAt when it was added
 */
export function wayInAddedLetter(
  context: Context,
  identity: Identity & { readonly provider: IdentityKind },
  named: string,
  createdAt: number,
): (account: StoredAccount) => NewJob {
  const { outbox, secrets } = context;
  const { provider } = identity;
  const personHash = identityId(secrets, identity);
  return ({ userId, email }) => {
    const added = { kind: 'provider', ...identity, createdAt, personHash } as const;
    const link = notMeLink(context, userId, provider, added);
    const letter = { kind: 'wayInAdded', way: provider, email: named, link } as const;
    return outbox.enclose({ to: email, letter, userId });
  };
}
