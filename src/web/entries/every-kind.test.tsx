import { describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { CallName } from '../../contract/calls.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import type { KindName } from '../../domain/unsent.ts';
import { KINDS } from '../kinds.ts';
import { openApp } from '../testing/app.tsx';
import { makeCheckIn } from '../testing/check-ins.ts';
import { makeDiary } from '../testing/diary.ts';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson, NOW } from '../testing/person.ts';
import { button, dialog, fill, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';

/** What every kind does whose entries wait on the device. The tests run at noon in New York. */

/** One kind, as a person meets it. */
interface Sample {
  readonly kind: KindName;
  readonly save: CallName;
  /** The answers of a server without an entry of the kind, or with one. */
  readonly answers: (isSaved: boolean) => Answers;
  /** Enters one from the overview. */
  readonly enter: () => Promise<void>;
  /** Where the overview shows the kind. */
  readonly place: Locator;
  /** What the place says of the one that is saved. */
  readonly saved: string;
  /** What says that the entry was refused. */
  readonly refused: string;
  /** Opens and closes the dialog that says it, if the place does not. */
  readonly openRefused?: () => Promise<void>;
  readonly close?: () => Promise<void>;
  /** Deletes the saved one. */
  readonly remove: () => Promise<void>;
  /** Opens the list in which it is after that. */
  readonly openList: () => Promise<void>;
  /** Its name: 'The check-in of … was deleted.' */
  readonly name: string;
}

const today = page.getByRole('region', { name: 'Today' });
const diary = page.getByRole('region', { name: 'Motor diary' });

async function openDeleted(): Promise<void> {
  const past = page.getByRole('tab', { name: 'Past Forms' });
  if (past.elements().length > 0) await past.click();
  await page.getByText('Deleted in the last 30 days').click();
}

const SAMPLES: readonly Sample[] = [
  {
    kind: 'doses',
    save: 'logDose',
    answers: (isSaved) =>
      answersForDoses([makeLevodopa()], isSaved ? [makeDose(NOW, { scheduledFor: NOW })] : []),
    enter: () => button('Took it').click(),
    place: page.getByRole('region', { name: 'Medication' }),
    saved: 'Logged 12:00 PM',
    refused: 'Levodopa/carbidopa, 12:00 PM, could not be saved.',
    async remove() {
      await today.getByRole('button', { name: 'Edit dose' }).click();
      await button('Delete this dose').click();
    },
    openList: openDeleted,
    name: 'dose at 12:00 PM (Levodopa/carbidopa 100 mg, 1 tablet)',
  },
  {
    kind: 'checkIns',
    save: 'saveCheckIn',
    answers: (isSaved) =>
      answersForKind(checkIn, isSaved ? [makeCheckIn('2026-11-18', { mood: 4 })] : []),
    async enter() {
      await today.getByRole('button', { name: 'Check-in' }).click();
      await dialog().getByRole('button', { name: 'Good', exact: true }).click();
      await button('Save', true).click();
    },
    place: today,
    saved: 'Mood 4 of 5, good',
    refused: 'The check-in could not be saved.',
    async remove() {
      await today.getByRole('button', { name: 'Check-in' }).click();
      await button('Delete this check-in').click();
    },
    openList: openDeleted,
    name: 'check-in of Nov 18, 2026',
  },
  {
    kind: 'diary',
    save: 'saveDiary',
    // An entry of the morning, so that the overview has the row that opens the diary.
    answers: (isSaved) =>
      answersForKind(diaryKind, [
        ...makeDiary('2026-11-18T13:00:00.000Z', ['off']),
        ...(isSaved ? makeDiary(NOW, ['off']) : []),
      ]),
    async enter() {
      await diary.getByRole('button').click();
      await dialog().getByRole('button', { name: /^Off/ }).click();
      await button('Close').click();
    },
    place: diary,
    saved: '2 of 48 half-hours today',
    refused: '“Off” for Nov 18, 2026, 12:00 PM to 12:30 PM was not saved.',
    openRefused: () => diary.getByRole('button').click(),
    close: () => button('Close').click(),
    async remove() {
      await diary.getByRole('button').click();
      await page.getByText('See or correct what was entered').click();
      await button('Delete Wednesday, 12:00 PM to 12:30 PM: Off').click();
    },
    openList: openDeleted,
    name: 'diary of Nov 18, 2026, 12:00 PM to 12:30 PM: Off',
  },
  {
    kind: 'visits',
    save: 'saveVisit',
    answers: (isSaved) => answersForVisits(isSaved ? [makeVisit()] : []),
    async enter() {
      await page.getByRole('link', { name: 'Add your next visit' }).click();
      await fill('Day of the visit', '2026-12-03');
      await button('Save').click();
      await button('Close').click();
    },
    place: page.getByRole('region', { name: 'Next visit' }),
    saved: 'Next visit: Thu, Dec 3',
    refused: 'The visit could not be saved.',
    async remove() {
      await page.getByRole('link', { name: 'Next visit' }).click();
      await button('Delete this visit').click();
    },
    async openList() {
      await page.getByRole('link', { name: 'Add your next visit' }).click();
      await page.getByText('Earlier and deleted visits').click();
    },
    name: 'visit on Thu, Dec 3',
  },
];

function open(sample: Sample, isSaved: boolean, other: Answers = {}, person = makePerson()) {
  // Marks the practice of the diary as seen. Otherwise it would be shown before the first entry.
  localStorage.setItem(`diaryPractised ${person.profile.userId}`, '1');
  const answers = answersFor(person, [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 })]);
  return openApp('/dashboard', { ...answers, ...sample.answers(isSaved), ...other });
}

