import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckIn } from '../../contract/entities.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { openApp } from '../testing/app.tsx';
import { makeCheckIn } from '../testing/check-ins.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost } from '../testing/server.ts';

/** Check-ins of other days than today that the server does not have. */

/** In New York. */
const TEN_PM = '2026-11-19T03:00:00Z';
const SEVEN_AM = '2026-11-19T12:00:00Z';
const DAY = '2026-11-18';

const today = page.getByRole('region', { name: 'Today' });
const others = today.getByRole('list', { name: 'Waiting from other days' });
const row = today.getByRole('button', { name: 'Check-in' });
const FORMS = [
  makeForm(2, '2026-11-18T13:10:00Z', { Tremor: 3 }),
  makeForm(1, '2026-11-16T13:10:00Z', { Tremor: 3 }),
];

function open(checkIns: CheckIn[], other: Answers = {}, person = makePerson()) {
  return openApp('/dashboard', {
    ...answersFor(person, FORMS),
    ...answersForKind(checkIn, checkIns),
    ...other,
  });
}

const choose = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

it.each([
  ['Keep what is saved', 2],
  ['Save mine instead', 4],
])('that was refused asks in Today: %s', async (answer, mood) => {
  const person = makePerson();
  vi.setSystemTime(TEN_PM);
  open([], { saveCheckIn: lost }, person);
  await row.click();
  await choose('Good');
  await button('Save', true).click();
  await see(today.getByText('Waiting'));
  const checkIns = [makeCheckIn(DAY, { mood: 2, author: 'Anna' })];
  vi.setSystemTime(SEVEN_AM);
  open(checkIns, {}, person);
  await see(others.getByText('Yesterday. Good'));
  await see('Anna has already answered for this day.');
  await button(answer).click();
  await seeNot(others);
  await expect.poll(() => checkIns.map((each) => each.mood)).toEqual([mood]);
});

it('that waits says so in Today and in the history, and a second correction replaces it', async () => {
  const checkIns = [makeCheckIn('2026-11-16', { mood: 4 })];
  const server = open(checkIns, { saveCheckIn: lost });
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await button('check-in', true).click();
  for (const mood of ['Low', 'Very good']) {
    await dialog().getByRole('button', { name: 'Check-in' }).click();
    await choose(mood);
    await button('Save', true).click();
    await see(dialog().getByText('Waiting'));
    await see(others.getByText(`Nov 16. ${mood}`));
  }
  server.answer(answersForKind(checkIn, checkIns));
  window.dispatchEvent(new Event('online'));
  await seeNot(page.getByText('Waiting'));
  await see(dialog().getByText(/very good/));
  await seeNot('This day already has other answers.');
  expect(checkIns).toMatchObject([{ mood: 5, version: 2 }]);
});

it('that is begun can be opened and saved after 3 AM, and its dialog stays without an answer', async () => {
  const person = makePerson();
  vi.setSystemTime(TEN_PM);
  open([], {}, person);
  await row.click();
  await choose('Good');
  await button('Close').click();
  await see(today.getByText('(not saved yet)'));
  vi.setSystemTime(SEVEN_AM);
  const server = open([], {}, person);
  await see(others.getByText('Yesterday. How was your day? (not saved yet)'));
  await others.getByRole('button', { name: 'Check-in' }).click();
  await button('Clear, Mood').click();
  await choose('Low');
  await button('Save', true).click();
  await expect.poll(() => server.inputsOf('saveCheckIn')).toMatchObject([{ day: DAY, mood: 2 }]);
  await seeNot(others);
});
