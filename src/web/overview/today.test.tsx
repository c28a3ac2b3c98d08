import { expect, it, onTestFinished, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { openApp, seeAlive } from '../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { rate, save } from '../testing/rating.ts';
import { button, dialog, resizeTo, see, seeNot } from '../testing/screen.ts';
import { lost } from '../testing/server.ts';
import { whenSettled } from '../ui/when-idle.ts';

// The tests run at noon.
const today = page.getByRole('region', { name: 'Today' });
const YESTERDAY = makeForm(1, '2026-11-17T13:10:00Z', { Tremor: 5 });

/** The texts of all rows except those of check-ins, as screen readers hear them. */
function texts(): string[] {
  return today
    .getByRole('listitem')
    .elements()
    .map((row) => {
      const heard = row.cloneNode(true) as Element;
      for (const unheard of heard.querySelectorAll('[aria-hidden=true]')) unheard.remove();
      return heard.textContent.replaceAll('\u00a0', ' ');
    })
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
      '8:10 AMOpen Form #2: Tremor 4, Stiffness 2.',
      '11:30 AMOpen Form #3: Tremor 3.“After the walk”',
      'Afternoon: nothing yet',
    ]);
  await today.getByRole('button', { name: 'Open Form #3' }).click();
  await see(page.getByRole('dialog', { name: 'Edit Symptom Form' }));
  await see('When? November 18, 2026, 11:30 AM EST');
  await see(page.getByRole('dialog').getByText('Form #3', { exact: true }));
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

it('names no part of the day before 5 AM', async () => {
  vi.setSystemTime('2026-11-18T09:59:00Z');
  openApp('/dashboard', answersFor(makePerson(), [YESTERDAY]));
  await see(today.getByText('How was your day?').first());
  await expect.poll(texts).toEqual([]);
  // Drawn once the app has taken over the page.
  await see(page.getByRole('application').first());
  vi.setSystemTime('2026-11-18T10:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(texts).toEqual(['Morning: nothing yet']);
});

const MORNING = '2026-11-18T13:10:00Z';
const heads = () =>
  [...document.querySelectorAll('.today-heads .rating-chips > *')].map((each) => each.textContent);

function openWith(ratings: Readonly<Record<string, number>>) {
  openApp('/dashboard', answersFor(makePerson(), [makeForm(1, MORNING, ratings)]));
}

it('has the symptoms as heads, and a value below each', async () => {
  openWith({ Tremor: 4, Stiffness: 2, Balance: 5 });
  await expect.poll(heads).toEqual(['Tremor', 'Stiffness', 'Balance']);
  const middles = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => {
      const { left, width } = each.getBoundingClientRect();
      return Math.round(left + width / 2);
    });
  const chips = today.element().querySelectorAll('.rating-chip');
  expect([...chips].map(({ textContent }) => textContent)).toEqual(['4', '2', '5']);
  // In the HTML of the server, the columns follow the names only roughly.
  await expect
    .poll(() => middles('.rating-chip'))
    .toEqual(middles('.today-heads .rating-chips > *'));
});

