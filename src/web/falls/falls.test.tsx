import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { diary } from '../../contract/kinds/diary.ts';
import { fall } from '../../contract/kinds/fall.ts';
import { openApp } from '../testing/app.tsx';
import { answersForBoth, makePair } from '../testing/caregivers.ts';
import { makeDiary } from '../testing/diary.ts';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersForKind, makeEntry } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see, seeNot } from '../testing/screen.ts';
import { type Answers, answerLost, lost, refuse } from '../testing/server.ts';
import type { Fall } from './kind.ts';

/** The tests run at noon in New York. */

const today = page.getByRole('region', { name: 'Today' });
const card = page.getByRole('region', { name: 'Falls', exact: true });
const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const MORNING = '2026-11-18T14:20:00.000Z';
const PLANNED = { scheduledFor: '2026-11-18T13:00:00.000Z' };
const MOVED = 'The fall is saved for yesterday at 4:00 PM. It is under “Past Forms” now.';
const IF_HURT = 'If you are badly hurt or hit your head, call your emergency number.';

function makeFall(change: Partial<Fall> = {}): Fall {
  return makeEntry(fall, {
    fallId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f81',
    fellAt: MORNING,
    reached: 'floor',
    enteredAt: MORNING,
    ...change,
  });
}

function open(
  falls: Fall[] = [],
  other: Answers = {},
  person = makePerson({ display: ['fallButton'] }),
) {
  return openApp('/dashboard', {
    ...answersFor(person, [FORM]),
    ...answersForKind(fall, falls),
    ...other,
  });
}

const choose = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

it('is saved with two presses, and with a third says that it hurt', async () => {
  const server = open();
  await button('I fell', true).click();
  expect(server.inputsOf('saveFall')).toEqual([]);
  await choose('To the floor');
  await expect.poll(() => server.inputsOf('saveFall')).toMatchObject([{ reached: 'floor' }]);
  await see(today.getByText('Fell to the floor'));
  await seeNot(today.getByText('Waiting'));
  await choose('Yes');
  await seeNot(dialog());
  await see(card.getByText('Fell to the floor today at 12:00 PM, hurt.'));
  await see(card.getByText(IF_HURT));
  await see(today.getByText('Fell to the floor, hurt'));
  await expect.poll(() => server.inputsOf('saveFall')).toHaveLength(2);
  const [first, second] = server.inputsOf('saveFall');
  expect(second).toMatchObject({ fallId: first?.fallId, fellAt: first?.fellAt, hurt: true });
  expect(second?.version).toBeUndefined();
});

