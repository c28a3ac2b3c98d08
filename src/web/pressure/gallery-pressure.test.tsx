import { page } from 'vitest/browser';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersForKind, makeEntry } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';

/** Every state of blood pressure. The time is noon in New York. */

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const today = page.getByRole('region', { name: 'Today' });
const offer = today.getByText('Before your visit');
const MORNING = (
  [
    ['lying', 131, 80, 64],
    ['standing1', 107, 72, 78],
    ['standing3', 113, 74, null],
  ] as const
).map(([position, systolic, diastolic, pulse], index) =>
  makeEntry(bloodPressure, {
    readingId: `0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f9${index}`,
    measuredAt: '2026-11-18T12:10:00.000Z',
    ...{ position, systolic, diastolic, pulse },
  }),
);

function answers(isMeasured: boolean, other: Answers = {}): Answers {
  return {
    ...answersFor(makePerson(), [FORM]),
    ...answersForVisits([makeVisit({ day: '2026-11-20', bloodPressure: true })]),
    ...answersForKind(bloodPressure, isMeasured ? [...MORNING] : []),
    ...other,
  };
}

visitAll([
  {
    name: 'blood pressure, offered before a visit',
    path: '/dashboard',
    answers: answers(false),
    reach: () => see(offer),
  },
  {
    name: 'a sitting of blood pressure, nothing entered',
    isThorough: true,
    path: '/dashboard',
    answers: answers(true),
    reach: async () => {
      await offer.click();
      await see('Lie down for five minutes.');
    },
  },
  {
    name: 'a sitting of blood pressure, standing',
    isThorough: true,
    path: '/dashboard',
    answers: answers(false),
    reach: async () => {
      await offer.click();
      await dialog().getByRole('button', { name: 'Upper number, lying, 10 more' }).click();
      await dialog().getByRole('button', { name: 'Lower number, lying, 1 less' }).click();
      await button('Next: standing, 1 minute').click();
      await see('If you feel faint');
    },
  },
  {
    name: 'a sitting of blood pressure, half a reading',
    path: '/dashboard',
    answers: answers(false),
    reach: async () => {
      await offer.click();
      await dialog().getByRole('button', { name: 'Upper number, lying, 10 more' }).click();
      await button('Save', true).click();
      await see('please enter the upper and the lower number');
    },
  },
  {
    name: 'a sitting of blood pressure in Today',
    isThorough: true,
    path: '/dashboard',
    answers: answers(true),
    reach: () => see(/−24\/−8/),
  },
  {
    name: 'a sitting of blood pressure that is corrected',
    path: '/dashboard',
    answers: answers(true),
    reach: async () => {
      await today.getByRole('button', { name: 'Edit blood pressure' }).click();
      await see('Delete this blood pressure');
    },
  },
  {
    name: 'a sitting of blood pressure that was refused',
    path: '/dashboard',
    answers: answers(false, { saveBloodPressure: refuse('tooManyEntries') }),
    reach: async () => {
      await offer.click();
      await dialog().getByRole('button', { name: 'Upper number, lying, 10 more' }).click();
      await dialog().getByRole('button', { name: 'Lower number, lying, 1 less' }).click();
      await button('Save', true).click();
      await see(button('Send again'));
    },
  },
  {
    name: 'a sitting of blood pressure that was changed somewhere else',
    path: '/dashboard',
    answers: answers(true, {
      saveBloodPressure: refuse('bloodPressureChanged', {
        stored: MORNING.slice(0, 1).map((each) => ({ ...each, systolic: 128, version: 2 })),
      }),
    }),
    reach: async () => {
      await today.getByRole('button', { name: 'Edit blood pressure' }).click();
      await dialog().getByRole('button', { name: 'Upper number, lying, 1 less' }).click();
      await button('Save', true).click();
      await see('This reading was changed somewhere else.');
    },
  },
]);
