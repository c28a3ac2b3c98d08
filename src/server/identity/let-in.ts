import type { Database } from '../platform/db/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { type CodeContext, newSignInLink } from './codes.ts';
import { findAccount } from './queries/accounts.ts';
import { addCode } from './queries/codes.ts';

/**
 * Makes a link that signs in to the account with this address, once and within 15 minutes. It is for the operator, who
 * hands it to the owner where no mail goes out. It proves nothing about the address, so it removes nothing.
 *
 * @param email as typed
 * @throws Refusal if the address has no account
 */
export async function letIn(
  context: CodeContext & { readonly db: Database },
  email: string,
): Promise<string> {
  const address = email.trim().toLowerCase();
  if (!(await findAccount(context.db, address))) {
    throw new Refusal(`There is no account with the address ${address}.`);
  }
  const { link, stored } = newSignInLink(context, { purpose: 'letIn', email: address });
  await addCode(context.db, stored);
  return link;
}
