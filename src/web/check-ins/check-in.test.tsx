import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckIn } from '../../contract/entities.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { openApp } from '../testing/app.tsx';
import { makeCheckIn } from '../testing/check-ins.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, hold, logOut, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { MOOD_WORDS } from './words.ts';

const today = page.getByRole('region', { name: 'Today' });
const row = today.getByRole('button', { name: 'Check-in' });
const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const MOOD = { mood: 4 };

/** Opens the dashboard at noon in New York. */
function open(checkIns: CheckIn[] = [], other: Answers = {}, person = makePerson()) {
  return openApp('/dashboard', {
    ...answersFor(person, [FORM]),
    ...answersForKind(checkIn, checkIns),
    ...other,
  });
}

function choose(label: string) {
  return dialog().getByRole('button', { name: label, exact: true }).click();
}

it('takes five presses for all four answers', async () => {
  const server = open();
  await row.click();
  await see(dialog().getByText('Nov 18'));
  await see(dialog().getByRole('group', { name: 'Medication as planned?' }));
  for (const label of ['Yes', '30 min', '7 h', 'Good']) await choose(label);
  await button('Save', true).click();
  await seeNot(dialog());
  await see(today.getByText('30 min exercise, 7 h sleep, good'));
  await seeNot(today.getByText('Waiting'));
  await expect
    .poll(() => server.inputsOf('saveCheckIn'))
    .toMatchObject([
      { day: '2026-11-18', medication: 'as planned', exerciseMinutes: 30, sleepHours: 7, mood: 4 },
    ]);
  expect(server.inputsOf('saveCheckIn')[0]?.version).toBeUndefined();
});

it('has smaller steps, a note, and a way to take an answer back', async () => {
  const server = open();
  await row.click();
  await button('+ ½ h, Sleep').click();
  await see(dialog().getByText('7½ hours'));
  await choose('60 min');
  await button('− 5 min, Exercise').click();
  await see(dialog().getByText('55 minutes'));
  await choose('Low');
  await button('Clear, Mood').click();
  await button('Note', true).click();
  await page.getByLabelText('Note').fill('A calm day');
  await button('Save', true).click();
  await see(today.getByText('55 min exercise, 7½ h sleep“A calm day”'));
  await expect
    .poll(() => server.inputsOf('saveCheckIn'))
    .toMatchObject([
      { medication: null, exerciseMinutes: 55, sleepHours: 7.5, mood: null, notes: 'A calm day' },
    ]);
});

it('has the smaller steps above the choices, and says only to screen readers that nothing is answered', async () => {
  open();
  await row.click();
  const exercise = dialog().getByRole('group', { name: 'Exercise not answered' });
  const words = exercise.getByText('not answered').element();
  expect(words.getBoundingClientRect().width).toBe(1);
  const top = (name: string) =>
    exercise.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
  expect(top('+ 5 min, Exercise')).toBeLessThan(top('0 min'));
  await page.viewport(600, 740);
  const heading = exercise.getByText('Exercise', { exact: true }).element();
  const { top: above, bottom } = heading.getBoundingClientRect();
  await exercise.getByRole('button', { name: '15 min' }).click();
  for (const name of ['− 5 min, Exercise', '+ 5 min, Exercise', 'Clear, Exercise']) {
    const box = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
    expect([box.top < above, box.bottom > bottom]).toEqual([true, true]);
  }
});

it('asks more questions only if the person has chosen them', async () => {
  open();
  await row.click();
  await see(dialog().getByRole('group', { name: 'Mood' }));
  for (const name of ['Bowel movement', 'Naps', 'Dizziness']) {
    await seeNot(dialog().getByRole('group', { name }));
  }
});

it('saves the answers to the chosen questions, in the order of the screen', async () => {
  const server = open([], {}, makePerson({ moreQuestions: 'bowels,naps,dizzy' }));
  await row.click();
  const group = (name: string) => dialog().getByRole('group', { name });
  await group('Bowel movement').getByRole('button', { name: 'No', exact: true }).click();
  await group('Naps').getByRole('button', { name: '15 min', exact: true }).click();
  await button('+ 5 min, Naps').click();
  await group('Dizziness').getByRole('button', { name: 'Once' }).click();
  await button('Save', true).click();
  await see(today.getByText('No bowel movement, 20 min naps, dizzy once'));
  await expect
    .poll(() => server.inputsOf('saveCheckIn'))
    .toMatchObject([{ bowels: false, naps: 20, dizzy: 'once', mood: null }]);
});

it('shows a question that is answered, so that its answer can be taken back', async () => {
  const server = open([makeCheckIn('2026-11-18', { mood: 2, dizzy: 'often', version: 3 })]);
  await row.click();
  await button('Clear, Dizziness').click();
  await see(dialog().getByRole('group', { name: 'Dizziness not answered' }));
  await button('Save', true).click();
  await expect
    .poll(() => server.inputsOf('saveCheckIn'))
    .toMatchObject([{ dizzy: null, mood: 2, version: 3 }]);
});

