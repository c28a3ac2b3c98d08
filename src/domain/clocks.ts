import type { Instant } from './zone.ts';

/** How far another machine's clock may differ from ours, in milliseconds. */
const CLOCK_TOLERANCE_MS = 300_000;

/** True if two instants that different clocks measured may be the same: they differ by at most five minutes. */
export function isSameTime(one: Instant, other: Instant): boolean {
  return Math.abs(one - other) <= CLOCK_TOLERANCE_MS;
}

/** True if the instant is in the past, or at most five minutes in the future (clocks may differ). */
export function hasPassed(instant: Instant, now: Instant): boolean {
  return instant <= now + CLOCK_TOLERANCE_MS;
}
