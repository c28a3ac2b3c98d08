import type { Config } from '../config.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import type { Database } from '../platform/db/database.ts';

/** The account's email address; undefined if the server sends no email, or if the address is not proven. */
export async function provenAddress(
  { smtpUrl }: Config,
  db: Database,
  userId: string,
): Promise<string | undefined> {
  if (smtpUrl === undefined) return undefined;
  const account = await findAccountOf(db, userId);
  return account?.emailProven ? account.email : undefined;
}
