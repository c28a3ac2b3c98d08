/**
 * A polyfill for React Aria, which calls this when a phone's keyboard opens. Safari has it only from version
 * 16, but `vite.config.ts` builds for older ones. The app's own code uses nothing newer than those
 * (e2e/old-browsers.spec.ts).
 */
AbortSignal.timeout ??= (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
};
