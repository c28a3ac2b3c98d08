import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Medication } from '../../contract/entities.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';
import { openApp } from '../testing/app.tsx';
import { makeMedication, medicationKeeper } from '../testing/medication-keeper.ts';
import { makePerson } from '../testing/person.ts';
import {
  alert,
  amountField,
  button,
  field,
  fill,
  keys,
  see,
  seeCount,
  seeNot,
  seeTexts,
  summary,
  tab,
} from '../testing/screen.ts';
import { type FakeServer, lost, refuse } from '../testing/server.ts';

const SENTENCE = 'Levodopa/carbidopa: 1 × 100 mg at 8:00 AM, 1½ × 100 mg at noon';
const LABEL = 'Levodopa/carbidopa 100 mg';
const QUESTION = 'How much levodopa is in one tablet?';
const CHANGED = 'This medication was changed somewhere else. Please check it and try again.';

const PLAN = '1 at 8:00 AM, 1½ at noon';

const list = page.getByRole('list', { name: 'Medications' });
const rows = list.getByRole('button');
const save = button('Save medication');
const saveChanges = button('Save changes');

function openProfile(stored: readonly Medication[] = []): FakeServer {
  return openApp('/dashboard?tab=profile', medicationKeeper(makePerson(), stored));
}

/** Opens the dialog of the medication, and a page of it. */
async function press(name: string): Promise<void> {
  await rows.first().click();
  await button(name).click();
}

async function addSinemet(): Promise<void> {
  await button('Add a medication').click();
  await fill('Name', 'Sinemet');
  await button('Sinemet (levodopa/carbidopa)').click();
  await button('100 mg', true).click();
  await fill('Time 1', '08:00');
  await amountField(1).fill('1');
  await button('Add a time').click();
  await fill('Time 2', '12:00');
  await amountField(2).fill('1½');
}

it('keeps the numbers of the box with its name', async () => {
  openProfile();
  await button('Add a medication').click();
  await see('If you do not know, leave today. A later day is for a plan that begins then.');
  await fill('Name', 'Sinemet 25/100');
  await button('Sinemet (levodopa/carbidopa)').click();
  await expect.element(field('Name', true)).toHaveValue('Sinemet 25/100');
  await see(QUESTION);
  await see(button('100 mg', true));
  await seeNot(page.getByText('Does this medication contain levodopa?'));
});

it('adds a medication by its brand name, with a half, and repeats what it understood', async () => {
  const server = openProfile();
  await see('You have not added a medication yet.');
  await addSinemet();
  await see('What you enter here is your note. It is not checked against any limit.');
  await expect.element(field('Name', true)).toHaveValue('Levodopa/carbidopa');
  await expect.element(field(QUESTION)).toHaveValue('100');
  await seeNot(page.getByText('Does this medication contain levodopa?'));
  await see(page.getByRole('status').getByText(SENTENCE));
  await save.click();
  await see(list.getByText(PLAN));
  await see(`${LABEL} is saved.`);
  await expect.element(button('Add a medication')).toHaveFocus();
  const { enteredAt, author, timeZone, version, ...values } = makeMedication();
  await expect
    .poll(() => server.inputsOf('saveMedication'))
    .toMatchObject([{ ...values, form: '', medicationId: expect.any(String), from: '2026-11-18' }]);
});

it('moves the focus on after a suggestion, and offers the next time with the last amount', async () => {
  openProfile();
  await button('Add a medication').click();
  await expect.element(page.getByRole('dialog', { name: 'Add a medication' })).toHaveFocus();
  await fill('Name', 'madop');
  await see('Suggestions below: 3');
  await button('Madopar (levodopa/benserazide)').click();
  await expect.element(page.getByRole('group', { name: 'What it contains' })).toHaveFocus();
  await seeNot(page.getByRole('list', { name: 'Suggestions' }));
  await amountField(1).fill('½');
  await button('Add a time').click();
  await expect.element(field('Time 2', true)).toHaveFocus();
  await expect.element(amountField(2)).toHaveValue('½');
  await button('Remove time 1').click();
  await seeNot(field('Time 2', true));
});

it('keeps the fields in their places while a name and a time are typed', async () => {
  openProfile();
  await button('Add a medication').click();
  const topOf = (label: string) => field(label, true).element().getBoundingClientRect().top;
  const form = document.querySelector('dialog');
  await field('Name', true).click();
  const strength = topOf('Strength') + (form?.scrollTop ?? 0);
  for (const name of ['m', 's', 'po', 'ca', 'na', 'ci', 'co', 'x', 'pramipexol', 'pramipexole']) {
    await fill('Name', name);
    const label = name === 'pramipexole' ? 'Strength in mg' : 'Strength';
    expect(topOf(label) + (form?.scrollTop ?? 0)).toBe(strength);
  }
  const add = () => {
    const { top } = button('Add a time').element().getBoundingClientRect();
    return top - topOf('Time 1');
  };
  const place = add();
  await fill('Time 1', '08:00');
  await see(button('Remove time 1'));
  expect(add()).toBe(place);
});

