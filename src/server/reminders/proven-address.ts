import type { Config } from '../config.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import type { Database } from '../platform/db/database.ts';

/** The account's address, if email goes out and the person has proven that it is theirs. */
export async function provenAddress(
  { smtpUrl }: Config,
  db: Database,
  userId: string,
): Promise<string | undefined> {
  if (smtpUrl === undefined) return undefined;
  const account = await findAccountOf(db, userId);
  return account?.emailProven ? account.email : undefined;
}
