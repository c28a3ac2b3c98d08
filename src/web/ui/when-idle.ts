/** How long browsers without idle callbacks (Safari) wait (ms). */
const IDLE_AFTER_MS = 1000;

/** Runs the work once when the browser is idle. */
export function whenIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run);
  else setTimeout(run, IDLE_AFTER_MS);
}
