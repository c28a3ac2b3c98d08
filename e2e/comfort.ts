import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './test.ts';

/** Fits the window, has type of 18 px or more, controls of 48 px or more, and 8 px between them. */
export async function expectComfortable(page: Page): Promise<void> {
  await expectAccessible(page);
  const found = await page.evaluate(() => {
    const complaints: string[] = [];
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
      .filter((element) => isShown(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const { element, box } of controls) {
      if (box.height < 48 || box.width < 48) {
        complaints.push(`${box.width} x ${box.height} px: ${element.outerHTML.slice(0, 80)}`);
      }
    }
    for (const [index, one] of controls.entries()) {
      for (const other of controls.slice(index + 1)) {
        // The stops are one control; a button inside a field is part of it.
        if (one.element.className === 'stop' && other.element.className === 'stop') continue;
        if (
          one.element.parentElement === other.element.parentElement?.closest('.field-with-button')
        )
          continue;
        const across = Math.max(one.box.left - other.box.right, other.box.left - one.box.right);
        const down = Math.max(one.box.top - other.box.bottom, other.box.top - one.box.bottom);
        if (Math.max(across, down) < 7.9) {
          complaints.push(
            `${Math.max(across, down)} px between ${one.element.outerHTML.slice(0, 60)} and ${other.element.outerHTML.slice(0, 60)}`,
          );
        }
      }
    }
    return complaints;
  });
  expect(found).toEqual([]);
}
