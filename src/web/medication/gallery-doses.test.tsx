import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { visitAll } from '../testing/gallery.ts';
import { answersFor, makeForm, makeForms, makePerson } from '../testing/person.ts';
import { rate } from '../testing/rating.ts';
import { button, dialog, field, see, summary } from '../testing/screen.ts';
import { lost, refuse } from '../testing/server.ts';

/** Every state of the overview's medication. The time is noon in New York. */

const NOON = '2026-11-18T17:00:00.000Z';
const LONG = 'Levodopa with carbidopa and entacapone, in the strength for the morning';
const REGIMEN = [
  makeLevodopa(),
  makeLevodopa({ medicationId: 'long', name: LONG, strength: 37.5 }),
  makeLevodopa({
    medicationId: 'needed',
    name: 'Apomorphine',
    times: [],
    asNeeded: true,
    isLevodopa: false,
  }),
  makeLevodopa({ medicationId: 'fourth', name: 'Rasagiline', isLevodopa: false }),
].map((medication, index) => ({
  ...medication,
  medicationId: `0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f6${index}`,
}));
const [FIRST] = REGIMEN;
const medicationId = FIRST?.medicationId ?? '';
const DAYS = ['10', '11', '12', '13', '14', '15', '16', '17'];
const FORMS = DAYS.flatMap((day, index) => [
  makeForm(2 * index + 2, `2026-11-${day}T18:00:00Z`, { Tremor: 4, Stiffness: 2 }),
  makeForm(2 * index + 1, `2026-11-${day}T13:30:00Z`, { Tremor: 1 + (index % 3), Stiffness: 3 }),
]).reverse();
const MORNINGS = DAYS.flatMap((day) =>
  REGIMEN.slice(0, 2).flatMap(({ medicationId, name, strength }) =>
    ['13', '17', '23'].map((hour) => {
      const at = `2026-11-${day}T${hour}:00:00.000Z`;
      return makeDose(at, { medicationId, name, strength, scheduledFor: at });
    }),
  ),
);

function answers(doses = MORNINGS) {
  return { ...answersFor(makePerson(), FORMS), ...answersForDoses(REGIMEN, [...doses]) };
}

/** A pill at 8:00 AM, shown ten minutes after midnight. */
function atNight(doses: Parameters<typeof answersForDoses>[1] = []) {
  vi.setSystemTime('2026-11-18T05:10:00Z');
  const once = { ...makeLevodopa({ times: [{ time: '08:00', amount: 1 }] }), medicationId };
  return { ...answersFor(makePerson(), FORMS), ...answersForDoses([once], doses) };
}
const YESTERDAYS = ['2026-11-17T13:05:00.000Z', '2026-11-17T13:20:00.000Z'].map((at) =>
  makeDose(at, { medicationId, scheduledFor: '2026-11-17T13:00:00.000Z' }),
);

const twice = ['2026-11-18T16:50:00.000Z', NOON].map((at) =>
  makeDose(at, { medicationId, scheduledFor: NOON }),
);

