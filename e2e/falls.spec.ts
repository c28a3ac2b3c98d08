import type { Locator, Page } from '@playwright/test';
import { makeHand, seeded } from '../bench/tremor/hand.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { send } from './doses-by-minute.ts';
import { newPerson, signUpWith } from './people.ts';
import { START } from './server.ts';
import { expect, test } from './test.ts';

/** The standard deviation of the landing error on each axis (CSS px). */
const SIGMA = 24;
const LEVODOPA = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f01';

async function read(page: Page, name: CallName, input: Record<string, string> = {}) {
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const answer = await page.request.get(calls[name].path, { params: { userId, ...input } });
  return await answer.json();
}

async function fallsOf(page: Page) {
  return await read(page, 'getFalls', { from: '2026-11-01', to: '2026-11-18' });
}

async function centreOf(control: Locator) {
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a hand with tremor enters a fall with three presses offline, and it is sent once', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await signUpWith(page, newPerson('Faye'), ['Tremor']);
  await send(page, 'updateProfile', { display: ['fallButton'] });
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'A fall' });
  const fell = page.getByRole('button', { name: 'I fell' });
  // Loads all parts of the page while there is a network. Otherwise the service worker does, which is off here.
  await expect(page.getByText('No forms in this period.')).toHaveCount(2);
  await fell.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await context.setOffline(true);
  const hand = makeHand(await context.newCDPSession(page), SIGMA, seeded(7));
  await fell.scrollIntoViewIfNeeded();
  await hand.press(await centreOf(fell));
  await expect(dialog).toBeVisible();
  await hand.press(await centreOf(dialog.getByRole('button', { name: 'To the floor' })));
  await expect(dialog.getByText(/^Fell to the floor today at .*Saved\.$/)).toBeVisible();
  await hand.press(await centreOf(dialog.getByRole('button', { name: 'Yes' })));
  await expect(dialog).toBeHidden();
  expect(hand.presses()).toBe(3);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText('Fell to the floor, hurt')).toBeVisible();
  await expect(today.getByText('Waiting')).toBeVisible();
  await expect(page.getByText('If you are badly hurt or hit your head')).toBeVisible();
  expect(await fallsOf(page)).toEqual([]);

  await context.setOffline(false);
  await expect(today.getByText('Waiting')).toHaveCount(0, { timeout: 30_000 });
  expect(await fallsOf(page)).toMatchObject([
    { reached: 'floor', hurt: true, fellAt: new Date(START).toISOString(), author: 'self' },
  ]);
});

test('a helper logs a fall, and the page for the visit has it with the time since the dose', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const person = newPerson('Frida');
  await signUpWith(page, person, ['Tremor']);
  await send(page, 'updateProfile', { display: ['fallButton'] });
  const plan = { name: 'Levodopa/carbidopa', strength: 100, unit: 'mg', form: 'tablet' };
  await send(page, 'saveMedication', {
    ...{ medicationId: LEVODOPA, ...plan, isLevodopa: true, asNeeded: false, from: '2026-11-18' },
    times: [{ time: '10:00', amount: 1 }],
  });
  const takenAt = '2026-11-18T15:08:00.000Z';
  await send(page, 'logDose', {
    ...{ doseId: crypto.randomUUID(), medicationId: LEVODOPA, amount: 1, status: 'taken' },
    ...{ takenAt, scheduledFor: '2026-11-18T15:00:00.000Z' },
  });
  const { id: userId } = await read(page, 'getSession');

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await other.clock.setFixedTime(START);
  await signUpWith(other, newPerson('Carla'), []);
  const { id: helperId } = await read(other, 'getSession');
  const since = Date.parse(START);
  await server.context.db
    .insertInto('caregivers')
    .values({
      ...{ user_id: userId, caregiver_id: crypto.randomUUID(), helper_id: helperId },
      ...{ may: 'log' as const, reads_notes: 0, since, last_seen_at: since },
    })
    .execute();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Frida fell' }).click();
  const dialog = other.getByRole('dialog', { name: 'A fall' });
  await expect(dialog.getByText(/^For Frida/)).toBeVisible();
  await dialog.getByRole('button', { name: 'To the floor' }).click();
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(other.getByText(/^Fell to the floor today at .*, not hurt\.$/)).toBeVisible();
  await expect.poll(async () => (await fallsOf(page)).length).toBe(1);
  await context.close();

  // From the two instants alone, without the app's code for doses.
  const [{ fellAt, author }] = await fallsOf(page);
  expect(author).not.toBe('self');
  const minutes = Math.floor((Date.parse(fellAt) - Date.parse(takenAt)) / 60_000);
  const text = `${Math.floor(minutes / 60)} h ${minutes % 60} min after levodopa`;
  expect(text).toBe('1 h 52 min after levodopa');
  await page.goto('/dashboard?visit');
  const section = page.locator('details', { hasText: 'fall, on 1 day' });
  await section.getByText('Falls', { exact: true }).click();
  await expect(section.getByText(/After levodopa: 1\sat 1–2\sh/)).toBeVisible();
  await page.getByText('Show the numbers').click();
  await expect(page.getByText(text)).toBeVisible();

  const { email } = await read(page, 'getSession');
  const answer = await page.request.post(calls.sendExportEmail.path, {
    data: { userId, email, method: 'simple' },
  });
  const { base64Data } = await answer.json();
  const { pages } = await readPdf(Buffer.from(base64Data, 'base64'));
  expect(pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('After levodopa: 1 at 1–2 h');
});
