import { type Browser, expect } from '@playwright/test';
import { addPasskey, withAuthenticator, withoutAutofill } from '../../e2e/authenticator.ts';
import { logOut, newPerson, signUpWith } from '../../e2e/people.ts';
import { calls } from '../../src/contract/calls.ts';
import { makeHand, seeded } from './hand.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** How long a sign-in may take (ms). A press that misses starts none. */
const SIGN_IN_MS = 10_000;

/**
 * Signs in with a passkey, by one press each time.
 *
 * @param isFirst as in a browser in which a passkey was used before, whose sign-in screen begins with the button
 * @returns for each press whether it signed in
 */
export async function tryPasskeys(
  browser: Browser,
  url: string,
  { sigma, seed, count, isFirst }: { sigma: number; seed: number; count: number; isFirst: boolean },
): Promise<boolean[]> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  await withoutAutofill(page);
  await withAuthenticator(page);
  const person = newPerson('Hand');
  await signUpWith(page, person, ['Tremor']);
  await logOut(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await addPasskey(page);
  const hand = makeHand(await context.newCDPSession(page), sigma, seeded(seed));
  const results: boolean[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    await page.request.post(calls.signOut.path, { data: {} });
    if (!isFirst) await page.evaluate(() => localStorage.removeItem('passkeyHere'));
    await page.goto('/signin');
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    // What the app itself draws reacts as soon as it is displayed.
    await expect(page.locator('.waiting-long')).toHaveCount(0);
    if (!isFirst) {
      await button.evaluate((each) => each.scrollIntoView({ block: 'center' }));
    }
    const box = await button.boundingBox();
    if (!box) throw new Error('The button is not displayed');
    const signedIn = page
      .waitForResponse(`**${calls.signInWithPasskey.path}`, { timeout: SIGN_IN_MS })
      .then((answer) => answer.ok())
      .catch(() => false);
    await hand.press({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    results.push(await signedIn);
    if (results.at(-1)) await page.waitForURL('**/dashboard');
  }
  await context.close();
  return results;
}
