import type { Instant } from './zone.ts';

/** How far ahead of ours another machine's clock may be, in milliseconds. */
const CLOCK_TOLERANCE_MS = 300_000;

/** True if the instant is in the past, or at most five minutes in the future (clocks may differ). */
export function hasPassed(instant: Instant, now: Instant): boolean {
  return instant <= now + CLOCK_TOLERANCE_MS;
}
