import { providerFault } from '../identity/provider-faults.ts';
import type { Setback } from './queries/spreadsheet-claims.ts';
import type { EndReason } from './queries/spreadsheets.ts';
import { SheetsError } from './sheets-api.ts';

/** What a failed try means: that it is over, or when to try again. */
export type Outcome =
  | { readonly ended: EndReason }
  | { readonly problem: Setback; readonly retryAfterMs?: number | undefined };

/** Refusals with status 403 that say nothing of the person: of the operator's project, or of its quota. */
const OF_THE_PROJECT = new Set(['SERVICE_DISABLED', 'accessNotConfigured']);
const OF_THE_QUOTA = new Set([
  'RATE_LIMIT_EXCEEDED',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
]);
/** Errors of requests that Google did not answer, or not in time: fetch's, and openid-client's. */
const AWAY = new Set(['TimeoutError', 'AbortError', 'ClientError']);

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof SheetsError)) return { problem: isAway(error) ? 'unreachable' : 'ours' };
  const { status, reasons, retryAfterMs } = error;
  // With a token that was renewed just before.
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
  // fetch has the fault of the network for the cause of its TypeError; a mistake of ours has none.
  return AWAY.has(error.name) || (error instanceof TypeError && error.cause !== undefined);
}

/** For the log: codes alone. */
export function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof SheetsError)) return providerFault(error);
  return { status: error.status, reasons: error.reasons };
}
