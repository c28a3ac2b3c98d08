import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { addPeopleTo } from '../e2e/people.ts';
import { startTestServer } from '../e2e/server.ts';
import { inBrowser } from './measuring/browser.ts';
import { tryDoses, tryTogether } from './tremor/dose-trial.ts';
import { type Figures, figuresOf, judge, tableOf } from './tremor/figures.ts';
import { seeded } from './tremor/hand.ts';
import { tryPasskeys } from './tremor/passkey-trial.ts';
import { type Control, nativeRanges, ourForm, tryForm, tryScroll } from './tremor/trial.ts';

/**
 * Measures how well a simulated hand with tremor fills in our form, with real touch events, the real dialog
 * and the real server. The same run measures native range inputs for comparison. Exits with 1 if an aim is
 * missed.
 *
 *   npm run tremor                   100 forms and 100 scrolls for each control and sigma
 *   npm run tremor -- --forms 20 16  20 of each, only at a sigma of 16 px
 *   npm run tremor -- --doses 100    100 doses with 'Took it' at each sigma, and no forms
 *   npm run tremor -- --passkeys 100 100 sign-ins with a passkey at each sigma, and no forms
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    forms: { type: 'string', default: '100' },
    doses: { type: 'string' },
    passkeys: { type: 'string' },
  },
});
const SIGMAS = positionals.length > 0 ? positionals.map(Number) : [8, 16, 24, 32];
const CONTROLS: readonly Control[] = ['native', 'row', 'large'];
/** The number of pages in parallel. A hand waits most of the time, so the pages hardly slow each other. */
const AT_ONCE = 5;
const EACH = Math.ceil(Number(values.forms) / AT_ONCE);

const server = await startTestServer();
addPeopleTo(server);
const all: Figures[] = [];
await inBrowser(async (browser) => {
  if (values.doses !== undefined) {
    await trialOfDoses(browser, Number(values.doses));
    return;
  }
  if (values.passkeys !== undefined) {
    await trialOfPasskeys(browser, Number(values.passkeys));
    return;
  }
  for (const sigma of SIGMAS) {
    for (const control of CONTROLS) {
      process.stdout.write(`${control}, ${sigma} px …\n`);
      all.push(await trial(browser, control, sigma));
    }
  }
}).finally(() => server.stop());

const aims = judge(all);
if (all.length > 0) process.stdout.write(`\n${tableOf(all)}\n\n`);
for (const { what, isMet } of aims) {
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'}  ${what}\n`);
}
if (!aims.every(({ isMet }) => isMet)) process.exitCode = 1;

async function trial(browser: Browser, control: Control, sigma: number): Promise<Figures> {
  const people = Array.from({ length: AT_ONCE }, async (_, index) => {
    const seed = sigma * 1000 + index * 7 + 1;
    const random = seeded(seed + 500_000);
    const subject = await (control === 'native'
      ? nativeRanges(browser, { sigma, seed })
      : ourForm(browser, server.url, { control, sigma, seed }));
    const forms = [];
    for (let form = 0; form < EACH; form += 1) forms.push(await tryForm(subject, random));
    await subject.open();
    const scrolls = [];
    for (let scroll = 0; scroll < EACH; scroll += 1) {
      scrolls.push(await tryScroll(subject, scroll % 3));
    }
    await subject.page.context().close();
    return { forms, scrolls };
  });
  const tried = await Promise.all(people);
  const forms = tried.flatMap((each) => each.forms);
  const scrolls = tried.flatMap((each) => each.scrolls);
  return figuresOf({ control, sigma }, forms, scrolls);
}

/** Logs doses, and prints the results. Exits with 1 unless each dose is logged once, for the right medication. */
async function trialOfDoses(browser: Browser, count: number): Promise<void> {
  for (const sigma of SIGMAS) {
    const people = Array.from({ length: AT_ONCE }, (_, index) =>
      tryDoses(browser, server.url, {
        sigma,
        seed: sigma * 1000 + index * 7 + 3,
        count: Math.ceil(count / AT_ONCE),
      }),
    );
    const results = (await Promise.all(people)).flat();
    const right = results.filter(({ isRightOnce }) => isRightOnce).length;
    const wrong = results.filter(({ isWrongRow }) => isWrongRow).length;
    const presses = results.reduce((sum, each) => sum + each.presses, 0) / results.length;
    process.stdout.write(
      `${sigma} px: ${right} of ${results.length} doses once and right, ${wrong} for another medication, ${presses.toFixed(2)} presses a dose\n`,
    );
    if (right < results.length) process.exitCode = 1;
    await trialOfPairs(browser, sigma, count);
  }
}

/** Logs two pills of one time at once. Exits with 1 unless each is logged once, and one Undo takes both back. */
async function trialOfPairs(browser: Browser, sigma: number, count: number): Promise<void> {
  const people = Array.from({ length: AT_ONCE }, (_, index) =>
    tryTogether(browser, server.url, {
      sigma,
      seed: sigma * 1000 + index * 7 + 4,
      count: Math.ceil(count / AT_ONCE),
    }),
  );
  const results = (await Promise.all(people)).flat();
  const countOf = (is: (each: (typeof results)[number]) => boolean) => results.filter(is).length;
  const right = countOf(({ isRightOnce }) => isRightOnce);
  const gone = countOf(({ isGoneAtOnce }) => isGoneAtOnce);
  const wrong = countOf(({ isWrongTime }) => isWrongTime);
  const presses = results.reduce((sum, each) => sum + each.presses, 0) / results.length;
  process.stdout.write(
    `${sigma} px: ${right} of ${results.length} pairs once and right, ${wrong} of another time, ${presses.toFixed(2)} presses a pair, ${gone} gone by one Undo\n`,
  );
  if (right < results.length || gone < results.length) process.exitCode = 1;
}

/** Signs in with a passkey, and prints the results. Exits with 1 unless each sign-in takes one press. */
async function trialOfPasskeys(browser: Browser, count: number): Promise<void> {
  for (const sigma of SIGMAS) {
    for (const isFirst of [true, false]) {
      const people = Array.from({ length: AT_ONCE }, (_, index) =>
        tryPasskeys(browser, server.url, {
          sigma,
          seed: sigma * 1000 + index * 7 + 5,
          count: Math.ceil(count / AT_ONCE),
          isFirst,
        }),
      );
      const results = (await Promise.all(people)).flat();
      const right = results.filter(Boolean).length;
      const place = isFirst ? 'first on the screen' : 'below the password';
      process.stdout.write(
        `${sigma} px, ${place}: ${right} of ${results.length} sign-ins by one press\n`,
      );
      if (right < results.length) process.exitCode = 1;
    }
  }
}
