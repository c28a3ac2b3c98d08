import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../../testing/doses.ts';
import { answersFor, makeForm, makePerson } from '../../testing/person.ts';
import { button, dialog, field, hold, see, seeNot, summary } from '../../testing/screen.ts';
import { lost, refuse } from '../../testing/server.ts';

// The tests run at noon in New York, when 1½ tablets are planned.
const NOON = '2026-11-18T17:00:00.000Z';
const rows = page.getByRole('region', { name: 'Medication' });
const today = page.getByRole('region', { name: 'Today' });
/** The visible text of the row. A status region repeats it for screen readers. */
const logged = (time: string) => rows.getByText(`Logged ${time}`, { exact: true });
const REGIMEN = [makeLevodopa()];
const FORMS = [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 4 })];

function open(doses = answersForDoses(REGIMEN), person = makePerson()) {
  return openApp('/dashboard', { ...answersFor(person, FORMS), ...doses });
}

it('logs the planned dose with one press, and offers Undo', async () => {
  const server = open();
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await button('Took it').click();
  await see(logged('12:00 PM'));
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  const [sent] = server.inputsOf('logDose');
  expect(sent).toMatchObject({ amount: 1.5, scheduledFor: NOON, status: 'taken' });
  expect(sent?.takenAt.slice(0, 16)).toBe('2026-11-18T17:00');
  await see(today.getByText('Levodopa/carbidopa 100 mg, 1½ tablets'));
  await rows.getByRole('button', { name: 'Undo' }).click();
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await seeNot(today.getByText('Levodopa/carbidopa 100 mg, 1½ tablets'));
  await expect.poll(() => server.inputsOf('deleteDose')).toHaveLength(1);
});