describe('its time', () => {
  it('is now, which the dialog shows before the first press', async () => {
    open();
    await button('I fell', true).click();
    await see(dialog().getByText('When? Now, 12:00 PM'));
    await choose('To the floor');
    await see(dialog().getByText('Fell to the floor today at 12:00 PM. Saved.'));
  });

  it('can be chosen before the first press, and the page says where the fall is', async () => {
    const server = open();
    await button('I fell', true).click();
    await button('Change the time').click();
    await page.getByLabelText('Day', { exact: true }).fill('2026-11-17');
    await page.getByLabelText('Time (EST)').fill('16:00');
    await choose('To the floor');
    await see(dialog().getByText('Fell to the floor yesterday at 4:00 PM. Saved.'));
    await choose('No');
    await see(MOVED);
    await expect
      .poll(() => server.inputsOf('saveFall').at(-1))
      .toMatchObject({ fellAt: '2026-11-17T21:00:00.000Z', hurt: false });
  });

  it('is not saved while the typed one has not passed', async () => {
    const server = open();
    await button('I fell', true).click();
    await button('Change the time').click();
    await page.getByLabelText('Time (EST)').fill('16:00');
    await choose('To the floor');
    await expect.element(page.getByLabelText('Time (EST)')).toHaveFocus();
    await see(dialog().getByText('Choose a time in the past.').first());
    expect(server.inputsOf('saveFall')).toEqual([]);
  });

  it('can be changed right after the first press', async () => {
    const server = open();
    await button('I fell', true).click();
    await choose('To the floor');
    await button('Change the time').click();
    await see(dialog().getByRole('heading', { name: 'Edit fall' }));
    await button('Change the time').click();
    await page.getByLabelText('Day', { exact: true }).fill('2026-11-17');
    await button('Save', true).click();
    await see('The fall is saved for yesterday at 12:00 PM. It is under “Past Forms” now.');
    await expect
      .poll(() => server.inputsOf('saveFall').at(-1)?.fellAt)
      .toBe('2026-11-17T17:00:00.000Z');
  });

  it('can be changed from the notice', async () => {
    open();
    await button('I fell', true).click();
    await choose('Nearly');
    await button('Done').click();
    await button('Edit, fall').click();
    await see(dialog().getByRole('heading', { name: 'Edit fall' }));
  });

  it('of another day takes its row out of Today, and the page says in view where it is', async () => {
    open([makeFall()]);
    await today.getByRole('button', { name: 'Edit fall' }).click();
    await button('Change the time').click();
    await page.getByLabelText('Day', { exact: true }).fill('2026-11-17');
    await page.getByLabelText('Time (EST)').fill('16:00');
    await button('Save', true).click();
    await see(MOVED);
    await seeNot(today.getByRole('button', { name: 'Edit fall' }));
    await expect.element(page.getByText(MOVED)).toBeInViewport();
  });
});

it('says nothing of an emergency if it did not hurt or nobody said so', async () => {
  open();
  await button('I fell', true).click();
  await choose('Nearly');
  await choose('No');
  await see(card.getByText('Nearly fell today at 12:00 PM, not hurt.'));
  await seeNot(IF_HURT);
});

it('takes a press on the second answer as no correction of the first', async () => {
  const server = open();
  await button('I fell', true).click();
  await choose('To the floor');
  await choose('Nearly');
  await choose('To the floor');
  await button('Done').click();
  await see(today.getByText('Fell to the floor'));
  expect(server.inputsOf('saveFall')).toHaveLength(1);
});

it('waits without a network with both answers, and is taken back and put back there', async () => {
  open([], { saveFall: lost });
  await button('I fell', true).click();
  await choose('To the floor');
  await choose('Yes');
  await see(today.getByText('Waiting'));
  await see(today.getByText('Fell to the floor, hurt'));
  await button('Undo, fall').click();
  await see(card.getByText('Removed: Fell to the floor, hurt.'));
  await seeNot(today.getByText('Fell to the floor, hurt'));
  await button('Undo, fall').click();
  await see(today.getByText('Fell to the floor, hurt'));
});

it('is deleted on the server if it is taken back after the answer was lost', async () => {
  const server = open([], answerLost('saveFall', answersForKind(fall)));
  await button('I fell', true).click();
  await choose('To the floor');
  await choose('No');
  await see(today.getByText('Waiting'));
  await button('Undo, fall').click();
  await see(card.getByText('Removed: Fell to the floor, not hurt.'));
  await expect
    .poll(() => server.inputsOf('deleteFall').map(({ fallId }) => fallId))
    .toEqual([server.inputsOf('saveFall')[0]?.fallId]);
});

it('has Undo for 30 minutes, which says what it deleted', async () => {
  open([makeFall({ fellAt: '2026-11-18T16:40:00.000Z', enteredAt: '2026-11-18T16:40:00.000Z' })]);
  await button('Undo, fall').click();
  await see('The fall at 11:40 AM was deleted.');
  await seeNot(card.getByText('Fell to the floor'));
  await button('Undo', true).click();
  await see('The fall at 11:40 AM is restored.');
});

it('has no Undo later, but its row', async () => {
  open([makeFall()]);
  await see(today.getByText('Fell to the floor'));
  await seeNot(button('Undo, fall'));
});

