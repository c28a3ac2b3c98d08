import { providerFault } from '../identity/provider-faults.ts';
import type { Setback } from './queries/spreadsheet-claims.ts';
import type { EndReason } from './queries/spreadsheets.ts';
import { SheetsError } from './sheets-api.ts';

/** The consequence of a failed attempt: the mirror ends, or it retries. */
export type Outcome =
  | { readonly ended: EndReason }
  | { readonly problem: Setback; readonly retryAfterMs?: number | undefined };

/** Google's reasons for a 403 that the user has not caused: those of the operator's project, and of its quota. */
const OF_THE_PROJECT = new Set(['SERVICE_DISABLED', 'accessNotConfigured']);
const OF_THE_QUOTA = new Set([
  'RATE_LIMIT_EXCEEDED',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
]);
/** Names of the errors that fetch and openid-client throw if Google does not respond, or not in time. */
const AWAY = new Set(['TimeoutError', 'AbortError', 'ClientError']);

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof SheetsError)) return { problem: isAway(error) ? 'unreachable' : 'ours' };
  const { status, reasons, retryAfterMs } = error;
  // The token was refreshed just before, so the grant has ended.
  if (status === 401) return { ended: 'withdrawn' };
  if (status === 404) return { ended: 'deleted' };
  if (status === 429 || status >= 500) return { problem: 'busy', retryAfterMs };
  if (status !== 403) return { problem: 'ours' };
  if (reasons.some((reason) => OF_THE_QUOTA.has(reason))) return { problem: 'busy', retryAfterMs };
  if (reasons.some((reason) => OF_THE_PROJECT.has(reason))) return { problem: 'ours' };
  return { ended: 'refused' };
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // fetch reports a network error as a TypeError with a cause; a programming error has none.
  return AWAY.has(error.name) || (error instanceof TypeError && error.cause !== undefined);
}

/** The error for the log, without its message, which may quote the response. */
export function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof SheetsError)) return providerFault(error);
  return { status: error.status, reasons: error.reasons };
}
