import type { Reader } from '../identity/queries/readers.ts';
import { onClosed } from '../platform/http/closing.ts';
import { fail } from '../platform/http/fail.ts';
import type { Call } from '../platform/http/route.ts';
import type { MadeReport } from '../report/reports.ts';
import { ReportFailure } from '../report/reports.ts';
import { findSharedStart } from './shared-visit.ts';

/**
 * Makes the PDF of the data that a person shares.
 *
 * @returns undefined if the caller disconnected meanwhile
 * @throws reportFailed; shareEnded if the account was deleted meanwhile
 */
export async function makeSharedReport(
  { context, request, reply }: Pick<Call<'getSharedReport'>, 'context' | 'request' | 'reply'>,
  shared: Pick<Reader, 'userId' | 'from' | 'scope'>,
  paper: 'Letter' | 'A4',
): Promise<MadeReport | undefined> {
  const { userId, scope } = shared;
  const from = await findSharedStart(context, shared);
  const gone = new AbortController();
  onClosed(reply, () => gone.abort());
  const wish = { userId, scope, paper, from, hidesBefore: shared.from !== null };
  try {
    return await context.reports.make(wish, { signal: gone.signal });
  } catch (error) {
    if (gone.signal.aborted) return undefined;
    if (!(error instanceof ReportFailure)) throw error;
    request.log.error({ err: error }, 'A report failed');
    throw fail('reportFailed');
  }
}