it.each([
  ['more than three symptoms', { Tremor: 1, Gait: 2, Pain: 3, Sleep: 4 }],
  ['a name of more than ten letters', { 'Tremor left': 1 }],
])('writes the ratings as text with %s', async (_, ratings) => {
  openWith(ratings);
  await see(today.getByText(/Open Form #1/));
  expect(heads()).toEqual([]);
});

it('has five symptoms with twelve letters in a wide table', async () => {
  openWith({ 'Tremor right': 1, Gait: 2, Pain: 3, Sleep: 4, Balance: 5 });
  await resizeTo(820, 1180);
  await expect.poll(heads).toHaveLength(5);
});

it('writes the ratings as text where the names do not fit', async () => {
  openWith({ Stiffness: 1, Wavering: 2, Headaches: 3 });
  await resizeTo(320, 740);
  await see(today.getByText(/Open Form #1/));
  await expect.poll(heads).toEqual([]);
  await resizeTo(480, 740);
  await expect.poll(heads).toHaveLength(3);
});

it('joins doses that follow one another, and opens a list of them', async () => {
  const levodopa = makeLevodopa();
  const rasagiline = { ...levodopa, medicationId: crypto.randomUUID(), name: 'Rasagiline' };
  const doses = [
    makeDose('2026-11-18T13:02:00Z', { ...pick(rasagiline), strength: 1, isLevodopa: false }),
    makeDose('2026-11-18T13:05:00Z'),
    makeDose('2026-11-18T16:05:00Z', { amount: 0.5 }),
  ];
  openApp('/dashboard', {
    ...answersFor(makePerson(), [makeForm(1, MORNING, { Tremor: 4 })]),
    ...answersForDoses([levodopa, rasagiline], doses),
  });
  await expect
    .poll(texts)
    .toEqual([
      '8:02 AMShow 2 doses: Rasagiline8:05 AMLevodopa',
      '8:10 AMOpen Form #1: Tremor 4.',
      '11:05 AMEdit dose: Levodopa, ½ tablet',
      'Afternoon: nothing yet',
    ]);
  await today.getByRole('button', { name: 'Show 2 doses' }).click();
  const list = page.getByRole('dialog', { name: 'Doses' });
  await list.getByRole('button', { name: 'Levodopa/carbidopa 100 mg, 1 tablet' }).click();
  await see(page.getByRole('dialog', { name: 'Edit dose' }));
  await seeNot(list);
});

function pick({ medicationId, name }: ReturnType<typeof makeLevodopa>) {
  return { medicationId, name };
}

it('is left out before the first form', async () => {
  openApp('/dashboard', answersFor(makePerson()));
  await see('No forms submitted yet.');
  await seeNot(today);
});

/** The titles of the rows that are tinted. */
const newRows = () =>
  [...document.querySelectorAll('.today-new > .today-row > b')].map((each) => each.textContent);

/** Goes to the end of the tint. */
async function seeTint(): Promise<void> {
  const tints = document
    .getAnimations()
    .filter((each) => each instanceof CSSAnimation && each.animationName === 'new-row');
  expect(tints).toHaveLength(1);
  tints[0]?.finish();
  await expect.poll(newRows).toEqual([]);
}

it('tints each row that is saved, for a moment, and none that was there before', async () => {
  await commands.emulate({ reducedMotion: 'no-preference' });
  onTestFinished(() => commands.emulate({ reducedMotion: 'reduce' }));
  const forms = [makeForm(1, MORNING, { Tremor: 4 })];
  const server = openApp('/dashboard', {
    ...answersFor(makePerson(), forms),
    ...answersForKind(checkIn),
    ...answersForDoses([makeLevodopa()], [makeDose('2026-11-18T13:05:00Z')]),
    saveSymptomForm: lost,
  });
  await seeAlive();
  await new Promise<void>((resolve) => whenSettled(resolve));
  await see(today.getByText('8:05 AM'));
  expect(newRows()).toEqual([]);

  for (const mood of ['Good', 'Low']) {
    await today.getByRole('button', { name: 'Check-in' }).click();
    await dialog().getByRole('button', { name: mood, exact: true }).click();
    await button('Save', true).click();
    await expect.poll(newRows).toEqual(['Check-in']);
    await seeTint();
  }

  await button('Track Symptoms').click();
  for (const name of ['Tremor', 'Stiffness', 'Balance']) await rate(name, 2);
  await button('Submit').click();
  await see(today.getByText('Waiting'));
  await expect.poll(newRows).toEqual(['12:00 PM']);
  await seeTint();
  // The row of the saved form replaces the one that waited.
  server.answer({
    saveSymptomForm: (input) => {
      const saved = save(2)({ ...input, loggedAt: input.loggedAt ?? input.enteredAt });
      forms.unshift(saved);
      return saved;
    },
  });
  await button('Send now').click();
  await see(today.getByText('Open Form #2'));
  expect(newRows()).toEqual([]);
});
