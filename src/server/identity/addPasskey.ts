import { MOST_PASSKEYS } from '../../contract/passkeys.ts';
import { browserName } from '../../domain/browser.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { notMeLink } from './not-me.ts';
import { requireProof } from './owner.ts';
import { checkNewPasskey } from './passkeys.ts';
import type { StoredAccount } from './queries/accounts.ts';
import { addPasskey as addStoredPasskey, PASSKEY } from './queries/passkeys.ts';
import { identityId } from './ways-in.ts';

export const addPasskey = route('addPasskey', async ({ context, input, session, request }) => {
  const { db, outbox, jobs, secrets, clock } = context;
  requireProof(context, session);
  const { userId } = session;
  const name = browserName(request.headers['user-agent'] ?? '');
  const asked = { purpose: 'add', userId } as const;
  const { passkey, challenge } = await checkNewPasskey(context, input.passkey, asked, name);
  const now = clock();
  const identity = { provider: PASSKEY, issuer: passkey.rpId, subject: passkey.credentialId };
  const wayId = identityId(secrets, identity);
  const letterFor = ({ email }: StoredAccount) => {
    const way = { kind: 'provider', ...identity, createdAt: now, personHash: wayId } as const;
    const link = notMeLink(context, userId, PASSKEY, way);
    const letter = { kind: 'wayInAdded', way: PASSKEY, email: name, link } as const;
    return outbox.enclose({ to: email, letter, userId });
  };
  const added = { passkey, challenge, most: MOST_PASSKEYS, letterFor };
  const result = await addStoredPasskey(db, session, added, now);
  if (result !== 'added') throw fail(result);
  jobs.wake('mail');
  return { wayId };
});
