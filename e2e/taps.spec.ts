import type { CDPSession, Locator, Page } from '@playwright/test';
import { makeHand, seeded } from '../bench/tremor/hand.ts';
import { logForm, newPerson, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

/** The effects of touches. Most tests tap once, because a second tap soon after counts as the same press. */

test.beforeEach(async ({ page }) => {
  await signUpWith(page, newPerson('Tap'), ['Tremor', 'Stiffness']);
});

test('a tap moves the focus to a button, a switch, a note and a slider', async ({ page }) => {
  const refresh = page.getByRole('button', { name: 'Refresh' }).first();
  await refresh.tap();
  await expect(refresh).toBeFocused();

  // A new page knows of no earlier tap.
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Aa' }).click();
  const contrast = page.getByRole('switch', { name: 'High contrast' });
  await contrast.locator('..').tap();
  await expect(contrast).toBeChecked();
  await expect(contrast).toBeFocused();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'Add a note for Stiffness' }).tap();
  const note = page.getByLabel('Notes for Stiffness');
  await expect(note).toBeFocused();
  await page.keyboard.type('After lunch');
  await expect(note).toHaveValue('After lunch');

  // The form is still open on the new page.
  await page.goto('/dashboard');
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await slider.locator('..').getByText('4', { exact: true }).tap();
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5, Strong');
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '5 of 5, Worst');
});

test('a mouse presses a link although it trembles or the link moves, but not if it moves away', async ({
  page,
}) => {
  await logForm(page, [3, 4]);
  await expect(page.getByText('Form #1 is saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show the numbers' })).toHaveCount(2);
  const link = page.getByRole('link', { name: 'Report for your doctor' });
  const settings = page.getByRole('tab', { name: 'Settings' });
  const pressAndMove = async (distance: number) => {
    // Waits until the link has stopped moving, and moves the mouse onto its middle.
    await link.hover();
    const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    const [fromX, fromY] = [x + width / 2, y + height / 2];
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await expect(link).toBeFocused();
    await page.mouse.move(fromX + distance, fromY, { steps: 5 });
    await page.mouse.up();
  };
  await pressAndMove(80);
  await expect(settings).toHaveAttribute('aria-selected', 'false');
  await pressAndMove(40);
  await expect(settings).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(settings).toHaveAttribute('aria-selected', 'false');
  await link.hover();
  await page.mouse.down();
  await link.evaluate((place) => place.insertAdjacentHTML('beforebegin', '<br>'.repeat(9)));
  await page.mouse.up();
  await expect(settings).toHaveAttribute('aria-selected', 'true');
});

test('a scroll that starts on a stop, a margin beside the stops or a button presses nothing', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 400 });
  const hand = makeHand(await context.newCDPSession(page), 0, seeded(1));
  const track = page.getByRole('button', { name: 'Track Symptoms' });
  /** How far a movement on an element scrolls that element (px). */
  const scrollOn = async (what: Locator, distance: number) => {
    // Waits until it stands still: on a busy machine, the last part of a movement is drawn some frames later.
    const top = () =>
      what.evaluate(async (each) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let before = Number.NaN; ; ) {
          const now = each.getBoundingClientRect().top;
          if (now === before) return now;
          before = now;
          await frame();
          await frame();
        }
      });
    const before = await top();
    await hand.scroll({ x: 200, y: before + 30 }, distance);
    return before - (await top());
  };
  // Waits for all parts, because the page's height changes until they have loaded.
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByText('No forms in this period.')).toHaveCount(2);
  await track.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  expect(await scrollOn(track, 120)).toBe(120);
  await expect(page.getByRole('dialog')).toBeHidden();

  await track.click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await slider.evaluate((range) => range.scrollIntoView({ block: 'center' }));
  expect(await scrollOn(slider, 100)).toBe(100);
  expect(await scrollOn(slider, -90)).toBe(-90);
  await expect(slider).toHaveAttribute('aria-valuetext', 'not rated');
  // The form scrolls only to its end, and the page behind the form does not scroll.
  const behind = () => page.evaluate(() => document.documentElement.scrollTop);
  const before = await behind();
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  expect(await scrollOn(submit, 300)).toBeLessThan(300);
  expect(await behind()).toBe(before);
  await expect(page.getByRole('dialog')).toBeVisible();

  const topOfSlider = () => slider.evaluate((range) => range.getBoundingClientRect().top);
  for (const x of [358, 352, 346]) {
    await slider.evaluate((range) => range.scrollIntoView({ block: 'center' }));
    const top = await topOfSlider();
    await hand.scroll({ x, y: top + 44 }, 120);
    await expect.poll(async () => top - (await topOfSlider()), `${x}`).toBeGreaterThan(60);
    await expect(slider).toHaveAttribute('aria-valuetext', 'not rated');
  }
  // A press on a margin counts.
  await page.touchscreen.tap(352, (await topOfSlider()) + 44);
  await expect(slider).toHaveAttribute('aria-valuetext', '5 of 5, Worst');
});

