import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import { openApp } from '../testing/app.tsx';
import { makeDiary } from '../testing/diary.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, fill, see, seeNot } from '../testing/screen.ts';
import { type Answers, answerLost, lost, refuse } from '../testing/server.ts';

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const today = page.getByRole('region', { name: 'Today' });
const row = today.getByRole('button', { name: 'Diary' });
/** 7:00 AM in New York. The tests run at noon. */
const SEVEN = '2026-11-18T12:00:00.000Z';

function open(diary: DiaryHalfHour[] = [], other: Answers = {}, person = makePerson()) {
  // Marks the practice as seen. Otherwise the practice would be shown before the first entry.
  localStorage.setItem(`diaryPractised ${person.profile.userId}`, '1');
  const answers = { ...answersFor(person, [FORM]), ...answersForKind(diaryKind, diary), ...other };
  return openApp('/dashboard?diary', answers);
}

function choose(state: string) {
  return dialog()
    .getByRole('button', { name: new RegExp(`^${state}`) })
    .click();
}

it('begins with a practice, which saves nothing', async () => {
  const person = makePerson();
  const answers = { ...answersFor(person, [FORM]), ...answersForKind(diaryKind) };
  const server = openApp('/dashboard?diary', answers);
  await see('Practice once. Nothing is saved.');
  await choose('On Y');
  await see('You pressed “On”. For stiff and slow, “Off” fits.');
  await choose('Off');
  await see('Yes, “Off” is for stiff and slow.');
  await button('Start my diary').click();
  await see('How are you moving now (12:00 PM to 12:30 PM)?');
  expect(server.inputsOf('saveDiary')).toEqual([]);
  await button('Close').click();
  await page.getByRole('link', { name: 'Add your next visit' }).click();
  await page.getByRole('link', { name: 'Motor diary' }).click();
  await see('How are you moving now (12:00 PM to 12:30 PM)?');
  await page.getByText('Earlier days').click();
  await button('Practice again').click();
  await see('Practice once. Nothing is saved.');
});

it('paints the ribbon of today below the question, and folds the earlier days', async () => {
  open(makeDiary('2026-11-18T16:30:00Z', ['on']));
  await see('How are you moving now (12:00 PM to 12:30 PM)?');
  const painted = () => dialog().element().querySelectorAll('.diary-slot.diary-off').length;
  expect(painted()).toBe(0);
  await choose('Off');
  await expect.poll(painted).toBe(1);
  const order = dialog().element().querySelectorAll('h3, figure, summary');
  expect([...order].map(({ localName, textContent }) => [localName, textContent])).toEqual([
    ['h3', expect.stringMatching(/^How did you move from 11:00\sAM/)],
    ['figure', expect.stringMatching(/^Wednesday, Nov 18 2 of 48 half-hours/)],
    ['h3', 'Not entered yet'],
    ['h3', 'Last night'],
    ['summary', 'See or correct what was entered'],
    ['summary', 'Earlier days'],
    ...['Tuesday, Nov 17', 'Monday, Nov 16', 'Sunday, Nov 15'].map((day) => [
      'figure',
      expect.stringContaining(`${day} 0 of 48 half-hours`),
    ]),
  ]);
  await seeNot(dialog().getByText('No day is complete yet.'));
});

it('enters the present half-hour with one press, and asks for the one before', async () => {
  const server = open();
  await see('How are you moving now (12:00 PM to 12:30 PM)?');
  await choose('Off');
  await see('Entered: Off, 12:00 PM to 12:30 PM.');
  await see('How did you move from 11:30 AM to 12:00 PM?');
  await expect
    .poll(() => server.inputsOf('saveDiary'))
    .toMatchObject([{ entries: [{ slot: '2026-11-18T17:00:00.000Z', state: 'off' }] }]);
  await button('Close').click();
  await see(row.getByText('1 of 48 half-hours'));
});

it('takes a press back', async () => {
  const server = open();
  await choose('Off');
  await see('Entered: Off');
  await expect.poll(() => server.inputsOf('saveDiary')).toHaveLength(1);
  await button('Undo').click();
  await see('Removed: Off');
  await see('How are you moving now (12:00 PM to 12:30 PM)?');
});

it('deletes a press on the server that is taken back after the answer was lost', async () => {
  const kept = answersForKind(diaryKind);
  const server = open([], { ...kept, ...answerLost('saveDiary', kept) });
  await choose('Off');
  await expect.poll(() => server.inputsOf('saveDiary')).toHaveLength(1);
  server.answer(kept);
  await button('Undo').click();
  await see('Removed: Off');
  await expect
    .poll(() => server.inputsOf('deleteDiary').map(({ slots }) => slots))
    .toEqual([['2026-11-18T17:00:00.000Z']]);
});

