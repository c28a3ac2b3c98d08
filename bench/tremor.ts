import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startTestServer } from '../e2e/server.ts';
import { findBrowser } from '../scripts/browser.mjs';
import { type Figures, figuresOf, judge, tableOf } from './tremor/figures.ts';
import { seeded } from './tremor/hand.ts';
import {
  type Control,
  nativeRanges,
  ourForm,
  type Subject,
  tryForm,
  tryScroll,
} from './tremor/trial.ts';

/**
 * How well a hand that shakes fills in our form, on a real touch screen's events, with the real dialog and
 * the real server; beside it a native range in the same run. Ends with 1 where an aim is missed.
 *
 *   npm run tremor                          100 forms and 100 scrolls for each control and sigma
 *   npm run tremor -- --forms 20 16         20 forms, at a sigma of 16 px alone
 *   npm run tremor -- --json figures.json   writes the figures down
 *   npm run tremor -- --into page.md        puts the table between the page's marks
 */
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    forms: { type: 'string', default: '100' },
    scrolls: { type: 'string', default: '100' },
    json: { type: 'string' },
    into: { type: 'string' },
  },
});
const SIGMAS = chosen.length > 0 ? chosen.map(Number) : [8, 16, 24, 32];
const CONTROLS: readonly Control[] = ['native', 'row', 'large'];
/** Pages at once: most of the time a hand waits. */
const AT_ONCE = 5;
/** Between these stands the table of a page. */
const MARKS = ['<!-- figures -->', '<!-- /figures -->'] as const;

const server = await startTestServer();
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const all: Figures[] = [];
try {
  for (const sigma of SIGMAS) {
    for (const control of CONTROLS) {
      const figures = await trial(control, sigma);
      all.push(figures);
      process.stdout.write(`${tableOf([figures]).split('\n').at(-1)}\n`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

const table = tableOf(all);
const aims = judge(all);
process.stdout.write(`\n${table}\n\n`);
for (const { what, isMet } of aims)
  process.stdout.write(`${isMet ? 'met   ' : 'MISSED'}  ${what}\n`);
if (options.json) await writeFile(options.json, `${JSON.stringify(all, undefined, 2)}\n`);
if (options.into) await putInto(options.into);
process.exitCode = aims.every(({ isMet }) => isMet) ? 0 : 1;

async function trial(control: Control, sigma: number): Promise<Figures> {
  const people = Array.from({ length: AT_ONCE }, async (_, index) => {
    const seed = sigma * 1000 + index * 7 + 1;
    const hand = await subject(control, sigma, seed);
    const random = seeded(seed + 500_000);
    const forms = await timesOf(shareOf(options.forms), () => tryForm(hand, random));
    await hand.open();
    const scrolls = await timesOf(shareOf(options.scrolls), (turn) => tryScroll(hand, turn % 3));
    await hand.page.context().close();
    return { forms, scrolls };
  });
  const tried = await Promise.all(people);
  const forms = tried.flatMap((each) => each.forms);
  return figuresOf(
    { control, sigma },
    forms,
    tried.flatMap((each) => each.scrolls),
  );
}

async function subject(control: Control, sigma: number, seed: number): Promise<Subject> {
  return control === 'native'
    ? await nativeRanges(browser, { sigma, seed })
    : await ourForm(browser, server.url, { control, sigma, seed });
}

/** How many of all fall to one of those who try at once. */
function shareOf(count: string): number {
  return Math.ceil(Number(count) / AT_ONCE);
}

/** One after the other: there is one hand. */
async function timesOf<Result>(
  times: number,
  run: (turn: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < times; turn += 1) results.push(await run(turn));
  return results;
}

async function putInto(path: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const [before, rest] = page.split(MARKS[0]);
  const after = rest?.split(MARKS[1])[1];
  if (after === undefined) throw new Error(`${path} has no ${MARKS.join(' … ')}`);
  const day = new Date().toISOString().slice(0, 10);
  await writeFile(path, `${before}${MARKS[0]}\n\nOn ${day}:\n\n${table}\n\n${MARKS[1]}${after}`);
}
