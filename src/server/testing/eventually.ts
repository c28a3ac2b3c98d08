import { vi } from 'vitest';

/** A little less than a test's time-out, so that a failure names the check. */
const PATIENCE_MS = 50_000;

/** Waits until a check of background work passes. */
export async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(check, PATIENCE_MS);
}
