import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import {
  COLOUR_RULES,
  EVERY_RULE,
  IMPLIED_RULES,
  measure,
  TEXT_WIDTHS,
  WIDTHS,
} from '../src/web/testing/measure.ts';
import { measureText } from '../src/web/testing/measure-text.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A window that is at least this wide is not a phone's, as in `src/web/ui` (CSS px). */
const WIDE = 640;
/**
 * Expects the page to be accessible. axe finds no violation in either colour scheme. Nothing is wider than the window.
 * Text is at least 18 px. Controls are at least 48 px (main actions 72 px) and 8 px apart. On a phone, all this is
 * checked at widths of 320, 768 and 1280 px, and no text leaves its box (`expectTextInBoxes`). Otherwise it is checked at
 * the window's width.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size || size.width >= WIDE) return await expectAccessibleHere(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: size.height });
    await expectAccessibleHere(page);
  }
  await page.setViewportSize(size);
  await expectTextInBoxes(page);
}

/** Expects from 320 to 1280 px, with and without 'Larger text', that no text leaves its box. */
export async function expectTextInBoxes(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no window of a fixed size');
  const show = (isLarge: boolean) =>
    page.evaluate((on) => document.documentElement.toggleAttribute('data-largetext', on), isLarge);
  const wasLarge = await page.evaluate(() => 'largetext' in document.documentElement.dataset);
  for (const width of TEXT_WIDTHS) {
    await page.setViewportSize({ width, height: size.height });
    for (const isLarge of [false, true]) {
      await show(isLarge);
      const message = `at ${width} px${isLarge ? ', with larger text' : ''}`;
      await expect.poll(() => page.evaluate(measureText), { message }).toEqual([]);
    }
  }
  await show(wasLarge);
  await page.setViewportSize(size);
}

/** Expects the same as `expectAccessible`, but only at the window's current width. */
async function expectAccessibleHere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, COLOUR_RULES), 'in the dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page, EVERY_RULE), 'in the light').toEqual([]);
  expect(await page.evaluate(measure)).toEqual([]);
}

async function violations(page: Page, rules: typeof EVERY_RULE | typeof COLOUR_RULES) {
  // Injects axe only once per page, because injecting takes as long as one check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return await page.evaluate(
    async ({ options }) => {
      const { axe } = window as unknown as { axe: Axe };
      const found = await axe.run(document, { ...options, resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => ({
        rule: id,
        where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }));
    },
    { options: { runOnly: { ...rules, values: [...rules.values] }, rules: IMPLIED_RULES } },
  );
}

interface Axe {
  run(page: Document, options: RunOptions): Promise<AxeResults>;
}
