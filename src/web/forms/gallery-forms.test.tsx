import { page } from 'vitest/browser';
import { visitAll } from '../testing/gallery.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { rate } from '../testing/rating.ts';
import { alert, button, dialog, field, see, summary } from '../testing/screen.ts';
import { type Answers, lost, refuse, silence } from '../testing/server.ts';
import { setDisplay } from '../ui/display.ts';

/** Every state of the open form, and of the notices about forms on the overview. */

const FORM = makeForm(
  1,
  '2026-11-18T13:10:00Z',
  { Tremor: 4, Stiffness: 2, Balance: 1 },
  { notes: 'Tired' },
);
const LATE = makeForm(
  1,
  '2026-11-16T13:10:00Z',
  { Tremor: 4 },
  { enteredAt: '2026-11-18T17:00:00Z' },
);
const LONG = ['M'.repeat(100), 'Difficulty getting out of a low chair', 'Balance', 'Sleep', 'Pain'];

/** Each state has its own person, because drafts stay in the browser. */
function someone(answers: Answers = {}, symptoms?: readonly string[]): Answers {
  return { ...answersFor(makePerson(symptoms ? { symptoms } : {}), [FORM]), ...answers };
}

async function open(name: string): Promise<void> {
  await button(name).click();
  await see(dialog());
}

async function enter(): Promise<void> {
  await open('Track Symptoms');
  await see(button('Submit'));
  const stop = page
    .getByRole('slider')
    .first()
    .element()
    .parentElement?.querySelectorAll('button')[3];
  if (!stop) throw new Error('There is no fourth stop');
  await page.elementLocator(stop).click();
  await button('Add a note for Tremor').click();
  await field('Notes for Tremor').fill('Before coffee');
}

/** Fills in the form and leaves out what is not rated. */
async function submit(): Promise<void> {
  await enter();
  await button('Submit').click();
  await button('Leave them out').click();
}

visitAll([
  {
    name: 'a form without symptoms',
    path: '/dashboard',
    answers: someone({}, []),
    reach: async () => {
      await open('Track Symptoms');
      await see('No symptoms have been added to your profile yet.');
    },
  },
  {
    name: 'a form while its symptoms are on their way',
    path: '/dashboard',
    answers: someone({ getUserProfile: silence }),
    reach: async () => {
      await open('Track Symptoms');
      await see('Loading your symptoms...');
    },
  },
  {
    name: 'a form with five long names, a note, and its time open',
    isThorough: true,
    path: '/dashboard',
    answers: someone({}, LONG),
    reach: async () => {
      await open('Track Symptoms');
      await button('Add a note for Sleep').click();
      await see(field('Notes for Sleep'));
      await button('Change the time').click();
      await see(page.getByRole('group', { name: 'When?' }));
    },
  },
  {
    name: 'a form for a time that has not passed',
    path: '/dashboard',
    answers: someone(),
    reach: async () => {
      await open('Track Symptoms');
      await button('Change the time').click();
      await field('Time (EST)').fill('23:30');
      await button('Submit').click();
      await see(summary());
    },
  },
  {
    name: 'a form with a rating and a note',
    path: '/dashboard',
    answers: someone(),
    reach: enter,
  },
  {
    name: 'the question about symptoms that are not rated',
    isThorough: true,
    path: '/dashboard',
    answers: someone(),
    reach: async () => {
      await enter();
      await button('Submit').click();
      await see('Stiffness and Balance are not rated.');
    },
  },
  {
    name: 'the question about five long names, with a note',
    path: '/dashboard',
    answers: someone({}, LONG),
    reach: async () => {
      await open('Track Symptoms');
      await button('Add a note for Sleep').click();
      await field('Notes for Sleep').fill('Woke at four');
      await button('Submit').click();
      await see(button('Delete the note'));
    },
  },
  {
    name: 'the question after a note was deleted',
    path: '/dashboard',
    answers: someone(),
    reach: async () => {
      await open('Track Symptoms');
      await button('Add a note for Balance').click();
      await field('Notes for Balance').fill('Fell');
      await button('Submit').click();
      await button('Delete the note').click();
      await see('Your note for Balance was deleted.');
    },
  },
  {
    name: 'a form that offers large controls',
    path: '/dashboard',
    answers: someone(),
    reach: async () => {
      await open('Track Symptoms');
      for (const severity of [2, 5, 4]) await rate('Tremor', severity);
      await see(button('Use large controls'));
    },
  },
  {
    name: 'a form with large controls',
    path: '/dashboard',
    answers: someone({}, LONG),
    reach: async () => {
      setDisplay(['largeControls']);
      await open('Track Symptoms');
      await button('Next').click();
      await see('Symptom 2 of 5');
    },
  },
  {
    name: 'the question about symptoms that are not rated, with large controls',
    path: '/dashboard',
    answers: someone({}, ['Tremor', 'Difficulty getting out of a low chair']),
    reach: async () => {
      setDisplay(['largeControls']);
      await open('Track Symptoms');
      await button('Next').click();
      await button('Submit').click();
      await see(button('Rate Tremor'));
    },
  },
  {
    name: 'a form that was refused',
    path: '/dashboard',
    answers: someone({ saveSymptomForm: refuse('internal') }),
    reach: async () => {
      await submit();
      await see('Failed to save symptom data. Please try again.');
    },
  },
  {
    name: 'a form that waits for the network',
    path: '/dashboard',
    answers: someone({ saveSymptomForm: lost }),
    reach: async () => {
      await submit();
      await see('Saved on this device.');
      await see(page.getByText('As of').first());
    },
  },
  {
    name: 'a waiting form that is opened again',
    path: '/dashboard',
    answers: someone({ saveSymptomForm: lost }),
    reach: async () => {
      await submit();
      await button('Open your form').click();
      await see('This form waits on this device.');
    },
  },
  {
    name: 'a form whose session has ended',
    path: '/dashboard',
    answers: someone({ saveSymptomForm: refuse('signedOut') }),
    reach: async () => {
      await submit();
      await see(alert());
    },
  },
  {
    name: 'a form that was closed',
    path: '/dashboard',
    answers: someone(),
    reach: async () => {
      await enter();
      await button('Close').click();
      await see('You closed a form without submitting it.');
    },
  },
  {
    name: 'a form to correct',
    path: '/dashboard',
    answers: someone(),
    reach: async () => {
      await open('Edit Form #1');
      await see('Edit Symptom Form');
    },
  },
  {
    name: 'a correction of a form that was changed somewhere else',
    path: '/dashboard',
    answers: someone({ updateSymptoms: refuse('formChanged') }),
    reach: async () => {
      await open('Edit Form #1');
      await page.getByRole('slider').first().element().nextElementSibling?.scrollIntoView();
      const [stop] =
        page.getByRole('slider').first().element().parentElement?.querySelectorAll('button') ?? [];
      if (stop) await page.elementLocator(stop).click();
      await button('Submit').click();
      await see(button('Reload'));
    },
  },
  {
    name: 'a form of another time in the history',
    path: '/dashboard',
    answers: { ...answersFor(makePerson(), [LATE]) },
    reach: () => see('Entered on Nov 18'),
  },
]);
