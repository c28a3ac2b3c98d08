/** How long work waits at most for the browser to be idle, and always in browsers that do not say so (Safari) (ms). */
const IDLE_AFTER_MS = 1000;
/** How long work waits that the page does not need yet (ms). */
const SETTLED_AFTER_MS = 1000;

/** Runs the work once when the browser is idle. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run, { timeout: IDLE_AFTER_MS });
  else setTimeout(run, IDLE_AFTER_MS);
}

/** Runs work that the page does not need yet, so that a slow phone can first draw the page and react to a finger. */
export function whenSettled(run: () => void): void {
  setTimeout(() => whenIdle(run), SETTLED_AFTER_MS);
}
