import type { Logger } from 'pino';
import type { BrowserError } from '../../domain/browser-error.ts';
import type { RateLimit } from '../limits.ts';

/** Logs errors that browsers report, but not all of them if there are many, so that they cannot fill the log. */
export interface ErrorLog {
  readonly add: (error: BrowserError) => void;
}

/**
 * Logs the first `max` errors of each period, and at the end of the period the number of the others. A period begins
 * with an error and lasts `windowMs`.
 */
export function makeErrorLog(log: Logger, { max, windowMs }: RateLimit): ErrorLog {
  let inPeriod = 0;
  const endPeriod = () => {
    const count = inPeriod - max;
    inPeriod = 0;
    if (count > 0) log.warn({ count }, 'Browsers reported more errors');
  };
  return {
    add({ type, message, places, browser }) {
      // With `unref`, a process can end while the timer is still running.
      if (inPeriod === 0) setTimeout(endPeriod, windowMs).unref();
      inPeriod += 1;
      if (inPeriod > max) return;
      log.warn({ type, message, places, browser }, 'A browser reported an error');
    },
  };
}
