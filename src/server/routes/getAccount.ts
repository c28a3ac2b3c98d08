import type { ProviderKey } from '../../contract/providers.ts';
import { isConfirmed } from '../auth/owner.ts';
import { findAccountOf } from '../db/accounts.ts';
import { findProvidersOf } from '../db/identities.ts';
import { fail } from '../fail.ts';
import { route } from '../http/route.ts';

export const getAccount = route('getAccount', async ({ context, session }) => {
  const { db } = context;
  const account = await findAccountOf(db, session.userId);
  if (!account) throw fail('userNotFound');
  return {
    email: account.email,
    emailProven: account.emailProven,
    hasPassword: account.passwordHash !== '',
    providers: (await findProvidersOf(db, session.userId)) as ProviderKey[],
    confirmed: isConfirmed(context, session),
  };
});
