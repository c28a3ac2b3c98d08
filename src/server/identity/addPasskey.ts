import { MOST_PASSKEYS } from '../../contract/passkeys.ts';
import { browserName } from '../../domain/browser.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { requireProof } from './owner.ts';
import { checkNewPasskey } from './passkeys.ts';
import { addPasskey as addStoredPasskey, PASSKEY } from './queries/passkeys.ts';
import { wayInAddedLetter } from './way-in-letters.ts';
import { identityId } from './ways-in.ts';

export const addPasskey = route('addPasskey', async ({ context, input, session, request }) => {
  const { db, jobs, secrets, clock } = context;
  requireProof(context, session);
  const { userId } = session;
  const name = browserName(request.headers['user-agent'] ?? '');
  const asked = { purpose: 'add', userId } as const;
  const { passkey, challenge } = await checkNewPasskey(context, input.passkey, asked, name);
  const now = clock();
  const identity = { provider: PASSKEY, issuer: passkey.rpId, subject: passkey.credentialId };
  const letterFor = wayInAddedLetter(context, identity, name, now);
  const added = { passkey, challenge, most: MOST_PASSKEYS, letterFor };
  const result = await addStoredPasskey(db, session, added, now);
  if (result !== 'added') throw fail(result);
  jobs.wake('mail');
  return { wayId: identityId(secrets, identity) };
});