it('is corrected in its dialog: what, time and note', async () => {
  const server = open([makeFall()]);
  await today.getByRole('button', { name: 'Edit fall' }).click();
  await choose('Nearly');
  await choose('Yes');
  await see(dialog().getByText(IF_HURT));
  await page.getByLabelText('Note').fill('In the kitchen');
  await button('Change the time').click();
  await page.getByLabelText('Time (EST)').fill('08:30');
  await button('Save', true).click();
  await see(today.getByText('Nearly fell, hurt“In the kitchen”'));
  await see(today.getByText('8:30 AM'));
  await expect
    .poll(() => server.inputsOf('saveFall'))
    .toMatchObject([
      {
        ...{ reached: 'nearly', hurt: true, notes: 'In the kitchen', version: 1 },
        fellAt: '2026-11-18T13:30:00.000Z',
      },
    ]);
});

it('keeps unsaved changes when its dialog is closed', async () => {
  open([makeFall()]);
  await today.getByRole('button', { name: 'Edit fall' }).click();
  await page.getByLabelText('Note').fill('On ice');
  await button('Close').click();
  await see(today.getByText('(not saved yet)'));
  await today.getByRole('button', { name: 'Edit fall' }).click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('On ice');
});

it('shows both versions if it was changed somewhere else', async () => {
  const stored = makeFall({ reached: 'nearly', version: 3 });
  const server = open([makeFall()], { saveFall: refuse('fallChanged', { stored }) });
  await today.getByRole('button', { name: 'Edit fall' }).click();
  await choose('Yes');
  await button('Save', true).click();
  await see('This fall was changed somewhere else.');
  server.answer(answersForKind(fall, [stored]));
  await button('Save mine instead').click();
  await see(today.getByText('Fell to the floor, hurt'));
  await expect.poll(() => server.inputsOf('saveFall').at(-1)).toMatchObject({ version: 3 });
});

it.each([
  ['is corrected as it was saved', ''],
  ['is never corrected over a change that nobody has seen', 'On ice'],
])('that is saved while its dialog is open %s', async (_, notes) => {
  const falls: Fall[] = [];
  const server = open(falls, { saveFall: lost });
  await button('I fell', true).click();
  await choose('To the floor');
  await button('Done').click();
  await see(today.getByText('Waiting'));
  await today.getByRole('button', { name: 'Edit fall' }).click();
  await choose('Nearly');
  server.answer({
    saveFall({ fallId, fellAt, reached, version }) {
      if (notes && falls[0]) return refuse('fallChanged', { stored: falls[0] });
      const saved = makeFall({ fallId, fellAt, reached, version: (version ?? 0) + 1 });
      // Another device may change it before this one reads it again.
      falls[0] = notes ? { ...saved, notes, version: 2 } : saved;
      return saved;
    },
  });
  window.dispatchEvent(new Event('online'));
  await seeNot(today.getByText('Waiting'));
  if (notes) await see(today.getByText(`“${notes}”`));
  await button('Save', true).click();
  if (notes) await see('This fall was changed somewhere else.');
  else await expect.poll(() => falls[0]?.version).toBe(2);
  const sent = server.inputsOf('saveFall').at(-1);
  expect([sent?.reached, sent?.version]).toEqual(['nearly', notes ? undefined : 1]);
  expect(falls).toMatchObject([{ reached: notes ? 'floor' : 'nearly', version: 2 }]);
});