it('asks for what is counted: the tablets of the type, or how many of the strength', async () => {
  openProfile();
  await button('Add a medication').click();
  const amount = (label: string) =>
    page.getByRole('group', { name: 'Dose 1' }).getByLabelText(label);
  await see(amount('How many pills'));
  await fill('Name', 'Opicapone');
  await see(amount('How many capsules'));
  await fill('Strength in mg', '50');
  await see(amount('How many of 50 mg'));
  await fill('Time 1', '22:30');
  await amountField(1).fill('50');
  await see(
    page
      .getByRole('status')
      .getByText('Opicapone: 50 × 50 mg at 10:30 PM. That is 50 a day, 2500 mg.'),
  );
  await page.getByLabelText('Type').selectOptions('capsule');
  await expect.element(amount('How many capsules')).toHaveValue('50');
  await see(page.getByRole('status').getByText('Opicapone 50 mg: 50 capsules at 10:30 PM'));
});

it('shows the faults beside their fields, and sends nothing', async () => {
  const server = openProfile();
  await button('Add a medication').click();
  await save.click();
  await see(summary());
  await seeTexts(summary().getByRole('link'), [
    'Enter the name.',
    'Enter time 1.',
    'Time 1: enter how many.',
  ]);
  await fill('Name', 'Mucuna');
  await page.getByText('Does this medication contain levodopa?').click();
  await fill(QUESTION, '25/100');
  await fill('Time 1', '08:00');
  await amountField(1).fill('a few');
  await button('Add a time').click();
  await fill('Time 2', '08:00');
  await fill('Planned until, if you know it', '2026-11-17');
  await save.click();
  await seeTexts(summary().getByRole('link'), [
    'Enter one number: the levodopa alone, such as 100.',
    'Time 1: enter how many, such as 1, ½, 1½ or 0.5.',
    'This time is already in the list.',
    'Time 2: enter how many, such as 1, ½, 1½ or 0.5.',
    'The last day is before the first day.',
  ]);
  await expect
    .element(amountField(1))
    .toHaveAccessibleDescription('Time 1: enter how many, such as 1, ½, 1½ or 0.5.');
  expect(server.inputsOf('saveMedication')).toEqual([]);
});

it('adds an as-needed medication in own words, without a time', async () => {
  const server = openProfile();
  await button('Add a medication').click();
  await fill('Name', 'Grandmother’s tea');
  await seeCount(page.getByRole('list', { name: 'Suggestions' }), 0);
  await page.getByText('As needed').click();
  await save.click();
  await see(button('Grandmother’s tea as needed'));
  await expect
    .poll(() => server.inputsOf('saveMedication'))
    .toMatchObject([{ strength: null, times: [], asNeeded: true, isLevodopa: false }]);
});

it('saves one medication if the answer was lost, and keeps what was typed', async () => {
  const server = openProfile();
  const { saveMedication } = medicationKeeper(makePerson());
  await addSinemet();
  server.answer({ saveMedication: lost });
  await save.click();
  await expect.element(alert()).toHaveTextContent('This could not be saved. Please try again.');
  await expect.element(amountField(2)).toHaveValue('1½');
  server.answer({ saveMedication });
  await save.click();
  await see(list.getByText(PLAN));
  const [one, other] = server.inputsOf('saveMedication');
  expect(other).toEqual(one);
});

it('saves a change from a later day as a new version', async () => {
  const stored = makeMedication();
  const server = openProfile([stored]);
  await press(`Change ${LABEL}`);
  await expect.element(field('From', true)).toHaveValue('2026-11-18');
  await see('The plan for earlier days does not change.');
  await amountField(1).fill('2');
  await saveChanges.click();
  await seeTexts(rows, [`${LABEL} 2 at 8:00 AM, 1½ at noon`]);
  const [sent] = server.inputsOf('saveMedication');
  expect(sent).toMatchObject({ medicationId: stored.medicationId, from: '2026-11-18' });
  expect(sent).not.toHaveProperty('version');
  await button('Earlier plans').click();
  await button(`${LABEL} ${PLAN}. from Nov 1 until Nov 17`).click();
  await see(page.getByRole('dialog', { name: `Change ${LABEL}` }));
  await expect.element(field('From', true)).toHaveValue('2026-11-01');
});

