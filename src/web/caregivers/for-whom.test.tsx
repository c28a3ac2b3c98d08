import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { openApp } from '../testing/app.tsx';
import { answersForBoth, makePair, showTracker } from '../testing/caregivers.ts';
import { answersForKind } from '../testing/kinds.ts';
import { rate } from '../testing/rating.ts';
import { button, dialog, hold, openDisplay, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { setDisplay } from '../ui/display.ts';

/** A caregiver with a tracker of their own sees whose entry each dialog and card saves. */

const today = page.getByRole('region', { name: 'Today' });
const forGrace = page.getByText('For Grace Hopper', { exact: true });

let pair: ReturnType<typeof makePair>;

beforeEach(() => {
  // Each test has its own caregiver, because the drafts of earlier tests stay in the browser.
  pair = makePair({}, { display: ['offButton'] }, ['Tremor', 'Stiffness', 'Balance']);
});

afterEach(() => {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('tracker ')) localStorage.removeItem(key);
  }
});

/** Opens the page, which shows the caregiver's own tracker first. */
function open(answers: Answers = {}) {
  return openApp('/dashboard', { ...answersForBoth(pair), ...answers });
}

interface Opened {
  readonly title: string;
  readonly open: () => Promise<unknown>;
}

const DIALOGS: readonly Opened[] = [
  { title: 'Track Your Symptoms', open: () => button(/^Track symptoms/i).click() },
  {
    title: 'Edit Symptom Form',
    open: () => today.getByRole('button', { name: 'Open Form #2' }).click(),
  },
  { title: 'Edit dose', open: () => today.getByRole('button', { name: 'Edit dose' }).click() },
  {
    title: 'Daily Health Check-in',
    open: () => today.getByRole('button', { name: 'Check-in' }).click(),
  },
  {
    title: 'Motor diary',
    open: () => today.getByRole('button', { name: 'Diary' }).click(),
  },
];

it.each(DIALOGS)('$title says for whom it saves', async ({ title, open: openIt }) => {
  open();
  await openIt();
  await see(page.getByRole('dialog', { name: title, exact: true }));
  await seeNot(dialog().getByText(/^For /));
  await button('Close', true).click();
  await showTracker('Grace’s tracker');
  await openIt();
  // Screen readers speak the name when the dialog opens.
  await see(page.getByRole('dialog', { name: `${title} For Grace Hopper`, exact: true }));
  await see(dialog().getByRole('heading', { name: title, exact: true }));
  await see(dialog().getByText('For Grace Hopper', { exact: true }));
  await button('Close', true).click();
  await showTracker('My own tracker');
  await openIt();
  await see(page.getByRole('dialog', { name: title, exact: true }));
});

it('says for whom a form is while its symptoms load', async () => {
  const { held, goOn } = hold();
  const server = open();
  await showTracker('Grace’s tracker');
  await see(today.getByRole('button', { name: 'Open Form #2' }));
  server.answer({ getUserProfile: () => held.then(() => pair.grace.profile) });
  await button('Track symptoms for Grace').click();
  await see('Loading your symptoms...');
  await see(page.getByRole('dialog', { name: 'Track Your Symptoms For Grace Hopper' }));
  goOn();
  await see(dialog().getByRole('slider').first());
});

it('says on the cards that log with one press for whom they log', async () => {
  open();
  const cards = ['Medication', 'Off times'].map((name) => page.getByRole('region', { name }));
  await see(cards[0] ?? '');
  await seeNot(forGrace);
  await showTracker('Grace’s tracker');
  for (const card of cards) await see(card.getByText('For Grace Hopper', { exact: true }));
  await showTracker('My own tracker');
  await seeNot(forGrace);
});

it('says for whom a refused form was', async () => {
  const server = open({ saveSymptomForm: lost });
  await showTracker('Grace’s tracker');
  await button(/^Track symptoms/i).click();
  for (const name of ['Tremor', 'Stiffness', 'Balance']) await rate(name, 4);
  await button('Submit').click();
  await see(today.getByText('Waiting'));
  server.answer({ saveSymptomForm: refuse('timeInFuture') });
  await see(/^Your form for Grace Hopper from .* could not be saved/);
});

it('says for whom refused answers of a check-in would be saved', async () => {
  open({ saveCheckIn: refuse('dayInFuture'), getCheckIns: [] });
  await showTracker('Grace’s tracker');
  await today.getByRole('button', { name: 'Check-in' }).click();
  await dialog().getByRole('button', { name: 'Good', exact: true }).click();
  await button('Save', true).click();
  await see(today.getByText('could not be saved'));
  await see(today.getByText('For Grace Hopper', { exact: true }));
});

it('names nobody in dialogs that concern the caregiver', async () => {
  open();
  await showTracker('Grace’s tracker');
  await see(forGrace.first());
  await openDisplay();
  await see(page.getByRole('dialog', { name: 'Text and buttons', exact: true }));
  await button('Close', true).click();
  await button('Logout').click();
  await see(page.getByRole('dialog', { name: 'Log out?', exact: true }));
});

it('keeps the name while the person rates one symptom after the other', async () => {
  setDisplay(['largeControls']);
  open();
  await showTracker('Grace’s tracker');
  await button('Track symptoms for Grace').click();
  await rate('Tremor', 4);
  await button('Next').click();
  await see(dialog().getByText('Symptom 2 of 3'));
  await see(dialog().getByText('For Grace Hopper', { exact: true }));
});

it('falls back to the first name', async () => {
  pair = makePair({}, { name: '', firstName: 'Grace' }, ['Tremor', 'Stiffness', 'Balance']);
  open();
  await showTracker('Grace’s tracker');
  await see(page.getByText('For Grace', { exact: true }).first());
});

it('a helper is asked the questions that the person has chosen, and not their own', async () => {
  pair = makePair({}, { moreQuestions: 'dizzy' });
  pair.me.session.moreQuestions = 'naps';
  pair.me.profile.moreQuestions = 'naps';
  const server = open(answersForKind(checkIn, []));
  await showTracker('Grace’s tracker');
  await today.getByRole('button', { name: 'Check-in' }).click();
  await see(dialog().getByRole('group', { name: 'Dizziness' }));
  await seeNot(dialog().getByRole('group', { name: 'Naps' }));
  await dialog().getByRole('button', { name: 'Often' }).click();
  await button('Save', true).click();
  await expect
    .poll(() => server.inputsOf('saveCheckIn'))
    .toMatchObject([{ userId: pair.grace.profile.userId, dizzy: 'often' }]);
});
