import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, keys, see } from '../testing/screen.ts';

it('a digit chooses its stop; with a modifier key it is left to the browser', async () => {
  openApp('/dashboard', answersFor(makePerson()));
  await button('Track Symptoms').click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'not rated');
  (slider.element() as HTMLElement).focus();
  await keys('3');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '3 of 5, Medium');
  for (const held of ['Control', 'Alt', 'Meta']) {
    await keys(`{${held}>}5{/${held}}`);
    await expect.element(slider).toHaveAttribute('aria-valuetext', '3 of 5, Medium');
  }
});

it('with large controls the stops are stacked and 88 px tall', async () => {
  localStorage.setItem('display', JSON.stringify(['largeControls']));
  openApp('/dashboard', answersFor(makePerson()));
  await button('Track Symptoms').click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await see(button('Next'));
  const stops = [...(slider.element().parentElement?.querySelectorAll('button') ?? [])];
  const boxes = stops.map((stop) => stop.getBoundingClientRect());
  expect(boxes).toHaveLength(5);
  for (const { left, height } of boxes) {
    expect(left).toBe(boxes[0]?.left);
    expect(height).toBeGreaterThanOrEqual(88);
  }
});

it('on a phone the stops are equally wide, and their words of 18 px are 8 px apart', async () => {
  openApp('/dashboard', answersFor(makePerson()));
  await button('Track Symptoms').click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await see(slider);
  await document.fonts.ready;
  const stops = [...(slider.element().parentElement?.querySelectorAll('button') ?? [])];
  const words = stops.map((stop) => {
    const word = stop.querySelector('.stop-word');
    if (!word) throw new Error('There is no word');
    expect(Number.parseFloat(getComputedStyle(word).fontSize)).toBeGreaterThanOrEqual(18);
    return word.getBoundingClientRect();
  });
  const cells = stops.map((stop) => stop.getBoundingClientRect());
  expect(cells).toHaveLength(5);
  for (const [index, cell] of cells.entries()) {
    expect(cell.width).toBeCloseTo(cells[0]?.width ?? 0, 1);
    const word = words[index] ?? cell;
    expect(word.left - cell.left).toBeGreaterThanOrEqual(2);
    expect(cell.right - word.right).toBeGreaterThanOrEqual(2);
    const next = words[index + 1];
    if (next) expect(next.left - word.right).toBeGreaterThanOrEqual(8);
  }
});
