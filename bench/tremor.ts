import { chromium } from '@playwright/test';
import { startTestServer } from '../e2e/server.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { seeded } from './tremor/hand.ts';
import {
  type Control,
  type FormResult,
  nativeRanges,
  ourForm,
  type Subject,
  tryForm,
  tryScroll,
} from './tremor/trial.ts';

/**
 * How well a hand that shakes fills in our form, on a real touch screen's events, with the real dialog and
 * the real server; beside it a native range in the same run.
 *
 *   npm run tremor                 100 forms for each control and sigma
 *   npm run tremor -- 20 16        20 forms, at a sigma of 16 px alone
 */
const [forms = '100', ...chosen] = process.argv.slice(2);
const SIGMAS = chosen.length > 0 ? chosen.map(Number) : [8, 16, 24, 32];
const CONTROLS: readonly Control[] = ['native', 'row', 'large'];
const NAMES: Record<Control, string> = {
  native: 'native range',
  row: 'our row of stops',
  large: "our stops, 'Large controls'",
};
/** Pages at once: most of the time a hand waits. */
const AT_ONCE = 5;
const SCROLLS = 40;

const server = await startTestServer();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function subject(control: Control, sigma: number, seed: number): Promise<Subject> {
  return control === 'native'
    ? await nativeRanges(browser, { sigma, seed })
    : await ourForm(browser, server.url, { control, sigma, seed });
}

async function trial(control: Control, sigma: number): Promise<FormResult[]> {
  const share = Math.ceil(Number(forms) / AT_ONCE);
  const people = Array.from({ length: AT_ONCE }, async (_, index) => {
    const seed = sigma * 1000 + index * 7 + 1;
    const hand = await subject(control, sigma, seed);
    const random = seeded(seed + 500_000);
    const results: FormResult[] = [];
    for (let form = 0; form < share; form += 1) results.push(await tryForm(hand, random));
    await hand.page.context().close();
    return results;
  });
  return (await Promise.all(people)).flat();
}

async function scrolls(control: Control, sigma: number): Promise<number> {
  const hand = await subject(control, sigma, sigma);
  await hand.open();
  let changed = 0;
  for (let index = 0; index < SCROLLS; index += 1) {
    if (await tryScroll(hand, index % 3)) changed += 1;
  }
  await hand.page.context().close();
  return changed / SCROLLS;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const share = <Each>(all: readonly Each[], holds: (each: Each) => boolean) =>
  all.filter(holds).length / all.length;

for (const sigma of SIGMAS) {
  const table: Record<string, Record<string, string | number>> = {};
  for (const control of CONTROLS) {
    const results = await trial(control, sigma);
    const wholly = ({ rightAtFirst, symptoms }: FormResult) => rightAtFirst === symptoms;
    table[NAMES[control]] = {
      forms: results.length,
      'form right at first pass': percent(share(results, wholly)),
      'saved right and once': percent(share(results, (each) => each.savedRightOnce)),
      'saved twice': results.filter((each) => each.savedTwice).length,
      lost: results.filter((each) => each.lost).length,
      'presses a form': mean(results.map((each) => each.presses)).toFixed(2),
      'changed by a scroll': percent(await scrolls(control, sigma)),
    };
  }
  process.stdout.write(`\nσ = ${sigma} px\n`);
  // biome-ignore lint/suspicious/noConsole: a table for people to read
  console.table(table);
}

await browser.close();
await server.stop();