it('offers the next dose only once it is nearer than the last one', async () => {
  vi.setSystemTime('2026-11-18T19:59:00Z');
  open(answersForDoses(REGIMEN, [makeDose(NOON, { scheduledFor: NOON })]));
  await see(logged('12:00 PM'));
  vi.setSystemTime('2026-11-18T20:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see(rows.getByText('1 tablet at 6:00 PM'));
});

it('says if the offered dose is of tomorrow, and the last one of yesterday', async () => {
  vi.setSystemTime('2026-11-19T04:30:00Z');
  const once = makeLevodopa({ times: [{ time: '08:00', amount: 1 }] });
  open(answersForDoses([once]));
  await see(rows.getByText('1 tablet at 8:00 AM tomorrow'));
  open(answersForDoses([makeLevodopa({ times: [], asNeeded: true })], [makeDose(NOON)]));
  await see(rows.getByText('Last logged 12:00 PM'));
  vi.setSystemTime('2026-11-19T05:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see(rows.getByText('Last logged 12:00 PM yesterday'));
});

it('logs an earlier time with two presses, and corrects a logged one', async () => {
  const server = open();
  await button('Earlier time…').click();
  await button('11:30 AM').click();
  await see(logged('11:30 AM'));
  await expect
    .poll(() => server.inputsOf('logDose')[0]?.takenAt.slice(0, 16))
    .toBe('2026-11-18T16:30');
  await button('Earlier time…').click();
  await button('11:15 AM').click();
  await see(logged('11:15 AM'));
  await expect
    .poll(() => server.inputsOf('updateDose')[0]?.takenAt?.slice(0, 16))
    .toBe('2026-11-18T16:15');
});

it('gives a dose of an earlier time to the planned dose of that time', async () => {
  // The noon dose is offered from 10 AM on. 8:30 AM belongs to the morning dose.
  vi.setSystemTime('2026-11-18T15:30:00Z');
  const server = open();
  await button('Earlier time…').click();
  await button('8:30 AM').click();
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await expect
    .poll(() => server.inputsOf('logDose')[0])
    .toMatchObject({
      amount: 1,
      scheduledFor: '2026-11-18T13:00:00.000Z',
    });
});

it('logs a skipped dose only if that is chosen', async () => {
  const server = open();
  await button('Earlier time…').click();
  await button('Skipped').click();
  await see(rows.getByText('Skipped, logged 12:00 PM'));
  await expect
    .poll(() => server.inputsOf('logDose')[0])
    .toMatchObject({ status: 'skipped', scheduledFor: NOON });
  await see(today.getByText('Levodopa/carbidopa 100 mg, 1½ tablets, skipped'));
});

it('logs another dose without a planned time', async () => {
  const server = open(answersForDoses(REGIMEN, [makeDose(NOON, { scheduledFor: NOON })]));
  await button('Log another dose').click();
  await button('Took it').click();
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  expect(server.inputsOf('logDose')[0]).not.toHaveProperty('scheduledFor');
  await see(logged('12:00 PM'));
});

it.each([
  ['Keep only 11:50 AM', { deleted: 1, edited: [] }],
  ['Keep both', { deleted: 0, edited: [{ scheduledFor: null }] }],
])('asks about two doses for one planned time: %s', async (answer, { deleted, edited }) => {
  const twice = [
    makeDose('2026-11-18T16:50:00.000Z', { scheduledFor: NOON }),
    makeDose('2026-11-18T17:00:00.000Z', {
      scheduledFor: NOON,
      author: 'Anna, changed by the person',
    }),
  ];
  const server = open(answersForDoses(REGIMEN, twice));
  await see(rows.getByText('Logged twice: 11:50 AM, and 12:00 PM by Anna, changed by you.'));
  await button(answer).click();
  await see(logged('11:50 AM'));
  await expect.poll(() => server.inputsOf('updateDose')).toMatchObject(edited);
  await expect.poll(() => server.inputsOf('deleteDose')).toHaveLength(deleted);
});

it('shows three medications, and more on request; an as-needed one says when it was last logged', async () => {
  const others = ['Amantadine', 'Apomorphine', 'Rasagiline'].map((name, index) =>
    makeLevodopa({
      name,
      medicationId: crypto.randomUUID(),
      strength: null,
      times: [],
      asNeeded: true,
      isLevodopa: false,
      version: index + 1,
    }),
  );
  const [, apomorphine] = others;
  const last = makeDose('2026-11-18T14:10:00.000Z', {
    medicationId: apomorphine?.medicationId ?? '',
  });
  open(answersForDoses([...others, ...REGIMEN], [last]));
  await see(rows.getByText('Last logged 9:10 AM'));
  await seeNot(rows.getByText('Levodopa/carbidopa 100 mg'));
  await button('More medications').click();
  await see(rows.getByText('Levodopa/carbidopa 100 mg'));
});

it('shows all rows, and scrolls to them, when a dose reminder is pressed', async () => {
  const names = ['Amantadine', 'Rasagiline', 'Safinamide'];
  const others = names.map((name) => makeLevodopa({ medicationId: crypto.randomUUID(), name }));
  open(answersForDoses([...others, ...REGIMEN]));
  await see(rows.getByText('Safinamide 100 mg'));
  await seeNot(rows.getByText('Levodopa/carbidopa 100 mg'));
  // A reminder is pressed while the app is open and the row is scrolled out of view.
  window.scrollTo(0, document.body.scrollHeight);
  const pressed = new MessageEvent('message', { data: { open: '/dashboard?dose' } });
  navigator.serviceWorker.dispatchEvent(pressed);
  await see(rows.getByText('Levodopa/carbidopa 100 mg'));
  await expect.element(rows).toHaveFocus();
  await expect.element(rows).toBeInViewport();
  expect(location.search).toBe('');
});

it('shows an as-needed dose for half an hour before it offers another one', async () => {
  const asNeeded = makeLevodopa({ times: [], asNeeded: true });
  const server = open(answersForDoses([asNeeded]));
  await button('Took it').click();
  await see(logged('12:00 PM'));
  expect(server.inputsOf('logDose')[0]).not.toHaveProperty('scheduledFor');
  await seeNot(button('Took it'));
  vi.setSystemTime('2026-11-18T17:31:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see(rows.getByText('Last logged 12:00 PM'));
  await see(button('Took it'));
});

it('is not shown without a medication in force', async () => {
  open(answersForDoses([makeLevodopa({ until: '2026-11-17' })]));
  await see('Today');
  await seeNot(rows);
});

it('keeps a dose on the device without a network, and sends it once the app is opened again', async () => {
  const person = makePerson();
  const offline = open({ ...answersForDoses(REGIMEN), logDose: lost }, person);
  await button('Took it').click();
  await see(rows.getByText('Waiting'));
  await expect.poll(() => offline.inputsOf('logDose').length).toBeGreaterThan(0);
  const server = open(undefined, person);
  await see(logged('12:00 PM'));
  await seeNot(rows.getByText('Waiting'));
  const [first] = offline.inputsOf('logDose');
  await expect.poll(() => server.inputsOf('logDose')).toEqual([first]);
});

it('keeps a refused dose until the person decides', async () => {
  const server = open({ ...answersForDoses(REGIMEN), logDose: refuse('tooManyEntries') });
  await button('Took it').click();
  await see(rows.getByText('Levodopa/carbidopa, 12:00 PM, could not be saved.'));
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await seeNot(rows.getByText(/logged 12:00 PM/i));
  await seeNot(rows.getByText('Waiting'));
  await seeNot(today.getByText('Levodopa/carbidopa'));
  server.answer(answersForDoses(REGIMEN));
  await button('Send again').click();
  await seeNot(rows.getByText('could not be saved.'));
  await see(logged('12:00 PM'));
});

it('asks before a log-out about a dose that is not sent yet', async () => {
  open({ ...answersForDoses(REGIMEN), logDose: lost });
  await button('Took it').click();
  await see(rows.getByText('Waiting'));
  await button('Logout').click();
  await see(page.getByRole('dialog', { name: '1 dose is not sent yet' }));
});

it('corrects a dose from Today, and deletes it', async () => {
  const dose = makeDose(NOON, { scheduledFor: NOON });
  const server = open(answersForDoses(REGIMEN, [dose]));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  await field('Amount').fill('half');
  await button('Save').click();
  await see(summary().getByText('Write a number, such as 1, ½ or 1.5.'));
  await field('Amount').fill('½');
  await button('Save').click();
  await seeNot(dialog());
  const { doseId } = dose;
  await expect
    .poll(() => server.inputsOf('updateDose'))
    .toMatchObject([{ doseId, version: 1, amount: 0.5 }]);
  await see(today.getByText('Levodopa/carbidopa 100 mg, ½ tablet'));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  await button('Delete this dose').click();
  await seeNot(dialog());
  await seeNot(today.getByText('Levodopa/carbidopa 100 mg'));
  await see('The dose (Levodopa/carbidopa 100 mg, ½ tablet) was deleted.');
  await button('Undo', true).click();
  await see('The dose (Levodopa/carbidopa 100 mg, ½ tablet) is restored.');
  await see(today.getByText('Levodopa/carbidopa 100 mg, ½ tablet'));
  vi.setSystemTime('2026-11-18T17:01:00Z');
  await today.getByRole('button', { name: 'Edit dose' }).click();
  await button('Delete this dose').click();
  await see('The dose (Levodopa/carbidopa 100 mg, ½ tablet) was deleted.');
  await seeNot(today.getByText('Levodopa/carbidopa 100 mg'));
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await page.getByText('Deleted in the last 30 days').click();
  await button('Restore Levodopa/carbidopa').click();
  await see(today.getByText('Levodopa/carbidopa 100 mg, ½ tablet'));
});

it('says at once that a dose was deleted, even if a list with it arrives later', async () => {
  const doses = [makeDose(NOON, { scheduledFor: NOON })];
  const answers = answersForDoses(REGIMEN, doses);
  const forms = [
    makeForm(2, '2026-11-18T13:10:00Z', { Tremor: 4 }),
    makeForm(1, '2026-11-10T13:10:00Z', { Tremor: 3 }),
  ];
  const server = openApp('/dashboard', { ...answersFor(makePerson(), forms), ...answers });
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await see(page.getByRole('heading', { name: 'Tue, Nov 10' }));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  const history = hold();
  server.answer({
    getDoses: async (input) => {
      if (input.to !== undefined) await history.held;
      return doses.filter(({ deletedAt }) => deletedAt === undefined);
    },
  });
  await button('Delete this dose').click();
  await see('The dose (Levodopa/carbidopa 100 mg, 1 tablet) was deleted.');
  await seeNot(today.getByText('Levodopa/carbidopa 100 mg'));
  await expect.element(button('Track Symptoms')).toHaveFocus();
  history.goOn();
});

it('lists doses between the forms of the history', async () => {
  const forms = [
    makeForm(3, '2026-11-18T13:10:00Z', { Tremor: 4 }),
    makeForm(2, '2026-11-17T23:00:00Z', { Tremor: 3 }),
    makeForm(1, '2026-11-17T13:00:00Z', { Tremor: 2 }),
  ];
  const doses = [makeDose('2026-11-17T17:05:00.000Z'), makeDose('2026-11-16T17:05:00.000Z')];
  openApp('/dashboard', {
    ...answersFor(makePerson(), forms),
    ...answersForDoses(REGIMEN, doses),
  });
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  const list = page.getByRole('list', { name: 'Past Forms' });
  await see(list.getByRole('heading', { name: 'Mon, Nov 16' }));
  const texts = list
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(texts.map((text) => /Form #\d|Levodopa/.exec(text ?? '')?.[0])).toEqual([
    'Form #2',
    'Levodopa',
    'Form #1',
    'Levodopa',
  ]);
});
