import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Presses Tab until something has the focus, as someone without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      // What has the focus is in view, under nothing else, and shows it with a line of 3 px or more.
      await expect(target).toBeInViewport();
      expect(await target.evaluate(focusFaults)).toEqual([]);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

/** Runs in the page: why it cannot be seen where the focus is. */
function focusFaults(element: Element): string[] {
  const faults: string[] = [];
  const marked = element.closest('label') ?? element;
  // The native range is drawn by what stands beside it.
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

/** Chooses a tab of a list: one stop of the keyboard, and arrows within. */
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

/** Leaves the open dialog by Escape, once it has the focus: keys go to where that is. */
export async function leaveDialog(page: Page): Promise<void> {
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