it('fills the time since the last entry with the same state', async () => {
  const server = open(makeDiary(SEVEN, ['on', 'on', 'off']));
  await button('Still Off? Fill in 8:30 AM to 12:30 PM').click();
  await expect.poll(() => server.inputsOf('saveDiary')[0]?.entries.length).toBe(8);
  await see('Entered: Off, 8:30 AM to 12:30 PM.');
});

it('enters the night in two presses', async () => {
  const server = open();
  await button('Enter as asleep').click();
  await see('Entered: Asleep, 10:30 PM to 7:00 AM.');
  await expect.poll(() => server.inputsOf('saveDiary')[0]?.entries).toHaveLength(17);
  await button('Enter as asleep').click();
  await see('You have already entered this time, or it is in the future.');
  await fill('Asleep until', '08:00');
  await button('Enter as asleep').click();
  await see('Entered: Asleep, 7:00 AM to 8:00 AM.');
  // The queue would otherwise send it to the server of the next test.
  await expect.poll(() => server.inputsOf('saveDiary')).toHaveLength(2);
});

it('enters an earlier half-hour that is empty', async () => {
  const server = open();
  await dialog().getByRole('button', { name: '10:30 AM', exact: true }).click();
  await see('How did you move from 10:30 AM to 11:00 AM?');
  await choose('On Y');
  await expect
    .poll(() => server.inputsOf('saveDiary'))
    .toMatchObject([{ entries: [{ slot: '2026-11-18T15:30:00.000Z', state: 'on' }] }]);
});

it('corrects by deleting, with Undo', async () => {
  const server = open(makeDiary(SEVEN, ['on', 'on', 'off']));
  await page.getByText('See or correct what was entered').click();
  await button('Delete Wednesday, 7:00 AM to 8:00 AM: On').click();
  await button('Delete all of it').click();
  await see('was deleted. You can enter this time again.');
  await expect.poll(() => server.inputsOf('deleteDiary')[0]?.slots).toHaveLength(2);
  await button('Undo').click();
  await see(button('Delete Wednesday, 7:00 AM to 8:00 AM: On'));
});

it('deletes only one half-hour of several, and then another', async () => {
  const server = open(makeDiary(SEVEN, ['on', 'on', 'on', 'on']));
  await page.getByText('See or correct what was entered').click();
  for (const [start, span] of [
    ['7:00 AM', '7:00 AM to 7:30 AM'],
    ['8:00 AM', '8:00 AM to 8:30 AM'],
  ]) {
    await dialog()
      .getByRole('button', { name: /^Delete Wednesday/ })
      .last()
      .click();
    await button(`${start}, delete On`).click();
    await see(`Wednesday, ${span}: On was deleted. You can enter this time again.`);
  }
  expect(server.inputsOf('deleteDiary').map(({ slots }) => slots)).toEqual([
    ['2026-11-18T12:00:00.000Z'],
    ['2026-11-18T13:00:00.000Z'],
  ]);
});

it('says what was entered of the night, and offers the rest below', async () => {
  open(makeDiary('2026-11-18T04:00:00.000Z', ['asleep', 'asleep', 'on', 'asleep']));
  await see('Asleep 11:00 PM to 12:00 AM, 12:30 AM to 1:00 AM.');
  await seeNot(button('Enter as asleep'));
  await page.getByText('Enter more sleep').click();
  await see(button('Enter as asleep'));
});

it('lists deleted half-hours at the end of the history, and restores them', async () => {
  const deletedAt = '2026-11-18T16:00:00.000Z';
  const server = open(makeDiary(SEVEN, ['on', 'on', null, 'off'], { deletedAt }));
  await button('Close').click();
  await page.getByText('Deleted in the last 30 days').click();
  await see('Diary of Nov 18, 8:30 AM to 9:00 AM: Off');
  await button('Restore the diary of Nov 18, 7:00 AM to 8:00 AM: On').click();
  await expect.poll(() => server.inputsOf('restoreDiary')[0]?.slots).toHaveLength(2);
  await see(row.getByText('2 of 48 half-hours'));
  await see('The diary of Nov 18, 7:00 AM to 8:00 AM: On is restored.');
});

