import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/**
 * Finds and uses elements as a person does. Actions and expectations wait until the expected state is
 * reached.
 */

export const button = (name: string | RegExp, exact = false) =>
  page.getByRole('button', { name, exact });
export const field = (label: string, exact = false) => page.getByLabelText(label, { exact });
export const alert = () => page.getByRole('alert');
export const dialog = () => page.getByRole('dialog');
export const tab = (name: string) => page.getByRole('tab', { name, exact: true });
/** The summary of errors at the top of a form. */
export const summary = () => page.getByRole('region', { name: /^Please check/ });

export async function see(what: string | RegExp | Locator): Promise<void> {
  await expect.element(locatorOf(what)).toBeVisible();
}

export async function seeNot(what: string | RegExp | Locator): Promise<void> {
  await expect.poll(() => locatorOf(what).elements().filter(isShown)).toEqual([]);
}

/** Expects the texts of all matching elements, in order. */
export async function seeTexts(
  locator: Locator,
  texts: readonly (string | RegExp)[],
): Promise<void> {
  const expected = texts.map((text) =>
    typeof text === 'string' ? text : expect.stringMatching(text),
  );
  await expect.poll(() => textsOf(locator)).toEqual(expected);
}

function textsOf(locator: Locator): string[] {
  // As locators do, it takes a no-break space for a space.
  return locator.elements().map(({ textContent }) => textContent.trim().replaceAll('\u00a0', ' '));
}

export async function seeCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}

export async function fill(label: string, text: string): Promise<void> {
  await field(label, true).fill(text);
}

/** Presses Logout, and confirms it. */
export async function logOut(): Promise<void> {
  await button('Logout').click();
  await dialog()
    .getByRole('button', { name: /^Log out/ })
    .click();
}

/** Opens 'Aa', and returns the dialog with its switches. */
export async function openDisplay(): Promise<Locator> {
  await button('Aa').click();
  await see(dialog());
  return dialog();
}

/** Presses keys at the focus. A name in braces is one key, for example {Tab}. */
export async function keys(text: string): Promise<void> {
  await userEvent.keyboard(text);
}

function locatorOf(what: string | RegExp | Locator): Locator {
  return typeof what === 'string' || what instanceof RegExp ? page.getByText(what) : what;
}

function isShown(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

/**
 * Resizes the window (CSS px), and waits until the browser has drawn it. If the window were resized again before that,
 * the browser might stop drawing.
 */
export async function resizeTo(width: number, height: number): Promise<void> {
  if (innerWidth === width && innerHeight === height) return;
  await page.viewport(width, height);
  await new Promise(requestAnimationFrame);
}

/** A promise that the test resolves. */
export function hold(): { readonly held: Promise<void>; readonly goOn: () => void } {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return { held, goOn };
}

/** The field for the amount of a planned time, in the dialog of a medication. */
export function amountField(number: number) {
  return page.getByRole('group', { name: `Dose ${number}` }).getByLabelText(/^(?!Time|Remove)/);
}