it('is saved with one answer, but not with none', async () => {
  const server = open();
  await row.click();
  const missing = page.getByText('Please answer a question or write a note first.');
  const saveTop = () => button('Save', true).element().getBoundingClientRect().top;
  for (const time of ['first', 'second']) {
    dialog().element().scrollTo(0, 0);
    await button('Save', true).click();
    await expect
      .poll(() => missing.element().getBoundingClientRect().bottom, { message: time })
      .toBeLessThan(saveTop());
  }
  await choose('Very low');
  await seeNot('Please answer a question or write a note first.');
  await button('Save', true).click();
  await see(today.getByText('Very low'));
  await expect.poll(() => server.inputsOf('saveCheckIn')).toHaveLength(1);
});

it('keeps what was chosen when it is closed without Save', async () => {
  const server = open();
  await row.click();
  await choose('Good');
  await button('Close').click();
  await see(today.getByText('(not saved yet)'));
  await row.click();
  const good = dialog().getByRole('button', { name: 'Good', exact: true });
  await expect.element(good).toHaveAttribute('aria-pressed', 'true');
  expect(server.inputsOf('saveCheckIn')).toEqual([]);
});

it('keeps what was chosen and written when the browser is killed, until a log-out', async () => {
  const person = makePerson();
  const checkIns = [makeCheckIn('2026-11-18', { mood: 2, version: 3 })];
  open(checkIns, {}, person);
  await row.click();
  await choose('Good');
  await button('Note').click();
  await dialog().getByLabelText('Note').fill('A calm day');
  // Before the answers are saved, Anna corrects the same day on another device.
  checkIns[0] = makeCheckIn('2026-11-18', {
    mood: 3,
    version: 4,
    author: 'Anna, changed by the person',
  });
  open(checkIns, { signOut: {} }, person);
  await see(today.getByText('(not saved yet)'));
  await row.click();
  await expect.element(dialog().getByLabelText('Note')).toHaveValue('A calm day');
  await button('Save', true).click();
  await see('This day already has other answers, by Anna, changed by you.');
  await seeNot('(not saved yet)');
  await button('Keep what is saved').click();
  await row.click();
  await button('Note').click();
  await dialog().getByLabelText('Note').fill('A calm day');
  await button('Close').click();
  await see('(not saved yet)');
  expect(JSON.stringify(localStorage)).toContain('A calm day');
  await logOut();
  await expect.poll(() => JSON.stringify(localStorage)).not.toContain('A calm day');
});

it('is corrected with the version that the person has seen', async () => {
  const server = open([makeCheckIn('2026-11-18', { ...MOOD, version: 3 })]);
  await see(today.getByText('Good'));
  await row.click();
  await choose('So\u2011so');
  await button('Save', true).click();
  await see(today.getByText('So\u2011so'));
  await expect.poll(() => server.inputsOf('saveCheckIn')).toMatchObject([{ mood: 3, version: 3 }]);
});

it('does not say that it is saved if the server rejects it', async () => {
  open([], { saveCheckIn: refuse('dayInFuture') });
  await row.click();
  await choose('Good');
  await button('Save', true).click();
  await see('The check-in could not be saved.');
  await seeNot('Check-in saved.');
});

it.each([
  ['Keep what is saved', 2],
  ['Save mine instead', 4],
])('shows both if the day has other answers: %s', async (answer, mood) => {
  const others = makeCheckIn('2026-11-18', { mood: 2, author: 'Anna, changed by the person' });
  const checkIns: CheckIn[] = [];
  open(checkIns);
  await row.click();
  await choose('Good');
  // Anna saves while the dialog is open.
  checkIns.push(others);
  await button('Save', true).click();
  await see('This day already has other answers, by Anna, changed by you.');
  await see('Saved: Mood 2 of 5, low');
  await see('Yours: Mood 4 of 5, good');
  await button(answer).click();
  await seeNot('This day already has other answers');
  await see(today.getByText(MOOD_WORDS[mood - 1] ?? ''));
  await expect.poll(() => checkIns.map((each) => each.mood)).toEqual([mood]);
});

it('keeps the other person’s answers to what was left open', async () => {
  const others = makeCheckIn('2026-11-18', { mood: 2, exerciseMinutes: 30, notes: 'With Anna' });
  const checkIns: CheckIn[] = [];
  open(checkIns);
  await row.click();
  await choose('Good');
  checkIns.push(others);
  await button('Save', true).click();
  await button('Save mine instead').click();
  await seeNot('This day already has other answers');
  await expect
    .poll(() => checkIns)
    .toMatchObject([{ mood: 4, exerciseMinutes: 30, notes: 'With Anna' }]);
});

