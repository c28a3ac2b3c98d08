import { providerFault } from '../auth/provider-faults.ts';
import type { Setback } from '../db/spreadsheet-claims.ts';
import type { EndReason } from '../db/spreadsheets.ts';
import { SheetsError } from './sheets-api.ts';

/** What a failed try means: that it is over, or when to try again. */
export type Outcome =
  | { readonly ended: EndReason }
  | { readonly problem: Setback; readonly retryAfterMs?: number | undefined };

/** Refusals with status 403 that say nothing of the person: of the operator's project, or of its quota. */
const NOT_THE_PERSONS = new Set([
  'SERVICE_DISABLED',
  'accessNotConfigured',
  'RATE_LIMIT_EXCEEDED',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
]);

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof SheetsError)) return { problem: 'unreachable' };
  const { status, reasons, retryAfterMs } = error;
  const isPersons = !reasons.some((reason) => NOT_THE_PERSONS.has(reason));
  // With a token that was renewed just before.
  if (status === 401) return { ended: 'withdrawn' };
  if (status === 403 && isPersons) return { ended: 'refused' };
  if (status === 404) return { ended: 'deleted' };
  return { problem: 'busy', retryAfterMs };
}

/** For the log: codes alone. */
export function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof SheetsError)) return providerFault(error);
  return { status: error.status, reasons: error.reasons };
}
