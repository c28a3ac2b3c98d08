/**
 * Notes an error in the browser, which is reported unless the person has turned that off. The code for it is loaded
 * with the first error.
 */
export function noteError(error: unknown): void {
  import('./report-error.ts').then(({ reportError }) => reportError(error)).catch(() => {});
}

/** Notes the errors that nobody catches. */
export function noteErrors(): void {
  window.addEventListener('error', ({ error }) => noteError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
}
