import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findIdentitiesOf } from './queries/identities.ts';
import { PASSKEY, renamePasskey as renameStoredPasskey } from './queries/passkeys.ts';
import { identityId } from './ways-in.ts';

export const renamePasskey = route('renamePasskey', async ({ context, input, session }) => {
  const { db, secrets } = context;
  const identities = await findIdentitiesOf(db, session.userId);
  const identity = identities.find(
    (each) => each.provider === PASSKEY && identityId(secrets, each) === input.wayId,
  );
  const { issuer = '', subject = '' } = identity ?? {};
  const renamed = await renameStoredPasskey(
    db,
    { rpId: issuer, credentialId: subject },
    input.name,
  );
  if (!renamed) throw fail('passkeyNotHere');
  return {};
});