visitAll([
  {
    name: 'medication to log, three pills of one time',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await see(button('Took all 3'));
    },
  },
  {
    name: 'pills to log at another time',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await button('Another time, or skipped…').first().click();
      await see(dialog().getByText('Which medication?'));
    },
  },
  {
    name: 'a pill to log at another time',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await button('Another time, or skipped…').first().click();
      await dialog().getByRole('button', { name: LONG }).click();
      await see(button('Skipped this dose'));
    },
  },
  {
    name: 'a pill to log at any time and in any amount',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await button('Another time, or skipped…').first().click();
      await dialog().getByRole('button', { name: LONG }).click();
      await button('Another time or amount').click();
      await button('Change').click();
      await field('Amount').fill('two');
      await button('Save').click();
      await see(summary());
    },
  },
  {
    name: 'three pills that one press has logged',
    path: '/dashboard',
    answers: answers(),
    reach: async (server) => {
      await button('Took all 3').click();
      await see(button('Undo, 12:00 PM'));
      // What is not sent yet would wait on the device for the next state.
      await expect.poll(() => server.inputsOf('logDose')).toHaveLength(3);
    },
  },
  {
    name: 'three pills that Undo removed',
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      await button('Took all 3').click();
      await button('Undo, 12:00 PM').click();
      await see(page.getByText('were deleted.').first());
    },
  },
  {
    name: 'a dose that was logged twice',
    path: '/dashboard',
    answers: answers(twice),
    reach: () => see(button('Keep both')),
  },
  {
    name: 'a dose that Undo removed',
    path: '/dashboard',
    answers: answers([makeDose(NOON, { medicationId, scheduledFor: NOON })]),
    reach: async () => {
      await button('Undo').click();
      await see(page.getByText('was deleted.').first());
    },
  },
  {
    name: 'a dose of yesterday after midnight, to edit',
    path: '/dashboard',
    answers: () => atNight(YESTERDAYS.slice(0, 1)),
    reach: () => see(page.getByText('Logged yesterday, 8:05 AM', { exact: true })),
  },
  {
    name: 'a dose of yesterday that was logged twice',
    path: '/dashboard',
    answers: () => atNight(YESTERDAYS),
    reach: () => see(button('Keep both')),
  },
  {
    name: 'no planned dose at night, and the buttons for another one',
    path: '/dashboard',
    answers: () => atNight(),
    reach: async () => {
      await button('Log a dose…').click();
      await see(button('Yesterday, 11:55 PM'));
    },
  },
  {
    name: 'a dose without a form word',
    path: '/dashboard',
    answers: { ...answers(), ...answersForDoses(REGIMEN.map((each) => ({ ...each, form: '' }))) },
    reach: () => see(page.getByText('1½ × 100 mg', { exact: true }).first()),
  },
  {
    name: 'a dose that waits for the network',
    isThorough: true,
    path: '/dashboard',
    answers: { ...answers(), logDose: lost },
    reach: async () => {
      await button('Took it').first().click();
      await see(page.getByText('Waiting').first());
    },
  },
  {
    name: 'entries that wait, charts as of a time, and a period that is not on the device',
    path: '/dashboard',
    answers: {
      // The history's first page does not cover the period.
      ...{ ...answers(), getUserForms: answersFor(makePerson(), makeForms(30)).getUserForms },
      ...{ logDose: lost, saveSymptomForm: lost },
    },
    reach: async (server) => {
      await see(page.getByRole('img').first());
      server.answer({ getUserForms: lost, getSession: lost });
      await button('Track Symptoms').click();
      await rate('Tremor', 4);
      await button('Change the time').click();
      await field('Day', true).fill('2026-11-17');
      await button('Submit').click();
      await button('Leave them out').click();
      await button('Track Symptoms').click();
      await rate('Tremor', 2);
      await button('Add a note for Tremor').click();
      await field('Notes for Tremor').fill('After a long walk');
      await button('Submit').click();
      await button('Leave them out').click();
      await button('Took it').first().click();
      // A period that the page does not fetch by itself.
      await page.getByLabelText('Timeframe').first().selectOptions('Custom');
      await field('Start Date', true).fill('2026-08-10');
      await see(page.getByText('This period is not stored on this device.'));
      await see('2 forms and 1 dose wait.');
    },
  },
  {
    name: 'a dose that was refused',
    path: '/dashboard',
    answers: { ...answers(), logDose: refuse('tooManyEntries') },
    reach: async () => {
      await button('Took it').first().click();
      await see(button('Send again').first());
    },
  },
  {
    name: 'a dose to correct, with a fault',
    path: '/dashboard',
    answers: answers([makeDose(NOON, { medicationId, name: LONG, scheduledFor: NOON })]),
    reach: async () => {
      await button('Edit dose').click();
      await field('Amount').fill('half');
      await dialog().getByRole('button', { name: 'Save' }).click();
      await see(summary());
    },
  },
  {
    name: 'the severity after a dose, with its numbers',
    isThorough: true,
    path: '/dashboard',
    answers: answers(),
    reach: async () => {
      const card = page.getByRole('region', { name: 'After a dose' });
      await card.getByText('Show the chart').click();
      await card.getByText('3 symptoms').click();
      await card.getByText('Show the numbers').click();
      await see(card.getByRole('table').first());
    },
  },
  {
    name: 'the severity after a dose that could not be loaded',
    path: '/dashboard',
    answers: { ...answers(), getDoses: refuse('internal') },
    reach: () => see(page.getByRole('region', { name: 'After a dose' }).getByRole('alert')),
  },
]);
