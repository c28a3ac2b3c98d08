import { expect, it } from 'vitest';
import { openApp } from './testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from './testing/doses.ts';
import { makeMedication, medicationKeeper } from './testing/medication-keeper.ts';
import { answersFor, makePerson } from './testing/person.ts';
import { answersForReminders, makeReminders } from './testing/reminders.ts';
import { button, dialog, see } from './testing/screen.ts';
import { answersForHealthLinks, answersForShares } from './testing/sharing.ts';

const ANSWERS = answersFor(makePerson());
const SETTINGS = '/dashboard?tab=settings';
const { reminders } = makeReminders();
const REMINDED = makeReminders({
  reminders: reminders.map((each) => ({ ...each, on: true, channels: ['ntfy' as const] })),
});
const PROVEN = { ...ANSWERS.getAccount, emailProven: true };

/** For each dialog: the address, the buttons that lead to it, its main button, and the answers of the server. */
const DIALOGS = [
  {
    name: 'a new medication',
    path: '/dashboard?tab=profile',
    presses: ['Add a medication'],
    main: 'Save medication',
    answers: medicationKeeper(makePerson()),
  },
  {
    name: 'the change of a medication',
    path: '/dashboard?tab=profile',
    presses: ['Levodopa/carbidopa 100 mg', 'Change Levodopa/carbidopa 100 mg'],
    main: 'Save changes',
    answers: medicationKeeper(makePerson(), [makeMedication()]),
  },
  {
    name: 'the end of a medication',
    path: '/dashboard?tab=profile',
    presses: ['Levodopa/carbidopa 100 mg', 'Stop Levodopa/carbidopa 100 mg'],
    main: 'Stop Levodopa/carbidopa 100 mg',
    answers: medicationKeeper(makePerson(), [makeMedication()]),
  },
  {
    name: 'a dose',
    path: '/dashboard',
    presses: ['Edit dose'],
    main: 'Save',
    answers: {
      ...ANSWERS,
      ...answersForDoses([makeLevodopa()], [makeDose('2026-11-18T13:05:00Z')]),
    },
  },
  {
    name: 'a link',
    path: `${SETTINGS}&open=links`,
    presses: ['Make a link'],
    main: 'Make the link',
    answers: { ...ANSWERS, ...answersForShares([]) },
  },
  {
    name: 'the code for a clinic',
    path: `${SETTINGS}&open=clinic`,
    presses: [],
    main: 'Show the code',
    answers: { ...ANSWERS, ...answersForHealthLinks().answers },
  },
  {
    name: 'an invitation',
    path: `${SETTINGS}&open=helpers`,
    presses: ['Invite someone'],
    main: 'Invite this person',
    answers: ANSWERS,
  },
  {
    name: 'a reminder',
    path: `${SETTINGS}&open=remind-form`,
    presses: [],
    main: 'Save',
    answers: { ...ANSWERS, ...answersForReminders(REMINDED) },
  },
  {
    name: 'the ntfy app',
    path: `${SETTINGS}&open=ntfy`,
    presses: [],
    main: 'Save',
    answers: { ...ANSWERS, ...answersForReminders(REMINDED) },
  },
  {
    name: 'the password',
    path: `${SETTINGS}&open=password`,
    presses: [],
    main: 'Save password',
    answers: ANSWERS,
  },
  {
    name: 'the email',
    path: `${SETTINGS}&open=email`,
    presses: [],
    main: 'Send code',
    answers: { ...ANSWERS, getAccount: PROVEN },
  },
];

it.each(DIALOGS)(
  'stays in view in the dialog of $name',
  async ({ path, presses, main, answers }) => {
    openApp(path, answers);
    for (const press of presses) await button(press).first().click();
    const found = dialog().getByRole('button', { name: main, exact: true });
    await see(found);
    const frame = dialog().element();
    const bar = found.element();
    for (const place of [0, frame.scrollHeight / 2, frame.scrollHeight]) {
      frame.scrollTo(0, place);
      const { top, bottom, height } = bar.getBoundingClientRect();
      expect(Math.round(height)).toBe(76);
      expect(bottom).toBeLessThanOrEqual(innerHeight - 11);
      const seen = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
      expect(bar.contains(seen)).toBe(true);
    }
  },
);
