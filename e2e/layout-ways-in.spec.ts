import { expectAccessibleHere } from './accessible.ts';
import { newPerson, signUp } from './people.ts';
import { expect, mailedCode, newGoogler, pressIn, test } from './ways-in.ts';

/** Like `layout.spec.ts`, for the screens and dialogs of getting in, with the longest address there can be. */
const LONG_EMAIL = `${'m'.repeat(60)}@${'w'.repeat(60)}.${'x'.repeat(60)}.${'y'.repeat(60)}.org`;

for (const { name, width, height } of [
  { name: '1280 px at 400 % zoom', width: 320, height: 256 },
  { name: '1280 px at 200 % zoom', width: 640, height: 450 },
]) {
  test(`every way in fits, is large enough and keeps its distance: ${name}`, async ({
    page,
    around,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 40[03]/);
    await page.setViewportSize({ width, height });
    newGoogler(around, 'Nora');
    await page.goto('/signin');
    await page.getByLabel('Email').fill(LONG_EMAIL);
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByText('A link is on its way to')).toBeVisible();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await pressIn(await opened, 'Cancel');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessibleHere(page);
    const { text } = await around.mail.nextMail(LONG_EMAIL);
    await page.goto(/^http\S+$/m.exec(text)?.[0] ?? '');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectAccessibleHere(page);
    await page.goto('/provider-visit');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessibleHere(page);

    const person = newPerson('Wil');
    await signUp(page, person);
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
    await page.getByLabel('Confirm New Password').fill('steadier than before');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByLabel('Code from the mail').fill('1');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByRole('region', { name: /^Please look at/ })).toBeVisible();
    await expectAccessibleHere(page);

    await page.goto('/dashboard?tab=settings');
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('Your password').fill(person.password);
    const moved = `${page.viewportSize()?.width}${Date.now()}${LONG_EMAIL.slice(20)}`;
    await page.getByLabel('New Email').fill(moved);
    await page.getByRole('button', { name: 'Send code' }).click();
    await mailedCode(around, person.email);
    await page.getByLabel('Code from the mail').fill(await mailedCode(around, moved));
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Save email' }).click();
    await expect(page.getByText('You now sign in as')).toBeVisible();
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('button', { name: 'Delete everything for good' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessibleHere(page);
  });
}