test('a press beside the stops chooses the nearest stop', async ({ page }) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  const four = await slider.locator('..').getByText('4', { exact: true }).boundingBox();
  const two = await slider.locator('..').getByText('2', { exact: true }).boundingBox();
  const { top, bottom } = await slider.evaluate((range) => range.getBoundingClientRect());
  await page.mouse.click(two?.x ?? 0, top - 18);
  await expect(slider).toHaveAttribute('aria-valuetext', '2 of 5, Mild');
  await page.mouse.click(four?.x ?? 0, bottom + 12);
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5, Strong');
  // The press above stop 4 is only 5 px away from it, because the button for a note is further up.
  await page.mouse.click(two?.x ?? 0, bottom + 12);
  await page.mouse.click(four?.x ?? 0, top - 5);
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5, Strong');
});

test('a mouse that trembles between two answers gives the focus to the one it presses', async ({
  page,
}) => {
  await page.goto('/dashboard?checkin');
  const yes = await page.getByRole('button', { name: 'Yes', exact: true }).boundingBox();
  const partly = page.getByRole('button', { name: 'Partly', exact: true });
  const { x = 0, y = 0 } = (await partly.boundingBox()) ?? {};
  await page.mouse.move((yes?.x ?? 0) + (yes?.width ?? 0) - 4, y + 20);
  const setTime = await timedEvents(page);
  await setTime(10_000);
  await page.mouse.down();
  await setTime(10_010);
  await page.mouse.move(x + 30, y + 20);
  await setTime(10_200);
  await page.mouse.up();
  await expect(partly).toHaveAttribute('aria-pressed', 'true');
  await expect(partly).toBeFocused();
});

test('a touch chooses the stop at the mean of its positions, also at once where a button has just gone', async ({
  page,
  context,
}) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  const middle = async (button: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  const stop = (value: number) =>
    middle(slider.locator('..').getByText(String(value), { exact: true }));
  const session = await context.newCDPSession(page);
  const touch = await timedTouches(page, session);
  // It begins on 4, near its edge, and swings to 3.
  const [three, four] = [await stop(3), await stop(4)];
  const edge = { x: (three.x + four.x) / 2 + 4, y: four.y };
  await touch([edge, three, three], 10_000);
  await expect(slider).toHaveAttribute('aria-valuetext', '3 of 5, Medium');

  const note = await middle(page.getByRole('button', { name: 'Add a note for Tremor' }));
  await touch([note], 20_000);
  await expect(page.getByLabel('Notes for Tremor')).toBeFocused();
  await touch([await stop(5)], 20_500);
  await expect(slider).toHaveAttribute('aria-valuetext', '5 of 5, Worst');
});

type Point = Readonly<Record<'x' | 'y', number>>;

/** Lets a test set the time of the page's events (ms), so that it does not matter how long the page takes. */
async function timedEvents(page: Page): Promise<(at: number) => Promise<void>> {
  await page.evaluate(() => {
    Object.defineProperty(Event.prototype, 'timeStamp', {
      get: () => Number(document.body.dataset.at),
    });
  });
  return (at) =>
    page.evaluate((time) => {
      document.body.dataset.at = String(time);
    }, at);
}

/** @returns a touch that stays for 50 ms at each of the points, from the time `at` (ms) */
async function timedTouches(page: Page, session: CDPSession) {
  const setTime = await timedEvents(page);
  const send = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: Point[],
    at: number,
  ) => {
    await setTime(at);
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  return async (points: readonly Point[], at: number) => {
    for (const [index, point] of points.entries()) {
      await send(index === 0 ? 'touchStart' : 'touchMove', [point], at + 50 * index);
    }
    await send('touchEnd', [], at + 50 * points.length);
  };
}

