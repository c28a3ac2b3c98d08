/** How long work waits at most for the browser to be idle, and always in browsers that do not say so (Safari) (ms). */
const IDLE_AFTER_MS = 1000;
/** How long work waits that the page does not need yet (ms). */
const SETTLED_AFTER_MS = 1000;

/** Runs the work once when the browser is idle. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: IDLE_AFTER_MS });
  else setTimeout(run, IDLE_AFTER_MS);
}

const waiting: (() => void)[] = [];

function runNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) whenIdle(runNext);
}

/**
 * Runs work that the page does not need yet, one after the other, so that a slow phone can first draw the page and react
 * to a finger.
 */
export function whenSettled(run: () => void): void {
  waiting.push(run);
  if (waiting.length === 1) setTimeout(() => whenIdle(runNext), SETTLED_AFTER_MS);
}
