import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../src/server/platform/refusal.ts';

const LOOK_EVERY_MS = 250;
/** How long a program may take to start (ms). */
const START_LIMIT_MS = 60_000;

/** Waits until a condition holds. Rejects after a limit, or if the signal aborts. */
export async function until(
  what: string,
  isTrue: () => Promise<boolean>,
  limitMs = START_LIMIT_MS,
  signal?: AbortSignal,
): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) {
      throw new Refusal(`${what} is not ready after ${limitMs / 1000} s`);
    }
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