test('a tap on the strip above Submit rates a symptom once, if it is not rated', async ({
  page,
}) => {
  // Before the form is opened: a resized form is laid out some time later.
  await page.setViewportSize({ width: 360, height: 520 });
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const slider = page.getByRole('slider', { name: 'Stiffness' });
  const four = slider.locator('..').getByText('4', { exact: true });
  const strip = await page.locator('.form-edge').boundingBox();
  const y = (strip?.y ?? 0) + 18;
  const tapOverFour = async () => {
    await four.evaluate((stop, to) => {
      stop.closest('dialog')?.scrollBy(0, stop.getBoundingClientRect().top - to);
    }, y);
    await page.touchscreen.tap((await four.boundingBox())?.x ?? 0, y);
  };
  await tapOverFour();
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5, Strong');
  await slider.press('2');
  await tapOverFour();
  await expect(slider).toHaveAttribute('aria-valuetext', '2 of 5, Mild');
});

test.describe('with TalkBack', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile' });

  test('each press counts, even two in quick succession', async ({ page, context }) => {
    await expect(page.getByText('No forms submitted yet.')).toBeVisible();
    const session = await context.newCDPSession(page);
    await page.getByRole('button', { name: 'Aa' }).tap();
    const contrast = page.getByRole('switch', { name: 'High contrast' });
    await contrast.locator('..').scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await contrast.locator('..').boundingBox()) ?? {};
    // A press of TalkBack arrives as mouse events with a force of 0.
    const mouse = { x: x + 30, y: y + 30, button: 'left', force: 0 } as const;
    const press = async (clickCount: number) => {
      const press = { ...mouse, clickCount };
      await session.send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed' });
      await session.send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased' });
    };
    await press(1);
    await expect(contrast).toBeChecked();
    await press(1);
    await press(2);
    await expect(contrast).toBeChecked();
  });
});

test('a second contact on a row of the history presses nothing in the form that the first one opens', async ({
  page,
  context,
}) => {
  await logForm(page, [3, 3]);
  const history = page.getByRole('region', { name: 'Form history' });
  const row = history.getByText('Tremor 3, Stiffness 3', { exact: true });
  const dialog = page.getByRole('dialog', { name: 'Edit Symptom Form' });
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await row.tap();
  await expect(dialog).toBeVisible();
  const stop = await slider.locator('..').getByText('5', { exact: true }).boundingBox();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  // Puts the row where the form will have a stop.
  const [x, y] = [(stop?.x ?? 0) + 5, (stop?.y ?? 0) + 5];
  await row.evaluate((each, to) => scrollBy(0, each.getBoundingClientRect().top + 5 - to), y);
  const touch = await timedTouches(page, await context.newCDPSession(page));
  await touch([{ x, y }], 10_000);
  await touch([{ x, y }], 10_200);
  await expect(dialog).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuetext', '3 of 5, Medium');
});

test('a tap a second later presses nothing if the first control is gone or has moved away', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  for (const effect of ['remove', 'move'] as const) {
    // A new page knows of no earlier tap. Its script fetches these words.
    await page.goto('/dashboard?tab=settings');
    await expect(page.getByText('Not confirmed yet')).toBeVisible();
    const touch = await timedTouches(page, session);
    const tap = (at: number) => touch([{ x: 180, y: 150 }], at);
    await page.evaluate((what) => {
      const place = document.createElement('div');
      place.style.cssText = 'position: fixed; inset: 0; z-index: 99';
      for (const name of ['second', 'first']) {
        const button = document.createElement('button');
        button.id = name;
        button.textContent = '0';
        button.style.cssText = 'position: absolute; top: 100px; height: 100px; width: 100%';
        button.addEventListener('click', () => {
          button.textContent = String(Number(button.textContent) + 1);
          if (name === 'first' && what === 'remove') button.remove();
          if (name === 'first' && what === 'move') button.style.top = '400px';
        });
        // As the groups of 'Took both' at two times of the day.
        const group = document.createElement('div');
        group.dataset.pressNearest = 'action';
        group.append(button);
        place.append(group);
      }
      document.body.append(place);
    }, effect);
    await tap(10_000);
    await tap(11_000);
    const second = page.locator('#second');
    await expect(second).toHaveText('0');
    // Later, it is another press.
    await tap(13_000);
    await expect(second).toHaveText('1');
  }
});