it('that waits is shown as corrected in the history too, and can’t be undone as if it were new', async () => {
  const person = makePerson({ display: ['fallButton'] });
  openApp('/dashboard', {
    ...answersFor(person, [FORM, makeForm(2, '2026-11-16T13:10:00Z', { Tremor: 3 })]),
    ...answersForKind(fall, [makeFall({ fellAt: '2026-11-16T15:00:00.000Z' })]),
    saveFall: lost,
  });
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await button('1 fall or near fall').click();
  await dialog().getByRole('button', { name: 'Edit fall' }).click();
  await choose('Nearly');
  await button('Save', true).click();
  await see(dialog().getByText('Nearly fell'));
  await see(dialog().getByText('Waiting'));
  await button('Close').click();
  await see(card);
  await seeNot(card.getByRole('button', { name: 'Undo' }));
});

it('says how long it was after the last levodopa, and what the diary says', async () => {
  open([makeFall()], {
    ...answersForDoses([makeLevodopa()], [makeDose('2026-11-18T13:05:00.000Z', PLANNED)]),
    ...answersForKind(diary, makeDiary('2026-11-18T14:00:00.000Z', ['off'])),
  });
  await today.getByRole('button', { name: 'Edit fall' }).click();
  await see(dialog().getByText('1 h 15 min after levodopa. In the diary: off.'));
});

describe('the button', () => {
  it('is offered once, after the first year with Parkinson’s', async () => {
    const server = open([], {}, makePerson({ yearsWithParkinsons: 2 }));
    await seeNot(button('I fell', true));
    await button('Show the button').click();
    await expect.element(button('I fell', true)).toHaveFocus();
    await expect.element(button('I fell', true)).toBeInViewport();
    await see(card.getByText('This button is here from now on, above Today.'));
    await expect
      .poll(() => server.inputsOf('updateProfile'))
      .toMatchObject([{ display: ['fallButton'] }]);
    await seeNot(button('Show the button'));
  });

  it('is not offered again after “Hide this”, nor in the first year, nor without a year', async () => {
    const person = makePerson({ yearsWithParkinsons: 9 });
    open([], {}, person);
    await button('Hide this').click();
    open([], {}, person);
    await see(today);
    await seeNot(button('Show the button'));
    for (const yearsWithParkinsons of [1, null]) {
      open([], {}, makePerson({ yearsWithParkinsons }));
      await see(today);
      await seeNot(button('Show the button'));
    }
  });

  it('of a helper is there without being turned on, names the person, and says for whom it saves', async () => {
    const pair = makePair({ may: 'log' }, { yearsWithParkinsons: 2 });
    const server = openApp('/dashboard', { ...answersForBoth(pair), ...answersForKind(fall, []) });
    await button('Grace fell', true).click();
    await see(dialog().getByText('For Grace Hopper'));
    await choose('To the floor');
    await expect
      .poll(() => server.inputsOf('saveFall'))
      .toMatchObject([{ userId: pair.grace.profile.userId, reached: 'floor' }]);
  });

  it('is not there for a helper in the first year with Parkinson’s', async () => {
    const pair = makePair({ may: 'log' }, { yearsWithParkinsons: 1 });
    openApp('/dashboard', { ...answersForBoth(pair), ...answersForKind(fall, [makeFall()]) });
    await see(today.getByText('Fell to the floor'));
    await seeNot(button('Grace fell', true));
  });

  it('is not there for a helper who may only read', async () => {
    const pair = makePair({ may: 'read' }, { display: ['fallButton'] });
    const falls = answersForKind(fall, [makeFall()]);
    openApp('/dashboard', { ...answersForBoth(pair), ...falls });
    await see(today.getByText('Fell to the floor'));
    await seeNot(button('Grace fell', true));
    await seeNot(today.getByRole('button', { name: 'Edit fall' }));
  });
});

it('opens from the phone’s home screen, also for those who have not turned the button on', async () => {
  openApp('/dashboard?fall', { ...answersFor(makePerson()), ...answersForKind(fall) });
  await see(dialog().getByRole('heading', { name: 'A fall' }));
  expect(location.search).toBe('');
  await dialog().getByRole('button', { name: 'Nearly' }).click();
  await button('Done').click();
  await see(page.getByText(/Nearly fell/).first());
});
