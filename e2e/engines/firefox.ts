import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { inPath } from '../../scripts/browser.mjs';
import type { Engine, Start } from './engine.ts';

/** Firefox ESR without a window, driven with WebDriver BiDi. */
export const startFirefox: Start = async () => {
  const executablePath = inPath('firefox-esr');
  if (!executablePath) return undefined;
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  const page = await browser.newPage();
  return {
    async open(url) {
      await page.goto(url);
    },
    read: ((inPage, input) => page.evaluate(inPage as never, input)) as Engine['read'],
    async find(inPage, input) {
      const handle = await page.evaluateHandle(inPage as (input: unknown) => unknown, input);
      const element = handle.asElement() as ElementHandle<Element> | null;
      if (!element) return undefined;
      return { press: () => element.click(), type: (text) => element.type(text) };
    },
    quit: () => browser.close(),
  };
};
