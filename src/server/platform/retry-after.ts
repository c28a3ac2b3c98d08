import { DAY_MS, type Instant } from '../../domain/zone.ts';

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
