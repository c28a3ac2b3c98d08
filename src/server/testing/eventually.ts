import { vi } from 'vitest';

/** Longer than the head start of the outbox and a slow machine together take. */
const PATIENCE_MS = 20_000;

/** Waits until a check holds for what goes on in the background. */
export async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(check, PATIENCE_MS);
}
