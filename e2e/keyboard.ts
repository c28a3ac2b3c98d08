import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Presses Tab until an element has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      // The focused element must be in view, uncovered, and outlined by at least 3 px.
      await expect(target).toBeInViewport();
      expect(await target.evaluate(focusFaults)).toEqual([]);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${target}`);
}

/** Runs in the page. Lists why a person could not see that an element has the focus. */
function focusFaults(element: Element): string[] {
  const faults: string[] = [];
  const marked = element.closest('label') ?? element;
  // A slider's native range is transparent; its sibling elements show the focus.
  const drawn = marked.matches('[type=range]') ? (marked.parentElement ?? marked) : marked;
  const lines = [drawn, ...drawn.querySelectorAll('*')].map((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    const isSeen = outlineStyle !== 'none' && part.checkVisibility({ opacityProperty: true });
    return isSeen ? Number.parseFloat(outlineWidth) : 0;
  });
  if (Math.max(...lines) < 3) faults.push('no line of 3 px shows the focus');
  const { left, top, width, height } = marked.getBoundingClientRect();
  const onTop = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
  if (onTop && !drawn.contains(onTop) && !onTop.contains(drawn)) {
    faults.push(`hidden under ${onTop.outerHTML.slice(0, 80)}`);
  }
  return faults;
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Selects a tab. A tab list is one stop of the Tab key; arrow keys move within it. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  const list = page.getByRole('tablist').filter({ has: tab });
  await tabTo(page, list.getByRole('tab', { selected: true }));
  for (let presses = 0; presses < 4; presses += 1) {
    if (await tab.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/**
 * Closes the open dialog with Escape, once it has the focus, because the focused element receives the key.
 */
export async function leaveDialog(page: Page): Promise<void> {
  await expect(page.locator('dialog:focus, dialog :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
