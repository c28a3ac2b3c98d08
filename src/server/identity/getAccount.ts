import type { ProviderKey } from '../../contract/providers.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { isConfirmed } from './owner.ts';
import { findAccountOf } from './queries/accounts.ts';
import { findProvidersOf } from './queries/identities.ts';

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
