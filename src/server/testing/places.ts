import { Browser, type TestApp } from './app.ts';

let places = 0;

/** A signed-out browser with a client address that no test has used yet. */
export function browserElsewhere(test: TestApp): Browser {
  places += 1;
  const browser = new Browser(test);
  browser.address = `10.2.${places >> 8}.${places & 255}`;
  return browser;
}