it('lists a change that starts on a later day separately', async () => {
  openProfile([makeMedication()]);
  await press(`Change ${LABEL}`);
  await fill('From', '2026-11-25');
  await amountField(1).fill('½');
  await saveChanges.click();
  await seeTexts(rows, [`${LABEL} ${PLAN}`]);
  const later = page.getByRole('list', { name: 'Starts later' });
  await later.getByText('½ at 8:00 AM, 1½ at noon. From Nov 25').click();
  await expect.element(field('From', true)).toHaveValue('2026-11-25');
});

it('corrects a version from its own first day', async () => {
  const server = openProfile([makeMedication({ version: 3 })]);
  await press(`Change ${LABEL}`);
  await button('Correct the plan from Nov 1').click();
  await see('Your changes replace the plan that starts on this day.');
  await button('200 mg', true).click();
  await saveChanges.click();
  await seeTexts(rows, [`Levodopa/carbidopa 200 mg ${PLAN}`]);
  await seeNot(button('Earlier plans'));
  await expect
    .poll(() => server.inputsOf('saveMedication'))
    .toMatchObject([{ from: '2026-11-01', strength: 200, version: 3 }]);
});

it('moves the first day to an earlier one, but not past an earlier entry', async () => {
  const { medicationId } = makeMedication();
  const before = makeMedication({ medicationId, from: '2026-11-01' });
  const server = openProfile([before, makeMedication({ medicationId, from: '2026-11-10' })]);
  await press(`Change ${LABEL}`);
  await fill('From', '2026-10-20');
  await saveChanges.click();
  await see(summary().getByText('An earlier plan starts on Nov 1. Choose a later day.'));
  await fill('From', '2026-11-05');
  await see('The plan will start on this day instead of Nov 10.');
  await saveChanges.click();
  await button('Earlier plans').click();
  await see('from Nov 1 until Nov 4');
  await expect
    .poll(() => server.inputsOf('deleteMedication'))
    .toMatchObject([{ medicationId, from: '2026-11-10' }]);
});

it('stops a medication, and Undo continues it', async () => {
  const stored = makeMedication();
  const server = openProfile([stored]);
  await press(`Stop ${LABEL}`);
  await expect.element(field('Last day')).toHaveValue('2026-11-18');
  await button(`Stop ${LABEL}`).click();
  await see(`The last day of ${LABEL} is Nov 18.`);
  await see(list.getByText('Last day: Nov 18'));
  await expect.element(rows).toHaveFocus();
  await button('Undo').click();
  await see('Your change was undone.');
  await seeNot(list.getByText('Last day: Nov 18'));
  const [stop, undo] = server.inputsOf('saveMedication');
  expect(stop).toMatchObject({ from: stored.from, until: '2026-11-18', version: 1 });
  expect(undo).toMatchObject({ from: stored.from, until: null, version: 2 });
});

it('changes the last day of a medication that has one', async () => {
  const server = openProfile([makeMedication({ until: '2026-11-25' })]);
  await press(`Change the last day of ${LABEL}`);
  await expect.element(field('Last day', true)).toHaveValue('2026-11-25');
  await fill('Last day', '2026-11-27');
  await button(`Change the last day of ${LABEL}`).click();
  await see(`The last day of ${LABEL} is Nov 27.`);
  expect(server.inputsOf('saveMedication')).toMatchObject([{ until: '2026-11-27' }]);
});

it('lists a medication that ended before today under Earlier plans, still with Undo', async () => {
  openProfile([makeMedication()]);
  await press(`Stop ${LABEL}`);
  await fill('Last day', '2026-11-17');
  await button(`Stop ${LABEL}`).click();
  await see(`The last day of ${LABEL} is Nov 17.`);
  await seeCount(list, 0);
  await button('Undo').click();
  await see(list.getByText(PLAN));
});

it('deletes what was entered by mistake, and Undo restores it', async () => {
  openProfile([makeMedication()]);
  await press(`Change ${LABEL}`);
  await button(`Delete ${LABEL}`).click();
  await see(`${LABEL} was deleted.`);
  await see('You have not added a medication yet.');
  await button('Undo').click();
  await see(list.getByText(PLAN));
});

