import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { END_WAY_IN_PATH, OAUTH_END_PATH, SIGN_IN_LINK_PATH } from '../src/contract/providers.ts';
import { newPerson, signIn } from './people.ts';
import { mailedCode } from './services.ts';
import { expect, test } from './test.ts';

/** Texts that open a dialog if the browser runs them as script or HTML. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '"><svg onload=alert(3)>',
  "'-alert(4)-'",
  'javascript:alert(5)//<iframe srcdoc="<script>alert(6)</script>">',
] as const;
const [NAME, ATTRIBUTE, TAG, QUOTE, ADDRESS] = SCRIPTS;
const ALL = SCRIPTS.join('\n');
/** Selects the elements that the texts of `SCRIPTS` create if the browser parses them as HTML. */
const TRACES = 'img[src="x"], svg[onload], iframe, [onerror], script:not([src])';

/**
 * Collects the dialogs that an injected script would open. A violation of the content policy fails the test
 * through its console error.
 */
function dialogsOf(page: Page): string[] {
  const opened: string[] = [];
  page.context().on('dialog', async (dialog) => {
    // Ignores the browser's own question about unsaved input.
    if (dialog.type() !== 'beforeunload') opened.push(dialog.message());
    await dialog.accept();
  });
  return opened;
}

async function expectOnlyText(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator(TRACES)).toHaveCount(0);
}

test('scripts in names, symptoms, notes, addresses and file names never run', async ({
  page,
  services,
}) => {
  const dialogs = dialogsOf(page);
  const person = newPerson('Skadi');
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { data });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return await answer.json();
  };
  const { email, password } = person;
  const { userId } = await post('auth/signUp', { email, password });
  await post('createUser', {
    userId,
    email,
    firstName: NAME,
    lastName: ATTRIBUTE,
    birthday: '1951-12-10',
    biologicalSex: 'female',
    yearsWithParkinsons: 6,
  });
  for (const [index, name] of SCRIPTS.entries()) {
    const slot = { userId, action: 'single', symptomKey: `symptom${index + 1}` };
    // The server creates slots 4 and 5 only as unnamed slots.
    if (index >= 3) await post('updateSymptoms', { ...slot, symptomValue: 'No Symptom entered' });
    await post('updateSymptoms', { ...slot, symptomValue: name });
  }
  for (const severity of [2, 5]) {
    const formData = Object.fromEntries(
      SCRIPTS.map((name, index) => [`symptom${index + 1}`, { name, severity, notes: ALL }]),
    );
    await post('saveSymptomForm', { userId, formData });
  }
  // Turns the first symptom into a past symptom.
  await post('updateSymptoms', { userId, action: 'update', symptom1: `New ${NAME}` });

  await test.step('screens of the signed-in person', async () => {
    const query = `tab=${encodeURIComponent(TAG)}&x=${encodeURIComponent(NAME)}`;
    await page.goto(`/dashboard?${query}#${encodeURIComponent(ATTRIBUTE)}`);
    await page.getByText('Show the numbers').first().click();
    await expect(page.getByRole('table').first()).toContainText(TAG);
    await expectOnlyText(page);
    for (const fold of await page.getByText(/^\d symptoms?$/).all()) await fold.click();
    for (const box of await page.getByRole('checkbox').all()) await box.setChecked(true);
    await page.getByLabel('Timeframe').first().selectOption({ label: 'Last 3 months' });
    await expectOnlyText(page);
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
    const past = page.getByRole('list', { name: 'Past Forms' });
    await expect(past.getByText(QUOTE).first()).toBeVisible();
    await expectOnlyText(page);
    await page.getByRole('button', { name: 'Edit Form #1' }).click();
    await expect(page.getByRole('slider').first()).toBeVisible();
    await expectOnlyText(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await page.getByRole('button', { name: `Add a note for ${TAG}` }).click();
    await page.getByLabel(`Notes for ${TAG}`).fill(ALL);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('are not rated.')).toBeVisible();
    await expectOnlyText(page);
    // The draft is restored.
    await page.goto('/dashboard');
    await expect(page.getByText('We kept your unfinished form.')).toBeVisible();
    await expectOnlyText(page);
    await page.goto('/dashboard?tab=profile');
    await expect(page.getByLabel('Symptom 5', { exact: true })).toHaveValue(ADDRESS);
    await expectOnlyText(page);
  });

  await test.step('exported and imported files, and their names', async () => {
    await page.goto('/dashboard?tab=settings');
    await page.getByRole('button', { name: 'Account activity' }).click();
    await expectOnlyText(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Download your data' }).click();
    for (const name of ['Ratings', 'JSON', 'FHIR']) {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      expect((await downloading).suggestedFilename()).not.toMatch(/[<>"/\\]/);
    }
    await page.getByRole('button', { name: 'Close' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const pdf = await readFile(await (await downloading).path(), 'latin1');
    expect(pdf).not.toMatch(/\/(JavaScript|JS|Launch|URI|OpenAction)\b/);
    await page.getByRole('button', { name: 'Import data' }).click();
    for (const [name, content] of [
      [`${ATTRIBUTE}.csv`, `Form,Logged at,${TAG}\n${NAME},${NAME},${ATTRIBUTE}`],
      [`${TAG}.json`, JSON.stringify({ [NAME]: ATTRIBUTE })],
    ] as const) {
      const buffer = Buffer.from(content);
      // Waits for the answer, because the message about the first file is still shown until then.
      const looked = page.waitForResponse('**/api/importData');
      await page
        .getByLabel('Choose a file')
        .setInputFiles({ name, mimeType: 'text/plain', buffer });
      await looked;
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      await expectOnlyText(page);
    }
  });

  await test.step('email with the PDF', async () => {
    await page.goto('/dashboard?tab=settings&open=email');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the email').fill(await mailedCode(services, email));
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('button', { name: 'Email me the PDF' }).click();
    const { raw } = await services.mail.nextMail(email);
    const { html, attachments } = await PostalMime.parse(raw);
    expect(html).not.toMatch(/<(script|img|svg|iframe)\b|onerror|onload/i);
    expect(attachments[0]?.filename).not.toMatch(/[<>"/\\]/);
  });

  await test.step('screens of signed-out people', async () => {
    await page.request.post('/api/auth/signOut', { data: {} });
    const hostile = encodeURIComponent(ALL);
    for (const path of [
      '/signin',
      '/signup',
      '/forgot-password',
      SIGN_IN_LINK_PATH,
      END_WAY_IN_PATH,
      OAUTH_END_PATH,
      `/${encodeURIComponent(TAG)}`,
    ]) {
      await page.goto(`${path}?email=${hostile}&error=${hostile}&next=${hostile}#${hostile}`);
      await expectOnlyText(page);
    }
    await signIn(page, email, password);
    await expectOnlyText(page);
  });
  expect(dialogs).toEqual([]);
});
