import { page } from 'vitest/browser';
import type { CheckIn } from '../../contract/entities.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { NO_ANSWERS } from '../../domain/check-in.ts';
import { makeCheckIn } from '../testing/check-ins.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { checkInDrafts } from './kind.ts';

/** Every state of the daily check-in. The time is noon in New York. */

const TODAY = '2026-11-18';
const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const WHOLE = { medication: 'partly', exerciseMinutes: 45, sleepHours: 7.5, mood: 2 } as const;
const NOTES = 'Slept badly, then a long walk by the river with Anna. The evening was calm.';
const row = page.getByRole('region', { name: 'Today' }).getByRole('button', { name: 'Check-in' });

function answers(checkIns: CheckIn[] = [], other: Answers = {}, person = makePerson()): Answers {
  return {
    ...answersFor(person, [FORM]),
    ...answersForKind(checkIn, [...checkIns]),
    ...other,
  };
}

async function save(): Promise<void> {
  await row.click();
  await dialog().getByRole('button', { name: 'Good', exact: true }).click();
  await button('Save', true).click();
}

visitAll([
  {
    name: 'a check-in that is not begun',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await row.click();
      await see(dialog().getByText('not answered').first());
    },
  },
  {
    name: 'a check-in without an answer that is saved',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await row.click();
      await button('Save', true).click();
      await see('Please answer a question or write a note first.');
    },
  },
  {
    name: 'a saved check-in with all answers and a note',
    path: '/dashboard',
    answers: answers([makeCheckIn(TODAY, { ...WHOLE, notes: NOTES })]),
    reach: async () => {
      await row.click();
      await see(button('Delete this check-in'));
    },
  },
  {
    name: 'a check-in with the questions that the person added',
    path: '/dashboard',
    answers: answers(
      [makeCheckIn(TODAY, { ...WHOLE, bowels: true, naps: 20, dizzy: 'once' })],
      {},
      makePerson({ moreQuestions: 'bowels,naps,dizzy' }),
    ),
    reach: async () => {
      await row.click();
      await see(button('Clear, Dizziness'));
    },
  },
  {
    name: 'more questions of the check-in',
    path: '/dashboard?tab=settings&open=questions',
    answers: answersFor(makePerson({ moreQuestions: 'bowels,dizzy' })),
    reach: () => see(dialog().getByRole('switch', { name: 'Naps' })),
  },
  {
    name: 'a check-in that waits for the network',
    isThorough: true,
    path: '/dashboard',
    answers: answers([], { saveCheckIn: lost }),
    reach: async () => {
      await save();
      await see(page.getByText('Waiting'));
    },
  },
  {
    name: 'a check-in of a day that has other answers',
    path: '/dashboard',
    answers: answers([], {
      saveCheckIn: refuse('checkInChanged', {
        stored: makeCheckIn(TODAY, { ...WHOLE, notes: NOTES, author: 'Anna' }),
      }),
    }),
    reach: async () => {
      await save();
      await see('Anna has already answered for this day.');
    },
  },
  {
    name: 'a check-in of yesterday that is not saved',
    path: '/dashboard',
    answers: () => {
      const person = makePerson();
      const draft = { answers: { ...NO_ANSWERS, mood: 4 } };
      checkInDrafts.keep(person.session.id, '2026-11-17', draft);
      return answers([], {}, person);
    },
    reach: () => see(page.getByText('Yesterday. How was your day?')),
  },
  {
    name: 'a check-in that was refused',
    path: '/dashboard',
    answers: answers([], { saveCheckIn: refuse('dayInFuture') }),
    reach: async () => {
      await save();
      await see(button('Send again'));
    },
  },
  {
    name: 'a check-in that is not saved now',
    path: '/dashboard',
    answers: answers([], { saveCheckIn: refuse('tooManySaved') }),
    reach: async () => {
      await save();
      await see('At most 500 entries can be saved in a day.');
    },
  },
  {
    name: 'a deleted check-in',
    path: '/dashboard',
    // A function, because the pictures reach this state several times, and each time the check-in is there again.
    answers: () => answers([makeCheckIn(TODAY, WHOLE)]),
    reach: async () => {
      await row.click();
      await button('Delete this check-in').click();
      await see(button('Undo', true));
    },
  },
]);
