import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { findBrowser, launchOptions } from '../../scripts/browser.mjs';
import { DATABASES } from '../../scripts/cluster/cluster.ts';
import { connect } from '../../src/server/platform/db/database.ts';
import {
  canTry,
  isWholeAgain,
  primaryOf,
  refusals,
  Savers,
  seconds,
  startTrial,
  type Trial,
} from '../cluster/trial.ts';
import { addPeople } from '../measuring/data.ts';
import { tell } from './figures.ts';

/** How long only one of three machines lives (ms). */
const ALONE_MS = 30_000;
/** The time in which saves that were already committed on two machines are still answered (ms). */
const SETTLE_MS = 1000;

/** Opens the overview of a new person in a browser; undefined if there is no Chromium. */
async function openedPage(context: TestContext, { cluster, address }: Trial) {
  if (!findBrowser()) {
    tell(context, 'no browser was found');
    return undefined;
  }
  const { databaseUrl, machines } = cluster;
  const db = connect({ databaseUrl, dataDir: machines.app1.folder, onError: () => {} });
  const [person] = await addPeople(db, 1);
  await db.destroy();
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const url = `http://${address.host}`;
  const [name = '', value = ''] = person?.cookie.split('=') ?? [];
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: 'Track Symptoms' }).waitFor();
  return page;
}

/** Submits a form, and returns what the page says about it. The form stays open, and on the device. */
async function submitOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('slider').first().waitFor();
  for (const slider of await page.getByRole('slider').all()) await slider.press('ArrowRight');
  await page.getByRole('button', { name: 'Submit' }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await alert.getByText(/./).first().waitFor();
  return (await alert.allInnerTexts()).join(' ').trim();
}

it.skipIf(!canTry)('nothing is acknowledged if two of three machines are dead', async (context) => {
  const trial = await startTrial();
  const savers = await Savers.start(trial);
  const page = await openedPage(context, trial);
  await savers.saveAgain();
  const name = await primaryOf(trial);
  const dead = [name, DATABASES.find((each) => each !== name) ?? 'pg2'] as const;
  for (const each of dead) trial.network.signal(each, 'SIGKILL');
  await pause(SETTLE_MS);
  savers.refused.clear();
  const before = savers.acknowledged;
  const shown = page && (await submitOn(page));
  await pause(ALONE_MS);
  const [acknowledged, refused] = [savers.acknowledged - before, refusals(savers)];
  const statuses = [...savers.refused.keys()];
  const begun = performance.now();
  for (const each of dead) trial.cluster.startDatabase(each);
  await savers.saveAgain();
  const again = performance.now() - begun;
  await isWholeAgain(trial);
  const saved = await savers.stop();
  tell(
    context,
    `${acknowledged} acknowledged in ${ALONE_MS / 1000} s; refused: ${refused}; saves again ${seconds(again)} s after both were started; all ${saved} acknowledged forms stored once`,
  );
  expect(acknowledged).toBe(0);
  expect(statuses).toEqual([503]);
  if (page) {
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Form #1 is saved.').waitFor();
    tell(
      context,
      `a browser says '${shown}' and keeps the form, which a second press saves afterwards`,
    );
  }
});
