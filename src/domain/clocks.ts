import type { Instant } from './zone.ts';

/** Another machine's clock may be this much ahead of ours, in milliseconds. */
const CLOCK_TOLERANCE_MS = 300_000;

/** Whether a time has passed, as far as clocks agree. */
export function hasPassed(instant: Instant, now: Instant): boolean {
  return instant <= now + CLOCK_TOLERANCE_MS;
}
