import type { Page } from '@playwright/test';
import { dashboardShown, inBrowser, windowOf } from '../measuring/browser.ts';
import type { Figure } from '../measuring/figure.ts';
import { addPersonOfAYear } from '../measuring/forms.ts';
import { inFolder, startOurs } from '../measuring/programs.ts';

const SLOWED = 6;
const TRIES = 5;

/** From the choice of another timeframe until its chart is on the screen, on a slow phone. */
export const timeframe: Figure = {
  name: 'timeframe',
  async measure({ rounds: count }) {
    return await inFolder(async (dataDir) => {
      const person = await addPersonOfAYear(dataDir);
      const server = await startOurs({ dataDir });
      try {
        return await inBrowser(async (browser) => {
          const context = await windowOf(browser, server.url, person);
          const page = await context.newPage();
          const asked: number[] = [];
          const cached: number[] = [];
          const frames: number[] = [];
          for (let round = 0; round < count * TRIES; round += 1) {
            await page.goto(`${server.url}/dashboard`);
            await dashboardShown(page);
            await page.waitForLoadState('networkidle');
            const session = await context.newCDPSession(page);
            await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
            frames.push(await frameOf(page));
            asked.push(await choose(page, '3months', 'Last 3 Months'));
            await choose(page, '7days', 'Last 7 Days');
            // The second time: there is nothing to ask for, and the code has run before.
            cached.push(await choose(page, '3months', 'Last 3 Months'));
            await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
          }
          const common = { reference: 'one frame', unit: 'ms' };
          const rounds = (times: number[]) =>
            times.map((ours, index) => ({ ours, reference: frames[index] as number }));
          return [
            {
              figure: `change of timeframe, data in cache, CPU slowed ${SLOWED} times`,
              rounds: rounds(cached),
              aim: { atMost: 50 },
              ...common,
            },
            {
              figure: `change of timeframe with its request, CPU slowed ${SLOWED} times`,
              rounds: rounds(asked),
              aim: { atMost: 150 },
              ...common,
            },
          ];
        });
      } finally {
        await server.stop();
      }
    });
  },
};

/** Chooses in the first chart's list; until the first frame that shows the chart, in milliseconds. */
async function choose(page: Page, value: string, title: string): Promise<number> {
  return await page.evaluate(
    async ([chosen, words]) => {
      const list = document.querySelector('select') as HTMLSelectElement;
      const card = list.closest('section') as HTMLElement;
      const isShown = () =>
        card.querySelector('h3')?.textContent?.includes(words as string) &&
        card.querySelector('[role=img] path, [role=img] circle') !== null;
      const begun = performance.now();
      // As the browser does it: React listens to the event.
      const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set;
      set?.call(list, chosen);
      list.dispatchEvent(new Event('change', { bubbles: true }));
      while (!isShown()) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - begun;
    },
    [value, title],
  );
}

async function frameOf(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const first = await new Promise<number>(requestAnimationFrame);
    const second = await new Promise<number>(requestAnimationFrame);
    return second - first;
  });
}
