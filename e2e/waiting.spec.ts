import type { Page } from '@playwright/test';
import { pressStops, signIn } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';
import {
  begin,
  expectFilled,
  expectNothingHeld,
  fillForm,
  submit,
  submitUnsent,
} from './unfinished.ts';

/** Forms arrive, and their answers are lost. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/api/saveSymptomForm', async (route) => {
    await route.fetch();
    // A page that was left does not wait for it any more.
    await route.abort().catch(() => {});
  });
}

test('a form submitted without a network waits, and is sent once when it is back', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await begin(page);
  await fillForm(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to save symptom data. Please try again.',
  );
  await expect(
    page.getByText('It is kept on this device. We send it as soon as there is a network.'),
  ).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNothingHeld(page);
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('forms that wait outlive a reload, and each is sent once even where its answer was lost', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await loseAnswers(page);
  await fillForm(page);
  await submitUnsent(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('A form is kept on this device and not sent yet.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('A form is kept on this device and not sent yet.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('what is corrected after a lost answer is saved as corrected', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await loseAnswers(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await pressStops(page, [5]);
  await submit(page);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
});

test('a form that waited and is not taken is corrected or discarded', async ({
  page,
  context,
  server,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|status of 400/);
  await begin(page);
  // The server's clock says that it is not 8:10 yet.
  server.setNow('2026-11-18T10:00:00Z');
  for (const outcome of ['corrected', 'discarded']) {
    await fillForm(page);
    await page.getByRole('button', { name: 'When? Now' }).click();
    await page.getByLabel('Time (EST)').fill('08:10');
    await context.setOffline(true);
    await submitUnsent(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send now' }).click();
    const refused = page.getByText(
      'Your form of November 18, 2026, 8:10 AM EST, could not be saved.',
    );
    await expect(refused).toBeVisible();
    // It is not tried again by itself, and not counted with those that are.
    await expect(page.getByText('not sent yet')).toBeHidden();
    if (outcome === 'discarded') {
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Discard it' }).click();
      await expect(refused).toBeHidden();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
      await page.getByRole('button', { name: 'Close' }).click();
      continue;
    }
    await page.getByRole('button', { name: 'Open it' }).click();
    await expectFilled(page);
    await page.getByRole('button', { name: /^When\? November 18/ }).click();
    await page.getByLabel('Time (EST)').fill('04:10');
    await submit(page);
    await expect(refused).toBeHidden();
  }
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('November 18, 2026, 4:10 AM EST')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
  await expect(page.getByText('not sent yet')).toBeHidden();
});

test('who changes only the time after a lost answer is told that the first one stays', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await loseAnswers(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'When? Now' }).click();
  await page.getByLabel('Day', { exact: true }).fill('2026-11-17');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText('Form #1 is saved for November 18, 2026, 12:00 PM EST. That time stays.'),
  ).toBeVisible();
});

test('the same is told where it was changed to now, and where it is sent by itself', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  for (const [number, way] of [
    [1, 'by hand'],
    [2, 'by itself'],
  ] as const) {
    await loseAnswers(page);
    await fillForm(page);
    await page.getByRole('button', { name: 'When? Now' }).click();
    await page.getByLabel('Day', { exact: true }).fill('2026-11-17');
    await submitUnsent(page);
    await page.getByRole('button', { name: 'Set to now' }).click();
    await expect(page.getByText('It is kept on this device.')).toBeHidden();
    if (way === 'by itself') await submitUnsent(page);
    await page.unrouteAll({ behavior: 'wait' });
    if (way === 'by hand') await page.getByRole('button', { name: 'Submit' }).click();
    await expect(
      page.getByText(
        `Form #${number} is saved for November 17, 2026, 12:00 PM EST. That time stays.`,
      ),
    ).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('a form that was changed and submitted again is not taken for the one that is on its way', async ({
  page,
  setNow,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const tries = ['lost', 'held', 'lost'];
  await page.route('**/api/saveSymptomForm', async (route) => {
    const outcome = tries.shift();
    if (outcome === 'lost') return await route.abort();
    if (outcome === undefined) return await route.continue();
    const response = await route.fetch();
    arrived.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  const waits = page.getByText('It is kept on this device.');
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(waits).toBeVisible();
  await arrived.promise;
  await setNow('2026-11-18T17:00:09Z');
  await pressStops(page, [5]);
  await expect(waits).toBeHidden();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(waits).toBeVisible();
  held.resolve();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
});

