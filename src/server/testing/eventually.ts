import { vi } from 'vitest';

/** A little less than a test's own limit, so that a failure shows what did not hold. */
const PATIENCE_MS = 50_000;

/** Waits until a check holds for what goes on in the background. */
export async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(check, PATIENCE_MS);
}
