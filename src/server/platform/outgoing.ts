import { DAY_MS, type Instant } from '../../domain/zone.ts';

/** Requests to other servers. */

/** What became of a message to another server. The `fault` of a failure is for the log. */
export type Delivery =
  /** The server has the message. This does not mean that a device shows it. */
  | { readonly outcome: 'accepted' }
  /** The device or the topic does not exist any more. */
  | { readonly outcome: 'ended'; readonly fault: string }
  /** Another try would fail too. */
  | { readonly outcome: 'refused'; readonly fault: string }
  /** Another try may succeed. */
  | {
      readonly outcome: 'later';
      readonly fault: string;
      /** The wait that the server asks for, in milliseconds, if it asks for one. */
      readonly waitMs: number | undefined;
    };

/** Aborts after `limitMs`, and when `cutOff` does, for example when the server stops. */
export function limited(limitMs: number, cutOff: AbortSignal | undefined): AbortSignal {
  const timeOut = AbortSignal.timeout(limitMs);
  return cutOff ? AbortSignal.any([cutOff, timeOut]) : timeOut;
}

/** Describes why a request failed by the code of its error alone, because the message may quote the address. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) return 'could not be reached';
  const errors = [error, error.cause].filter((each) => each instanceof Error);
  if (errors.some(({ name }) => name === 'TimeoutError')) return 'did not answer in time';
  if (error.name === 'AbortError') return 'was not waited for';
  const coded = errors.findLast((each) => 'code' in each);
  return `could not be reached (${coded && 'code' in coded ? String(coded.code) : error.name})`;
}

/**
 * The wait that another server asks for, in milliseconds, at most a day. Undefined if it asks for none, or if its
 * header cannot be read.
 *
 * @param header `Retry-After`: seconds or a date (RFC 9110, 10.2.3)
 */
export function retryAfterMs(header: string | null, now: Instant): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), DAY_MS);
}
