import type { Answer } from '../../contract/endpoints.ts';
import type { IdentityKind } from '../../contract/ways-in.ts';
import type { Context } from '../context.ts';
import { route } from '../platform/http/route.ts';
import { nameOr } from './access.ts';
import { shownAddress } from './no-address.ts';
import type { Identity } from './queries/identities.ts';
import { findPasskeysOf, type Passkey } from './queries/passkeys.ts';
import { findAskedStays } from './queries/stays.ts';
import { identityId } from './ways-in.ts';

export const getStays = route('getStays', async ({ context, session }) =>
  staysAnswer(context, session.userId),
);

/** What a reset asks the person about; empty if it asks nothing. */
export async function staysAnswer(
  { db, secrets, clock }: Context,
  userId: string,
): Promise<Answer<'getStays'>> {
  const stays = await findAskedStays(db, userId, clock());
  const passkeys = stays ? await findPasskeysOf(db, userId) : [];
  if (!stays) return { waysIn: [], caregivers: [], invitations: [], links: [], ntfy: false };
  return {
    waysIn: stays.identities.map((identity) => ({
      wayId: identityId(secrets, identity),
      kind: identity.provider as IdentityKind,
      // The person tells passkeys apart by their names.
      email: identity.email || nameIn(passkeys, identity),
    })),
    caregivers: stays.caregivers.map(({ caregiver_id: caregiverId, helper }) => ({
      caregiverId,
      name: nameOr(helper.email, helper),
      email: shownAddress(helper.email),
    })),
    invitations: stays.invitations,
    links: stays.shares.map(({ shareId, label }) => ({ shareId, label })),
    ntfy: stays.ntfy,
  };
}

function nameIn(passkeys: readonly Passkey[], { subject }: Pick<Identity, 'subject'>): string {
  return passkeys.find(({ credentialId }) => credentialId === subject)?.name ?? '';
}