it('after a change elsewhere, keeps what was typed, shows the change, and saves with the next press', async () => {
  const { medicationId } = makeMedication();
  const server = openProfile([makeMedication({ medicationId, from: '2026-11-18' })]);
  const other = makeMedication({ medicationId, from: '2026-11-18', strength: 200, version: 2 });
  await press(`Change ${LABEL}`);
  await amountField(1).fill('½');
  server.answer(medicationKeeper(makePerson(), [other]));
  await saveChanges.click();
  await see(alert().getByText(CHANGED));
  await see('Already saved: Levodopa/carbidopa 200 mg: 1 tablet at 8:00 AM, 1½ tablets at noon');
  await see('Yours, not saved: Levodopa/carbidopa 100 mg: ½ tablet at 8:00 AM, 1½ tablets at noon');
  await see('If you press ‘Save changes’ again, yours replaces what is saved.');
  await expect.element(amountField(1)).toHaveValue('½');
  await saveChanges.click();
  await see(list.getByText('½ at 8:00 AM, 1½ at noon'));
  await expect
    .poll(() => server.inputsOf('saveMedication').map(({ version }) => version))
    .toEqual([1, 2]);
});

it('enters a medication again that was deleted elsewhere meanwhile', async () => {
  const server = openProfile([makeMedication({ from: '2026-11-18' })]);
  await press(`Change ${LABEL}`);
  server.answer(medicationKeeper(makePerson()));
  await saveChanges.click();
  await expect
    .element(alert())
    .toHaveTextContent('This medication is no longer here. Please reload the page.');
  await saveChanges.click();
  await see(list.getByText(PLAN));
});

it('keeps what was typed when the dialog is closed, until it is saved or cancelled', async () => {
  const server = openProfile([makeMedication()]);
  await button('Add a medication').click();
  await fill('Name', 'Rasagiline');
  await button('Close').click();
  await see('Rasagiline is not saved yet.');
  await press(`Change ${LABEL}`);
  await amountField(1).fill('2');
  // To the page of the medication, then to the profile.
  await button('Back', true).click();
  await button('Close').click();
  await see(list.getByText(`${PLAN}. Not saved yet`));
  await button('Add a medication').click();
  await expect.element(field('Name', true)).toHaveValue('Rasagiline');
  await button('Cancel', true).click();
  await seeNot('Rasagiline is not saved yet.');
  await press(`Change ${LABEL}`);
  await expect.element(amountField(1)).toHaveValue('2');
  await saveChanges.click();
  await seeTexts(rows, [`${LABEL} 2 at 8:00 AM, 1½ at noon`]);
  expect(server.inputsOf('saveMedication')).toHaveLength(1);
});

it('asks before a kept change replaces what was changed elsewhere meanwhile', async () => {
  const { medicationId } = makeMedication();
  const person = makePerson();
  const seen = makeMedication({ medicationId, from: '2026-11-18' });
  const server = openApp('/dashboard?tab=profile', medicationKeeper(person, [seen]));
  await press(`Change ${LABEL}`);
  await amountField(1).fill('½');
  await button('Back', true).click();
  await button('Close').click();
  await see(list.getByText(`${PLAN}. Not saved yet`));
  const other = makeMedication({ medicationId, from: '2026-11-18', strength: 200, version: 2 });
  server.answer(medicationKeeper(person, [other]));
  vi.setSystemTime(Date.now() + PAGE_FRESH_MS);
  await tab('Settings').click();
  await tab('Profile').click();
  await seeTexts(rows, [`Levodopa/carbidopa 200 mg ${PLAN}. Not saved yet`]);
  await press('Change Levodopa/carbidopa 200 mg');
  await saveChanges.click();
  await see(alert().getByText(CHANGED));
  expect(server.inputsOf('saveMedication').map(({ version }) => version)).toEqual([1]);
});

it('says that it could not be loaded, and tries again', async () => {
  const server = openApp('/dashboard?tab=profile', {
    ...medicationKeeper(makePerson()),
    getMedications: refuse('unavailable'),
  });
  await see('We couldn’t load your medications.');
  server.answer({ getMedications: [makeMedication()] });
  await button('Try again').click();
  await see(list.getByText(PLAN));
});

it('says how to go on after the session has ended', async () => {
  const server = openProfile();
  await addSinemet();
  server.answer({ saveMedication: refuse('signedOut') });
  await keys('{Enter}');
  await see('What you typed is still here.');
  await expect.element(amountField(2)).toHaveValue('1½');
});

it('does not break inside a word of its title, with larger text on a phone', async () => {
  await page.viewport(360, 740);
  localStorage.setItem('display', JSON.stringify(['largeText']));
  openProfile([makeMedication()]);
  await press(`Change ${LABEL}`);
  const heading = page.getByRole('heading', { name: `Change ${LABEL}` });
  await see(heading);
  const words = [...heading.element().childNodes].filter((node) => node instanceof Text);
  const word = words.find(({ data }) => data.startsWith('carbidopa'));
  if (!word) throw new Error('No line can break after the slash');
  const range = document.createRange();
  range.setStart(word, 0);
  range.setEnd(word, 'carbidopa'.length);
  expect(range.getClientRects()).toHaveLength(1);
});
