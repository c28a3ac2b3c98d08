import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, PHONE } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { expectSeverity, slider } from '../testing/rating.ts';
import { button, field, keys, see } from '../testing/screen.ts';
import { setDisplay } from '../ui/display.ts';

/** Tests which parts of the open form are in view. */

async function open(): Promise<void> {
  openApp('/dashboard', answersFor(makePerson({ symptoms: ['Tremor', 'Stiffness', 'Balance'] })));
  await button('Track Symptoms').click();
  await see(slider('Tremor'));
}

const box = (element: Element) => element.getBoundingClientRect();
const scroller = () => {
  const found = document.querySelector('.dialog-frame');
  if (!found) throw new Error('There is no dialog');
  return found;
};

beforeEach(() => page.viewport(PHONE.width, PHONE.height));

it('a form of three symptoms nearly fits a phone', async () => {
  await open();
  expect(scroller().scrollHeight).toBeLessThanOrEqual(800);
  const submitTop = box(button('Submit').element()).top;
  expect(box(button('Add a note for Balance').element()).bottom).toBeLessThan(submitTop);
  expect(box(slider('Stiffness').element()).bottom).toBeLessThan(submitTop);
});

it('what deletes a form is 40 px above the bar with Submit', async () => {
  const form = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 2, Stiffness: 2, Balance: 1 });
  openApp('/dashboard', answersFor(makePerson(), [form]));
  await button('Edit Form #1').click();
  await see(slider('Tremor'));
  scroller().scrollTo(0, scroller().scrollHeight);
  const bar = document.querySelector('.form-foot');
  if (!bar) throw new Error('There is no bar');
  const { bottom } = box(button('Delete this form').element());
  expect(box(bar).top - bottom).toBe(40);
});

it('Close and Submit stay in view, but scroll along in a low window', async () => {
  await open();
  const inView = () =>
    [button('Close'), button('Submit')].map((locator) => {
      const { top, bottom } = box(locator.element());
      return top >= 0 && bottom <= innerHeight;
    });
  expect(inView()).toEqual([true, true]);
  scroller().scrollTo(0, 1000);
  expect(inView()).toEqual([true, true]);
  await page.viewport(PHONE.width, 480);
  scroller().scrollTo(0, 1000);
  await expect.poll(inView).toEqual([false, true]);
  scroller().scrollTo(0, 0);
  await expect.poll(inView).toEqual([true, false]);
});

it.each([[[]], [['largeText' as const]]])(
  'Submit and the title never cover what has the focus, with %o',
  async (options) => {
    setDisplay(options);
    await open();
    for (const name of ['Tremor', 'Stiffness', 'Balance']) {
      await button(`Add a note for ${name}`).click();
      await see(field(`Notes for ${name}`));
    }
    (button('Close').element() as HTMLElement).focus();
    const head = button('Close').element().parentElement;
    const foot = button('Submit').element().parentElement;
    if (!head || !foot) throw new Error('The bars are missing');
    const seen: (string | null)[] = [];
    for (const key of [...Array(9).fill('{Tab}'), ...Array(9).fill('{Shift>}{Tab}{/Shift}')]) {
      await keys(key);
      const active = document.activeElement;
      if (!active?.closest('.entry')) continue;
      seen.push(active.getAttribute('aria-label'));
      expect(box(active).top, active.outerHTML).toBeGreaterThanOrEqual(box(head).bottom);
      expect(box(active).bottom, active.outerHTML).toBeLessThanOrEqual(box(foot).top);
    }
    expect(new Set(seen)).toContain('Balance');
  },
);

describe('a press on the strip above Submit', () => {
  const strip = () => document.querySelector('.form-edge') as HTMLElement;

  /** Presses the strip where it covers the fourth stop of a symptom. Only the upper part of that stop is in view. */
  function pressOver(name: string): void {
    const stop = slider(name).element().parentElement?.querySelectorAll('.stop')[3];
    if (!stop) throw new Error('There is no fourth stop');
    const middle = box(strip()).top + 18;
    scroller().scrollBy(0, box(stop).top + 20 - middle);
    const clientX = box(stop).left + box(stop).width / 2;
    // Dispatches the event directly, because Playwright's click would scroll the strip first.
    strip().dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY: middle }));
  }

  it.each([
    ['Balance', []],
    ['Tremor', ['largeControls' as const]],
  ])(
    'rates a symptom that is not rated, but changes no rating: %s, with %o',
    async (name, options) => {
      setDisplay(options);
      await page.viewport(PHONE.width, 520);
      await open();
      pressOver(name);
      await expectSeverity(name, 4);
      const chosen = document.querySelector('.stop[data-place="chosen"]');
      expect(box(chosen as Element).bottom).toBeLessThanOrEqual(box(strip()).top);
      await keys('2');
      pressOver(name);
      await expectSeverity(name, 2);
    },
  );
});