it('shows what somebody else has entered, and keeps the rest', async () => {
  const person = makePerson();
  const offline = open([], { saveDiary: lost }, person);
  await button('Enter as asleep').click();
  await expect.poll(() => offline.inputsOf('saveDiary').length).toBeGreaterThan(0);
  const theirs = makeDiary('2026-11-18T11:00:00.000Z', ['off'], { author: 'Anna' });
  const server = open(theirs, {}, person);

  await see('Anna entered Off for Nov 18, 6:00 AM to 6:30 AM.');
  await button('Keep what is saved').click();
  await seeNot('Anna entered Off for Nov 18, 6:00 AM to 6:30 AM.');
  await expect.poll(() => server.inputsOf('saveDiary').at(-1)?.entries).toHaveLength(16);
});

it('shows a rejected press once, in the place of the message that it is entered', async () => {
  const stored = makeDiary('2026-11-18T17:00:00.000Z', ['on'], { author: 'Anna' });
  open([], { saveDiary: refuse('diaryChanged', { stored }) });
  const text = 'Anna entered On for Nov 18, 12:00 PM to 12:30 PM. Your “Off” was not saved.';
  await choose('Off');
  await see(text);
  await seeNot('Entered: Off');
  await choose('Off');
  await expect.poll(() => page.getByText(text).elements()).toHaveLength(1);
  await button('Keep what is saved').click();
  await seeNot(text);
  await seeNot('Entered: Off');
});

it('is not shown to those who do not keep it', async () => {
  openApp('/dashboard', { ...answersFor(makePerson(), [FORM]), ...answersForKind(diaryKind) });
  await see('Today');
  await seeNot(row);
  await page.getByRole('link', { name: 'Add your next visit' }).click();
  await page.getByRole('link', { name: 'Motor diary' }).click();
  await see(dialog());
});

describe('“Off now”', () => {
  const off = page.getByRole('region', { name: 'Off times' });
  const press = (verb: string) => off.getByRole('button', { name: new RegExp(verb) }).click();

  function openOverview(diary: DiaryHalfHour[] = [], other: Answers = {}) {
    const person = makePerson({ display: ['offButton'] });
    const answers = {
      ...answersFor(person, [FORM]),
      ...answersForKind(diaryKind, diary),
      ...other,
    };
    return { server: openApp('/dashboard', answers), person };
  }

  const slotsOf = (server: ReturnType<typeof openApp>) =>
    server
      .inputsOf('saveDiary')
      .map(({ entries }) => entries.map(({ slot, state }) => [slot, state]));

  it('is for those who turn it on', async () => {
    openApp('/dashboard', { ...answersFor(makePerson(), [FORM]), ...answersForKind(diaryKind) });
    await see('Today');
    await seeNot(off);
    await button('Aa, text and buttons').click();
    await page.getByText('Show the “Off now” button').click();
    await button('Close').click();
    await see(off);
  });

  it('enters the half-hour, and “On again” those up to now, each with Undo', async () => {
    const { server } = openOverview();
    await press('Off now');
    await see('Entered: Off, 12:00 PM to 12:30 PM.');
    await see('Off since 12:00 PM');
    await expect.poll(() => slotsOf(server)).toEqual([[['2026-11-18T17:00:00.000Z', 'off']]]);
    vi.setSystemTime('2026-11-18T18:40:00Z');
    document.dispatchEvent(new Event('visibilitychange'));
    await press('On again');
    await see('Entered: Off, 12:00 PM to 1:30 PM.');
    await see('Stiff, slow or shaking?');
    await expect
      .poll(() => slotsOf(server)[1])
      .toEqual([
        ['2026-11-18T17:30:00.000Z', 'off'],
        ['2026-11-18T18:00:00.000Z', 'off'],
      ]);
    await button('Undo').click();
    await see('Off since 12:00 PM');
  });

  it('ends a time within one half-hour without another entry', async () => {
    const { server } = openOverview();
    await press('Off now');
    await see('Off since 12:00 PM');
    await press('On again');
    await see('Stiff, slow or shaking?');
    await see('Entered: Off, 12:00 PM to 12:30 PM.');
    await expect.poll(() => slotsOf(server)).toHaveLength(1);
    await button('Undo').click();
    await see('Off since 12:00 PM');
  });

  it('opens the diary if the half-hour has another state', async () => {
    const { server } = openOverview(makeDiary('2026-11-18T17:00:00.000Z', ['on']));
    await press('Off now');
    await see(dialog());
    expect(slotsOf(server)).toEqual([]);
  });
});

it('goes on to the next half-hour while it is open', async () => {
  vi.setSystemTime('2026-11-18T17:31:00Z');
  open();
  await see('How are you moving now (12:30 PM to 1:00 PM)?');
});
