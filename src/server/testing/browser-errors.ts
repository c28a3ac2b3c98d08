import type { BrowserError } from '../../domain/browser-error.ts';

/** An error that a browser reports. */
export const BROWSER_ERROR: BrowserError = {
  type: 'TypeError',
  message: 'Cannot read properties of undefined',
  places: ['dashboard-8Ye1C5R-.js:1:2345', 'base-C-OXdPFc.js:1:1'],
  browser: 'Chrome 142 on Android',
};