it('has a sample of each kind', () => {
  expect(SAMPLES.map(({ kind }) => kind)).toEqual(KINDS.map(({ name }) => name));
});

describe.each(SAMPLES)('$kind', (sample) => {
  const { save, enter, place, saved, refused, openRefused, close, remove, openList, name } = sample;

  it('wait on the device without a network, and are sent once the app is opened again', async () => {
    const person = makePerson();
    const offline = open(sample, false, { [save]: lost }, person);
    await enter();
    await see(place.getByText('Waiting'));
    await expect.poll(() => offline.inputsOf(save).length).toBeGreaterThan(0);
    const server = open(sample, false, {}, person);
    await see(place.getByText(saved).first());
    await seeNot(place.getByText('Waiting'));
    const [first] = offline.inputsOf(save);
    await expect.poll(() => server.inputsOf(save)).toEqual([first]);
  });

  it('do not wait if the server refuses them, and are sent again on request', async () => {
    const server = open(sample, false, { [save]: refuse('tooManyEntries') });
    await enter();
    await openRefused?.();
    await see(page.getByText(refused));
    await seeNot(place.getByText('Waiting'));
    server.answer(sample.answers(false));
    await button('Send again').click();
    await seeNot(page.getByText(refused));
    await close?.();
    await see(place.getByText(saved).first());
    await seeNot(place.getByText('Waiting'));
  });

  it('are gone if a refused one is deleted', async () => {
    const person = makePerson();
    open(sample, false, { [save]: refuse('tooManyEntries') }, person);
    await enter();
    await openRefused?.();
    await see(page.getByText(refused));
    await button('Delete', true).click();
    await seeNot(page.getByText(refused));
    const server = open(sample, false, {}, person);
    await see(place);
    await seeNot(page.getByText(refused));
    expect(server.inputsOf(save)).toEqual([]);
  });

  it('are deleted with Undo in place, and restored from the list', async () => {
    open(sample, true);
    await remove();
    await see('was deleted.');
    await button('Undo', true).click();
    // The dialog of the diary only takes its message away.
    await seeNot('was deleted.');
    if (!close) await see(`The ${name} is restored.`);
    await close?.();
    await see(place.getByText(saved).first());
    await remove();
    await see('was deleted.');
    await close?.();
    await openList();
    await button(`Restore the ${name}`).click();
    await see(page.getByText(`The ${name} is restored.`).last());
  });
});