test('what waits is sent without a press: after a visit that began offline, and from every tab', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await begin(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  async function submitOffline() {
    await fillForm(page);
    await context.setOffline(true);
    await submitUnsent(page);
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await submitOffline();
  await page.goto('/dashboard');
  await expect(page.getByText('What was kept on this device is safe.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();

  await submitOffline();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const sent = page.waitForResponse('**/api/saveSymptomForm');
  await context.setOffline(false);
  expect((await sent).status()).toBe(200);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('Form #2 is saved.')).toBeVisible();
  await expect(page.getByText('Form #2', { exact: true })).toBeVisible();
});

test('a form that is changed while others are sent is not sent as it was', async ({
  page,
  context,
  setNow,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|status of 400/);
  await begin(page);
  for (const second of [1, 2]) {
    await setNow(`2026-11-18T17:00:0${second}Z`);
    await fillForm(page);
    await context.setOffline(true);
    await submitUnsent(page);
    if (second === 1) await page.getByRole('button', { name: 'Close' }).click();
  }
  const sent: string[] = [];
  const first = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await page.route('**/api/saveSymptomForm', async (route) => {
    sent.push(route.request().postDataJSON().enteredAt);
    first.resolve();
    await goOn.promise;
    await route.continue();
  });
  await context.setOffline(false);
  await first.promise;
  await pressStops(page, [5]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Your form was closed and is not saved.')).toBeVisible();
  goOn.resolve();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByText('not sent yet')).toBeHidden();
  await expect(page.getByText('Your form was closed and is not saved.')).toBeVisible();
  expect(sent).toEqual(['2026-11-18T17:00:01.000Z']);
});

test('a form that is on its way need not be waited for', async ({ page }) => {
  await begin(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/saveSymptomForm', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('A form is kept on this device and not sent yet.')).toBeVisible();
  answer.resolve();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('a session that ends while a form waits leads to sign in, and then it is sent', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|status of 401/);
  const person = await begin(page);
  await fillForm(page);
  await context.setOffline(true);
  await submitUnsent(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('There is no network yet. We go on trying.')).toBeVisible();
  await context.setOffline(false);
  await page.request.post('/api/auth/signOut', { data: {} });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page).toHaveURL('/signin');
  await signIn(page, person.email, person.password);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('what something on the way says is not taken for the server’s refusal', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of (403|405|408)/);
  await begin(page);
  await fillForm(page);
  await page.route('**/api/saveSymptomForm', (route) => route.abort());
  await submitUnsent(page);
  await page.getByRole('button', { name: 'Close' }).click();
  const waits = page.getByText('A form is kept on this device and not sent yet.');
  for (const answer of [
    { status: 403, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' },
    { status: 405, json: { message: 'Not allowed here' } },
    { status: 408, json: { error: 'Too slow' } },
  ]) {
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/api/saveSymptomForm', (route) => route.fulfill(answer));
    const answered = page.waitForResponse('**/api/saveSymptomForm');
    await page.getByRole('button', { name: 'Send now' }).click();
    await answered;
    await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
    await expect(waits).toBeVisible();
  }
  await page.unrouteAll({ behavior: 'wait' });
  // It is tried again by itself.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('a form that waits says nothing of what kept the one before it', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  for (const number of [1, 2]) {
    await fillForm(page);
    await page.route('**/api/saveSymptomForm', (route) => route.abort());
    await submitUnsent(page);
    const triedAgain = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Close' }).click();
    // Said before the next try, which would say it in any case.
    const waits = page.getByRole('status').filter({ hasText: 'not sent yet' });
    expect(await waits.textContent()).toContain('We send as soon as there is a network.');
    // After that there are some seconds without one.
    await triedAgain;
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText(`Form #${number} is saved.`)).toBeVisible();
  }
});
