import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** From this width on, as in `ui`, no phone. */
const WIDE = 640;
/** The narrowest phone, a tablet and a desktop. */
const WIDTHS = [320, 768, 1280];

const EVERY_RULE = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** All that a colour scheme can change. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast-enhanced'] } as const;
/** What has a contrast of 7:1 has one of 4.5:1, and to look for both takes twice as long. */
const IMPLIED_RULES = { 'color-contrast': { enabled: false } };

/**
 * What is shown can be used by everyone: axe finds nothing in either colour scheme, nothing is wider than the
 * window, type has 18 px or more, controls have 48 px or more, main actions 72, and 8 px are between them.
 * Measured on the page: in the tests of phones at 320, 768 and 1280 px, in the others at the window's width.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size || size.width >= WIDE) return await expectAccessibleHere(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: size.height });
    await expectAccessibleHere(page);
  }
  await page.setViewportSize(size);
}

/** The same, at the window's present width alone. */
export async function expectAccessibleHere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, COLOUR_RULES), 'in the dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page, EVERY_RULE), 'in the light').toEqual([]);
  expect(await page.evaluate(measure)).toEqual([]);
}

async function violations(page: Page, rules: typeof EVERY_RULE | typeof COLOUR_RULES) {
  // Once a page: it takes as long as a look at one.
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

/** Runs in the page: what does not fit the window, is too small or too close. */
function measure(): string[] {
  const complaints: string[] = [];
  const root = document.documentElement;
  const overflow = root.scrollWidth - root.clientWidth;
  if (overflow > 0) complaints.push(`the page is ${overflow} px too wide`);

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden, [inert]');
  const scope = document.querySelector('[role=dialog]') ?? document.body;
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent || !texts.currentNode.textContent?.trim() || !isShown(parent)) continue;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    if (size < 18) complaints.push(`${size} px: ${texts.currentNode.textContent}`);
  }

  const controls = [
    ...scope.querySelectorAll('button, a[href], input, select, textarea, [role=tab], summary'),
  ]
    .map((element) => element.closest('label.check, label.switch') ?? element)
    .filter((element, index, all) => isShown(element) && all.indexOf(element) === index);
  for (const element of controls) {
    const { width, height } = element.getBoundingClientRect();
    const least = element.matches('.button-main') ? 72 : 48;
    if (height < least || width < 48) {
      complaints.push(`${width} x ${height} px: ${element.outerHTML.slice(0, 80)}`);
    }
  }

  // Stops that stand together are one target.
  const targets = [
    ...new Set(controls.map((element) => element.closest('[data-press-nearest]') ?? element)),
  ].map((element) => ({ element, box: pressable(element) }));
  for (const [index, one] of targets.entries()) {
    for (const other of targets.slice(index + 1)) {
      // A button inside a field is part of it.
      const field = other.element.parentElement?.closest('.field-with-button');
      if (field && one.element.parentElement === field) continue;
      const across = Math.max(one.box.left - other.box.right, other.box.left - one.box.right);
      const down = Math.max(one.box.top - other.box.bottom, other.box.top - one.box.bottom);
      if (Math.max(across, down) < 7.9) {
        const [first, second] = [one, other].map(({ element }) => element.outerHTML.slice(0, 60));
        complaints.push(`${Math.max(across, down)} px between ${first} and ${second}`);
      }
    }
  }

  /** Where a press is taken: the element's own box, and whatever stands out of it to enlarge it. */
  function pressable(element: Element) {
    const parts = element.matches('[data-press-nearest]') ? element.querySelectorAll('*') : [];
    const boxes = [
      ...[element, ...parts].map((part) => part.getBoundingClientRect()),
      ...['::before', '::after'].flatMap((pseudo) => pseudoBox(element, pseudo)),
    ];
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }

  /** The box of a pseudo-element that takes presses; none where there is no such box. */
  function pseudoBox(element: Element, pseudo: string): DOMRect[] {
    const around = getComputedStyle(element);
    const { content, pointerEvents, position, left, top, width, height } = getComputedStyle(
      element,
      pseudo,
    );
    const isBox = content !== 'none' && pointerEvents !== 'none' && position === 'absolute';
    if (!isBox || around.position === 'static') return [];
    const from = element.getBoundingClientRect();
    const x = from.left + Number.parseFloat(around.borderLeftWidth) + Number.parseFloat(left);
    const y = from.top + Number.parseFloat(around.borderTopWidth) + Number.parseFloat(top);
    return [new DOMRect(x, y, Number.parseFloat(width), Number.parseFloat(height))];
  }
  return complaints;
}
