import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { see, seeNot } from '../testing/screen.ts';

// The tests run at noon.
const today = page.getByRole('region', { name: 'Today' });
const YESTERDAY = makeForm(1, '2026-11-17T13:10:00Z', { Tremor: 5 });

/** The texts of all rows except those of check-ins. */
function texts(): string[] {
  return today
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
    .filter((text) => !text.startsWith('Check-in'));
}

it('shows what was logged today in order of time, and opens it', async () => {
  const forms = [
    makeForm(3, '2026-11-18T16:30:00Z', { Tremor: 3 }, { notes: 'After the walk' }),
    makeForm(2, '2026-11-18T13:10:00Z', { Tremor: 4, Stiffness: 2 }),
    YESTERDAY,
  ];
  openApp('/dashboard', answersFor(makePerson(), forms));
  await expect
    .poll(texts)
    .toEqual([
      '8:10 AMOpen Form #2: Tremor 4, Stiffness 2',
      '11:30 AMOpen Form #3: Tremor 3“After the walk”',
      'Afternoon: nothing yet',
    ]);
  await today.getByRole('button', { name: 'Open Form #3' }).click();
  await see(page.getByRole('dialog', { name: 'Edit Symptom Form' }));
  await see('Form #3, November 18, 2026, 11:30 AM EST');
});

it('keeps a value on the same line as its name', async () => {
  const ratings = { Tremor: 4, Stiffness: 2, Slowness: 3, Balance: 1, Fatigue: 5 };
  openApp('/dashboard', answersFor(makePerson(), [makeForm(1, '2026-11-18T13:10:00Z', ratings)]));
  await see(today);
  const card = today.element() as HTMLElement;
  const linesOf = (value: Element) => {
    const range = new Range();
    range.setStartBefore(value.previousSibling?.previousSibling as Node);
    range.setEndAfter(value);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  };
  for (let width = 288; width < 480; width += 8) {
    card.style.width = `${width}px`;
    const lines = [...card.querySelectorAll('.severity')].map(linesOf);
    expect(lines, `${width} px`).toEqual([1, 1, 1, 1, 1]);
  }
});

it('names only the parts of the day that have begun', async () => {
  openApp('/dashboard', answersFor(makePerson(), [YESTERDAY]));
  await expect.poll(texts).toEqual(['Morning: nothing yet', 'Afternoon: nothing yet']);
});

it('is left out before the first form', async () => {
  openApp('/dashboard', answersFor(makePerson()));
  await see('No forms submitted yet.');
  await seeNot(today);
});
