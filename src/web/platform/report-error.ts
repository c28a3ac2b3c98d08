import { calls } from '../../contract/calls.ts';
import { browserErrorOf } from '../../domain/browser-error.ts';
import { allowsAnalytics } from './analytics.ts';

/** The maximum number of reports for each page load. */
const MAX_REPORTS = 5;

/**
 * Makes a function that reports errors to the server, without a session (DECISIONS 27). Equal reports are sent once.
 */
export function makeReporter(): (error: unknown) => void {
  const sent = new Set<string>();
  return (error) => {
    if (!allowsAnalytics() || !navigator.onLine || sent.size >= MAX_REPORTS) return;
    const report = browserErrorOf(error, navigator.userAgent);
    const body = JSON.stringify(report);
    if (!report || sent.has(body)) return;
    sent.add(body);
    const { method, path } = calls.reportError;
    const headers = { 'content-type': 'application/json' };
    fetch(path, { method, headers, body, keepalive: true, credentials: 'omit' }).catch(() => {});
  };
}

export const reportError = makeReporter();
