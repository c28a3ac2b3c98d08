import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { shownAddress } from './no-address.ts';
import { isConfirmed } from './owner.ts';
import { findAccountOf } from './queries/accounts.ts';
import { findIdentitiesOf } from './queries/identities.ts';
import { findPasskeysOf } from './queries/passkeys.ts';
import { proofsOf, waysInOf } from './ways-in.ts';

export const getAccount = route('getAccount', async ({ context, session }) => {
  const { db } = context;
  const account = await findAccountOf(db, session.userId);
  if (!account) throw fail('userNotFound');
  const identities = await findIdentitiesOf(db, session.userId);
  const passkeys = await findPasskeysOf(db, session.userId);
  const confirmed = isConfirmed(context, session);
  return {
    email: shownAddress(account.email),
    emailProven: account.emailProven,
    hasPassword: account.passwordHash !== '',
    waysIn: waysInOf(context, account, identities, passkeys),
    proofs: proofsOf(context, account, identities),
    confirmed,
    ...(confirmed && session.byPasskey && { byPasskey: true as const }),
  };
});
