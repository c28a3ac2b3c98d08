import { Browser, type TestApp } from './app.ts';

let places = 0;

/** A browser that nobody is signed in with, somewhere nobody has tried from yet. */
export function browserElsewhere(test: TestApp): Browser {
  places += 1;
  const browser = new Browser(test);
  browser.address = `10.2.${places >> 8}.${places & 255}`;
  return browser;
}
