import type { Instant } from '../../domain/zone.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import type { Database } from '../platform/db/database.ts';
import type { Paper } from './pdf/pdf.ts';
import type { Reports } from './reports.ts';

/**
 * Makes the reports that go by mail, when they are sent: until then the queue holds their dates alone. Only for
 * the account's own address, and only while that is proven.
 */
export function reportAttachment(db: Database, reports: Reports) {
  return async (
    wish: { userId: string; from: Instant; to: Instant; paper: Paper },
    address: string,
  ) => {
    const account = await findAccountOf(db, wish.userId);
    if (account?.email !== address || !account.emailProven) return undefined;
    const { pdf, fileName } = await reports.make(wish);
    return { fileName, content: pdf };
  };
}
