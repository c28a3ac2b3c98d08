import type { Logger } from 'pino';
import { WHOLE_SCOPE } from '../../domain/visit.ts';
import type { Instant } from '../../domain/zone.ts';
import { findReader } from '../identity/queries/access.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import type { Database } from '../platform/db/database.ts';
import { MOST_MAILED_BYTES, type ReportWish } from './order.ts';
import type { Reports } from './reports.ts';

/**
 * Makes an emailed report when the email is sent; until then, the queue has only the report's period. Makes no report
 * if, at that time, the recipient's account has another address or an unproven one, or if the recipient is a caregiver
 * whose access has ended. Drops a report that has become too large since the request.
 */
export function reportAttachment(db: Database, reports: Reports, log: Logger) {
  return async (
    {
      caregiverId,
      ...wish
    }: Pick<ReportWish, 'userId' | 'paper' | 'extent'> & {
      readonly from: Instant;
      readonly to: Instant;
      readonly caregiverId?: string;
    },
    address: string,
  ): Promise<{ readonly fileName: string; readonly content: Uint8Array } | undefined> => {
    const reader =
      caregiverId === undefined
        ? { userId: wish.userId, readsNotes: true }
        : await findReader(db, wish.userId, caregiverId);
    const account = reader && (await findAccountOf(db, reader.userId));
    if (account?.email !== address || !account.emailProven) return undefined;
    const { userId, from, to, paper, extent } = wish;
    const readsNotes = reader?.readsNotes === true;
    const scope = { ...WHOLE_SCOPE, notes: readsNotes };
    const { pdf, fileName } = await reports.make({
      userId,
      from,
      to,
      paper,
      extent,
      scope,
      hasTopics: readsNotes,
    });
    if (pdf.byteLength > MOST_MAILED_BYTES) {
      log.warn({ bytes: pdf.byteLength }, 'A report is too large to email and was dropped');
      return undefined;
    }
    return { fileName, content: pdf };
  };
}
