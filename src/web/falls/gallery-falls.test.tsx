import { page } from 'vitest/browser';
import { fall } from '../../contract/kinds/fall.ts';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersForKind, makeEntry } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';
import type { Fall } from './kind.ts';

/** Every state of falls. The time is noon in New York. */

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const PLANNED = { scheduledFor: '2026-11-18T13:00:00.000Z' };
const today = page.getByRole('region', { name: 'Today' });
const FALL = makeEntry(fall, {
  ...{ fallId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f81', fellAt: '2026-11-18T16:50:00.000Z' },
  ...{ reached: 'floor', hurt: true, enteredAt: '2026-11-18T16:52:00.000Z' },
});
const NOTED = makeEntry(fall, {
  ...{ fallId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f82', fellAt: '2026-11-18T14:20:00.000Z' },
  ...{ reached: 'nearly', notes: 'On the way to the kitchen, in the doorway.' },
  enteredAt: '2026-11-18T14:30:00.000Z',
});

function answers(falls: Fall[] = [], other: Answers = {}): Answers {
  return {
    ...answersFor(makePerson({ display: ['fallButton'] }), [FORM]),
    ...answersForDoses([makeLevodopa()], [makeDose('2026-11-18T13:05:00.000Z', PLANNED)]),
    ...answersForKind(fall, [...falls]),
    ...other,
  };
}

visitAll([
  {
    name: 'the offer of the button “I fell”',
    path: '/dashboard',
    answers: answers([], answersFor(makePerson(), [FORM])),
    reach: () => see('Show the button'),
  },
  {
    name: 'the button “I fell”',
    path: '/dashboard',
    answers: answers(),
    reach: () => see(button('I fell', true)),
  },
  {
    name: 'the question what happened',
    isThorough: true,
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await button('I fell', true).click();
      await see('What happened?');
    },
  },
  {
    name: 'a fall that was just saved',
    isThorough: true,
    path: '/dashboard',
    answers: () => answers(),
    reach: async () => {
      await button('I fell', true).click();
      await dialog().getByRole('button', { name: 'To the floor' }).click();
      await see('Hurt?');
    },
  },
  {
    name: 'a fall that hurt, and one that nearly happened',
    isThorough: true,
    path: '/dashboard',
    answers: answers([FALL, NOTED]),
    reach: () => see('If you are badly hurt'),
  },
  {
    name: 'a fall that is corrected',
    isThorough: true,
    path: '/dashboard',
    answers: answers([FALL]),
    reach: async () => {
      await today.getByRole('button', { name: 'Edit fall' }).click();
      await see('after levodopa');
    },
  },
  {
    name: 'a fall that was refused',
    path: '/dashboard',
    answers: answers([], { saveFall: refuse('tooManyEntries') }),
    reach: async () => {
      await button('I fell', true).click();
      await dialog().getByRole('button', { name: 'To the floor' }).click();
      await button('Done').click();
      await see(button('Send again'));
    },
  },
  {
    name: 'a fall that was changed somewhere else',
    path: '/dashboard',
    answers: answers([NOTED], { saveFall: refuse('fallChanged', { stored: FALL }) }),
    reach: async () => {
      await today.getByRole('button', { name: 'Edit fall' }).click();
      await dialog().getByRole('button', { name: 'To the floor' }).click();
      await button('Save', true).click();
      await see('This fall was changed somewhere else.');
    },
  },
  {
    name: 'a deleted fall',
    path: '/dashboard',
    answers: () => answers([NOTED]),
    reach: async () => {
      await today.getByRole('button', { name: 'Edit fall' }).click();
      await button('Delete this fall').click();
      await see(button('Undo', true));
    },
  },
]);