it('only adds to what somebody else has saved since it was begun', async () => {
  const person = makePerson();
  open([], {}, person);
  await row.click();
  await choose('Good');
  await button('Close').click();
  await see(today.getByText('(not saved yet)'));
  const others = { medication: 'as planned', sleepHours: 7, notes: 'With Anna' } as const;
  const checkIns = [makeCheckIn('2026-11-18', others)];
  const server = open(checkIns, {}, person);
  await see(today.getByText('7 h sleep'));
  await row.click();
  await button('Save', true).click();
  await expect.poll(() => checkIns).toMatchObject([{ ...others, mood: 4 }]);
  expect(server.inputsOf('saveCheckIn')[0]?.version).toBeUndefined();
});

it('asks again if the refused answers are corrected in place of an answer to the question', async () => {
  const person = makePerson();
  const checkIns: CheckIn[] = [];
  open(checkIns, {}, person);
  await row.click();
  await choose('Good');
  checkIns.push(makeCheckIn('2026-11-18', { mood: 2 }));
  await button('Save', true).click();
  await see('Yours: Mood 4 of 5, good');
  // The page has now loaded what is saved.
  open(checkIns, {}, person);
  await see('Yours: Mood 4 of 5, good');
  await row.click();
  await choose('Very good');
  await button('Save', true).click();
  await see('Yours: Mood 5 of 5, very good');
  expect(checkIns).toMatchObject([{ mood: 2, version: 1 }]);
});

/** Saves a check-in without a network, and begins to correct it while it waits. */
async function correctWaiting() {
  const checkIns: CheckIn[] = [];
  const server = open(checkIns, { saveCheckIn: lost });
  await row.click();
  await choose('Good');
  await button('Save', true).click();
  await see(today.getByText('Waiting'));
  await row.click();
  await choose('Low');
  async function goOnline(): Promise<void> {
    server.answer(answersForKind(checkIn, checkIns));
    window.dispatchEvent(new Event('online'));
    await seeNot(today.getByText('Waiting'));
  }
  return { checkIns, goOnline };
}

it('is corrected without a question if it was saved while its dialog was open', async () => {
  const { checkIns, goOnline } = await correctWaiting();
  await goOnline();
  await button('Save', true).click();
  await see(today.getByText('Low'));
  await expect.poll(() => checkIns).toMatchObject([{ mood: 2, version: 2 }]);
});

it('is corrected without a question from a draft that was begun while it waited', async () => {
  const { checkIns, goOnline } = await correctWaiting();
  await button('Close').click();
  await goOnline();
  await row.click();
  await button('Save', true).click();
  await expect.poll(() => checkIns).toMatchObject([{ mood: 2, version: 2 }]);
});

it('says that it was deleted, even if its dialog was closed before the answer', async () => {
  const checkIns = [makeCheckIn('2026-11-18', MOOD)];
  const server = open(checkIns);
  const deletion = hold();
  server.answer({
    deleteCheckIn: async ({ day }) => {
      await deletion.held;
      checkIns.splice(0);
      return makeCheckIn(day, { ...MOOD, deletedAt: '2026-11-18T17:00:00.000Z' });
    },
  });
  await row.click();
  await button('Delete this check-in').click();
  await button('Close').click();
  await expect.element(row).toHaveAttribute('aria-disabled', 'true');
  deletion.goOn();
  await see('The check-in of Nov 18 was deleted.');
  await see(today.getByText('How was your day?'));
});

it('until 3 AM, yesterday is offered first', async () => {
  vi.setSystemTime('2026-11-18T06:30:00Z');
  const server = open();
  await see(today.getByText('Yesterday. How was your day?'));
  await expect.poll(() => row.elements().length).toBe(2);
  await row.first().click();
  await see(dialog().getByText('Nov 17'));
  await see(dialog().getByText('Sleep the night before'));
  await choose('Good');
  await button('Save', true).click();
  await see(today.getByText('Yesterday. Good'));
  await expect.poll(() => server.inputsOf('saveCheckIn')).toMatchObject([{ day: '2026-11-17' }]);
});

it('past check-ins are in the history of their day, and open there', async () => {
  const forms = [FORM, makeForm(2, '2026-11-16T13:10:00Z', { Tremor: 3 })];
  openApp('/dashboard', {
    ...answersFor(makePerson(), forms),
    ...answersForKind(checkIn, [makeCheckIn('2026-11-16', MOOD)]),
  });
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  const list = page.getByRole('list', { name: 'Past Forms' });
  await list.getByRole('button', { name: 'check-in', exact: true }).click();
  await dialog().getByRole('button', { name: 'Check-in' }).click();
  await see(dialog().getByText('Nov 16', { exact: true }));
});
