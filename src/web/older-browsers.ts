/**
 * What React Aria asks for when a phone's keyboard opens, and Safari has from 16 on: after the oldest that
 * `vite.config.ts` builds for. The app itself uses nothing newer than those: e2e/old-browsers.spec.ts.
 */
AbortSignal.timeout ??= (milliseconds) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
};
