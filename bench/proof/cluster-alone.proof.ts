import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { expect, it, onTestFinished } from 'vitest';
import { findBrowser, launchOptions } from '../../scripts/browser.mjs';
import { DATABASES } from '../../scripts/cluster/settings.ts';
import {
  databaseOf,
  refusals,
  Savers,
  seconds,
  startTrial,
  type Trial,
  waitUntilHealthy,
} from '../cluster/trial.ts';
import { addPeople } from '../measuring/data.ts';
import { tell } from './figures.ts';

/** How long only one of three machines lives (ms). */
const ALONE_MS = 30_000;
/** The time in which saves that were already committed on two machines are still answered (ms). */
const SETTLE_MS = 1000;
/** What docs/scaling.md quotes. */
const KEPT = 'Saved on this device.';

it('nothing is acknowledged if two of three machines are dead', async (context) => {
  const trial = await startTrial(context);
  const savers = await Savers.start(trial);
  await savers.saveAgain();
  const dead = await killTwo(trial);
  savers.refused.clear();
  const before = savers.acknowledged;
  await pause(ALONE_MS);
  const [acknowledged, refused] = [savers.acknowledged - before, refusals(savers)];
  const statuses = [...savers.refused.keys()];
  const begun = performance.now();
  for (const name of dead) trial.cluster.startDatabase(name);
  await savers.saveAgain();
  const again = performance.now() - begun;
  await waitUntilHealthy(trial);
  const saved = await savers.stop();
  tell(
    context,
    `${acknowledged} acknowledged in ${ALONE_MS / 1000} s; refused: ${refused}; saves again ${seconds(again)} s after both were started; all ${saved} acknowledged forms stored once`,
  );
  expect(acknowledged).toBe(0);
  expect(statuses).toEqual([503]);
});

it('a browser keeps a form meanwhile, and sends it by itself', async (context) => {
  context.skip(!findBrowser(), 'no browser was found');
  const trial = await startTrial(context);
  const page = await openedPage(trial);
  const dead = await killTwo(trial);
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText(KEPT).waitFor();
  await page.reload();
  const waiting = page.getByRole('region', { name: 'Today' }).getByText('Waiting');
  await waiting.waitFor();
  for (const name of dead) trial.cluster.startDatabase(name);
  await waitUntilHealthy(trial);
  await page.getByText('Form #1', { exact: true }).first().waitFor();
  await waiting.waitFor({ state: 'detached' });
  tell(
    context,
    `a browser says '${KEPT}', shows the form as waiting after a reload, and sends it by itself afterwards`,
  );
});

/** Kills the primary and one standby, and returns their names. */
async function killTwo({ cluster, network }: Trial): Promise<(typeof DATABASES)[number][]> {
  const primary = await cluster.requirePrimary();
  const standby = DATABASES.find((name) => name !== primary) ?? 'pg2';
  for (const name of [primary, standby]) network.signal(name, 'SIGKILL');
  await pause(SETTLE_MS);
  return [primary, standby];
}

/** Opens the overview of a new person in a browser. */
async function openedPage(trial: Trial): Promise<Page> {
  const db = databaseOf(trial);
  const [person] = await addPeople(db, 1);
  await db.destroy();
  const url = `http://${trial.address.host}`;
  // The app is on https, or on localhost. There alone browsers have all that it uses.
  const browser = await chromium.launch(
    launchOptions([`--unsafely-treat-insecure-origin-as-secure=${url}`]),
  );
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const [name = '', value = ''] = person?.cookie.split('=') ?? [];
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: 'Track Symptoms' }).waitFor();
  return page;
}

async function fillForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('slider').first().waitFor();
  for (const slider of await page.getByRole('slider').all()) await slider.press('ArrowRight');
}
