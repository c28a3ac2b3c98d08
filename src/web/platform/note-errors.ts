/**
 * Reports an error in the browser to the server, unless the person has turned reports off. The code for reports is
 * loaded with the first error.
 */
export function noteError(error: unknown): void {
  import('./report-error.ts').then(({ reportError }) => reportError(error)).catch(() => {});
}

/** Reports uncaught errors. */
export function noteErrors(): void {
  window.addEventListener('error', ({ error }) => noteError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason));
}
