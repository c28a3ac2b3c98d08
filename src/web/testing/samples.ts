import { type Locator, page } from 'vitest/browser';
import type { CallName } from '../../contract/calls.ts';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import { fall } from '../../contract/kinds/fall.ts';
import { tabletCount } from '../../contract/kinds/tablet-count.ts';
import type { KindName } from '../../domain/unsent.ts';
import { navigate } from '../platform/navigation.tsx';
import { makeCheckIn } from './check-ins.ts';
import { makeDiary } from './diary.ts';
import { answersForDoses, makeDose, makeLevodopa } from './doses.ts';
import { answersForKind, makeEntry } from './kinds.ts';
import { NOW } from './person.ts';
import { button, dialog, fill } from './screen.ts';
import type { Answers } from './server.ts';
import { answersForVisits, makeVisit } from './visits.ts';

/** One kind, as a person meets it. */
export interface Sample {
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

const FALL = { fallId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f80', reached: 'nearly' } as const;
const READING = {
  readingId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f90',
  position: 'lying',
  systolic: 121,
  diastolic: 79,
} as const;
const today = page.getByRole('region', { name: 'Today' });
const diary = today.getByRole('button', { name: 'Diary' });

const COUNT = {
  countId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f81',
  medicationId: makeLevodopa().medicationId,
  countedAt: NOW,
  amount: 40,
  how: 'counted',
} as const;

/** Goes back to the overview from a page that replaces it. */
async function leaveOpened(): Promise<void> {
  const back = page.getByRole('link', { name: 'Overview' });
  if (back.elements().length > 0) await back.click();
}

async function openDeleted(): Promise<void> {
  const past = page.getByRole('tab', { name: 'Past Forms' });
  if (past.elements().length > 0) await past.click();
  await page.getByText('Deleted in the last 30 days').click();
}

/** The tests run at noon in New York. */
export const SAMPLES: Readonly<Record<Exclude<KindName, 'forms'>, Sample>> = {
  doses: {
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
  checkIns: {
    save: 'saveCheckIn',
    answers: (isSaved) =>
      answersForKind(checkIn, isSaved ? [makeCheckIn('2026-11-18', { mood: 4 })] : []),
    async enter() {
      await today.getByRole('button', { name: 'Check-in' }).click();
      await dialog().getByRole('button', { name: 'Good', exact: true }).click();
      await button('Save', true).click();
    },
    place: today,
    saved: 'Good',
    refused: 'The check-in could not be saved.',
    async remove() {
      await today.getByRole('button', { name: 'Check-in' }).click();
      await button('Delete this check-in').click();
    },
    openList: openDeleted,
    name: 'check-in of Nov 18',
  },
  diary: {
    save: 'saveDiary',
    // An entry of the morning, so that the overview has the row that opens the diary.
    answers: (isSaved) =>
      answersForKind(diaryKind, [
        ...makeDiary('2026-11-18T13:00:00.000Z', ['off']),
        ...(isSaved ? makeDiary(NOW, ['off']) : []),
      ]),
    async enter() {
      await diary.click();
      await dialog().getByRole('button', { name: /^Off/ }).click();
      await button('Close').click();
    },
    place: diary,
    saved: '2 of 48 half-hours',
    refused: '“Off” for Nov 18, 12:00 PM to 12:30 PM was not saved.',
    openRefused: () => diary.click(),
    close: () => button('Close').click(),
    async remove() {
      await diary.click();
      await page.getByText('See or correct what was entered').click();
      await button('Delete Wednesday, 12:00 PM to 12:30 PM: Off').click();
    },
    openList: openDeleted,
    name: 'diary of Nov 18, 12:00 PM to 12:30 PM: Off',
  },
  falls: {
    save: 'saveFall',
    answers: (isSaved) =>
      answersForKind(fall, isSaved ? [makeEntry(fall, { ...FALL, fellAt: NOW })] : []),
    async enter() {
      await button('I fell').click();
      await dialog().getByRole('button', { name: 'Nearly' }).click();
      await button('Done').click();
    },
    place: today,
    saved: 'Nearly fell',
    refused: 'The near fall could not be saved.',
    async remove() {
      await today.getByRole('button', { name: 'Edit fall' }).click();
      await button('Delete this fall').click();
    },
    openList: openDeleted,
    name: 'near fall at 12:00 PM',
  },
  tabletCounts: {
    save: 'countTablets',
    answers: (isSaved) => ({
      ...answersForDoses([makeLevodopa()]),
      ...answersForKind(tabletCount, isSaved ? [makeEntry(tabletCount, COUNT)] : []),
    }),
    async enter() {
      navigate('/dashboard?tablets');
      await button('Count Levodopa/carbidopa 100 mg').click();
      await fill('How many', '40');
      await button('Save').click();
      await leaveOpened();
    },
    place: today,
    saved: 'Counted 40 tablets',
    refused: 'The count of tablets could not be saved.',
    close: leaveOpened,
    async remove() {
      await today.getByRole('button', { name: 'Counted 40 tablets' }).click();
      await page.getByText('Counts').click();
      await button(/^Delete Counted 40 tablets/).click();
    },
    openList: openDeleted,
    name: 'count of Nov 18, 12:00 PM',
  },
  bloodPressure: {
    save: 'saveBloodPressure',
    answers: (isSaved) => ({
      ...answersForKind(
        bloodPressure,
        isSaved ? [makeEntry(bloodPressure, { ...READING, measuredAt: NOW })] : [],
      ),
      ...answersForVisits([makeVisit({ day: '2026-11-20', bloodPressure: true })]),
    }),
    async enter() {
      await today.getByText('Before your visit').click();
      await button('Upper number, lying, 1 more').click();
      await button('Lower number, lying, 1 less').click();
      await button('Save', true).click();
    },
    place: today,
    saved: 'Lying: 121/79',
    refused: 'The blood pressure could not be saved.',
    async remove() {
      await today.getByRole('button', { name: 'Edit blood pressure' }).click();
      await button('Delete this blood pressure').click();
    },
    openList: openDeleted,
    name: 'blood pressure at 12:00 PM',
  },
  visits: {
    save: 'saveVisit',
    answers: (isSaved) => answersForVisits(isSaved ? [makeVisit()] : []),
    async enter() {
      await page.getByRole('link', { name: 'Add your next visit' }).click();
      await fill('Day of the visit', '2026-12-03');
      await button('Save').click();
    },
    place: page.getByRole('region', { name: 'For your doctor' }),
    saved: 'Next visit: Thu, Dec 3',
    refused: 'The visit could not be saved.',
    async remove() {
      await page.getByRole('link', { name: 'Next visit' }).click();
      await button('Delete this visit').click();
    },
    async openList() {
      await page.getByRole('link', { name: 'Add your next visit' }).click();
      await button('Earlier and deleted visits').click();
    },
    name: 'visit on Thu, Dec 3',
  },
};
