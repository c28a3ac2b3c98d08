import { MOST_PASSKEYS } from '../../contract/passkeys.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findPerson } from '../profile/queries/profiles.ts';
import { shownAddress } from './no-address.ts';
import { requireProof } from './owner.ts';
import { creationFor, requireHost } from './passkeys.ts';
import { findPasskeysOf } from './queries/passkeys.ts';

export const getPasskeyCreation = route('getPasskeyCreation', async ({ context, session }) => {
  const { config, db } = context;
  const { userId, email } = session;
  const host = requireHost(config);
  requireProof(context, session);
  const passkeys = (await findPasskeysOf(db, userId)).filter(({ rpId }) => rpId === host);
  if (passkeys.length >= MOST_PASSKEYS) throw fail('tooManyPasskeys');
  const person = await findPerson(db, userId);
  const displayName = [person?.firstName, person?.lastName].filter(Boolean).join(' ');
  const name = shownAddress(email) || displayName || 'Symptom Tracker';
  return creationFor(context, { userId, names: { name, displayName }, passkeys });
});
