import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Dose } from '../../contract/entities.ts';
import { addDays, instantAt, isoOf } from '../../domain/zone.ts';
import { openApp, seeAlive } from '../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, field, hold, see, seeNot, seeTexts, summary } from '../testing/screen.ts';
import { answerLost, lost, refuse } from '../testing/server.ts';

// The tests run at noon in New York, when 1½ tablets are planned.
const NOON = '2026-11-18T17:00:00.000Z';
const rows = page.getByRole('region', { name: 'Medication' });
const today = page.getByRole('region', { name: 'Today' });
/** The visible text of the row. A status region repeats it for screen readers. */
const logged = (time: string) => rows.getByText(`Logged ${time}`, { exact: true });
/** What the row tells screen readers. */
const status = (text: string) => rows.getByText(`Levodopa/carbidopa 100 mg, ${text}`);
const rowOf = (name: string) => rows.getByRole('group', { name });
const REGIMEN = [makeLevodopa()];
const FORMS = [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 4 })];

function open(doses = answersForDoses(REGIMEN), person = makePerson()) {
  return openApp('/dashboard', { ...answersFor(person, FORMS), ...doses });
}

/** Lets the page notice a later time. */
function goTo(time: string) {
  vi.setSystemTime(time);
  document.dispatchEvent(new Event('visibilitychange'));
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
  await see(today.getByText('Levodopa, 1½ tablets'));
  await rows.getByRole('button', { name: 'Undo' }).click();
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await seeNot(today.getByText('Levodopa, 1½ tablets'));
  await expect.poll(() => server.inputsOf('deleteDose')).toHaveLength(1);
});

it('says what Undo removed, and brings it back', async () => {
  const server = open();
  await button('Took it').click();
  await see(today.getByText('Levodopa, 1½ tablets'));
  await seeNot(rows.getByText('Waiting'));
  const dose = 'The dose at 12:00 PM (Levodopa/carbidopa 100 mg, 1½ tablets)';
  for (const times of [1, 2]) {
    await button('Undo, Levodopa').click();
    await see(rows.getByText(`${dose} was deleted.`));
    await expect.element(rowOf('Levodopa/carbidopa')).toHaveFocus();
    await see(rows.getByText('1½ tablets at 12:00 PM'));
    await button('Undo', true).click();
    await see(rows.getByText(`${dose} is restored.`));
    await see(logged('12:00 PM'));
    await expect.element(rowOf('Levodopa/carbidopa')).toHaveFocus();
    expect(server.inputsOf('restoreDose')).toHaveLength(times);
  }
  await button('Undo, Levodopa').click();
  await see(rows.getByText(`${dose} was deleted.`));
  await button('Took it').click();
  await seeNot(rows.getByText(dose));
  // Without this, the call could reach the server of the next test.
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(2);
});

it('brings back a dose that Undo took out of the queue on the device, with the same id', async () => {
  const server = open({ ...answersForDoses(REGIMEN), logDose: lost });
  await button('Took it').click();
  await see(rows.getByText('Waiting'));
  await button('Undo, Levodopa').click();
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await see(rows.getByText('(Levodopa/carbidopa 100 mg, 1½ tablets) was deleted.'));
  await button('Undo', true).click();
  await see(rows.getByText('(Levodopa/carbidopa 100 mg, 1½ tablets) is restored.'));
  await see(rows.getByText('Waiting'));
  const [first] = server.inputsOf('logDose');
  server.answer(answersForDoses(REGIMEN));
  window.dispatchEvent(new Event('online'));
  await seeNot(rows.getByText('Waiting'));
  await see(logged('12:00 PM'));
  expect(server.inputsOf('logDose').at(-1)).toEqual(first);
});

it('deletes a dose on the server that Undo took back after the answer was lost, also after a reload', async () => {
  const person = makePerson();
  const answers = { ...answersForDoses(REGIMEN), deleteDose: lost };
  const server = open({ ...answers, ...answerLost('logDose', answers) }, person);
  await button('Took it').click();
  await see(rows.getByText('Waiting'));
  await expect.poll(() => server.inputsOf('logDose').length).toBeGreaterThan(0);
  await button('Undo, Levodopa').click();
  await see(rows.getByText('(Levodopa/carbidopa 100 mg, 1½ tablets) was deleted.'));
  const { doseId } = server.inputsOf('logDose')[0] ?? {};
  const next = open(answers, person);
  await expect.poll(() => next.inputsOf('deleteDose').length).toBeGreaterThan(0);
  expect(next.inputsOf('deleteDose')[0]?.doseId).toBe(doseId);
  // Its list of doses has it still.
  await see(button('Took it'));
});

it('shows a dose that the server refused even if no medication is left', async () => {
  const person = makePerson();
  open({ ...answersForDoses(REGIMEN), logDose: lost }, person);
  await button('Took it').click();
  await see(rows.getByText('Waiting'));
  // The medication was deleted on another device.
  open({ ...answersForDoses([]), logDose: refuse('medicationNotFound') }, person);
  await see(rows.getByText('Levodopa/carbidopa, 12:00 PM, could not be saved.'));
  await button('Delete', true).click();
  await seeNot(rows);
});

it('offers Undo for half an hour, then Edit', async () => {
  vi.setSystemTime('2026-11-18T23:29:00Z');
  const dose = makeDose('2026-11-18T23:00:00.000Z', { scheduledFor: '2026-11-18T23:00:00.000Z' });
  const server = open(answersForDoses(REGIMEN, [dose]));
  await see(button('Undo, Levodopa'));
  goTo('2026-11-18T23:30:00Z');
  await button('Edit, Levodopa').click();
  await seeNot(rows.getByRole('button', { name: /Undo/ }));
  await see(button('Log another dose'));
  await see(dialog().getByText('November 18, 2026, 6:00 PM EST'));
  await field('Amount').fill('2');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await seeNot(dialog());
  expect(server.inputsOf('updateDose')).toMatchObject([{ doseId: dose.doseId, amount: 2 }]);
  goTo('2026-11-19T05:10:00Z');
  await see(logged('yesterday, 6:00 PM'));
  await button('Edit, Levodopa').click();
  // The dialog stays open when the row offers the next dose.
  goTo('2026-11-19T09:00:00Z');
  await see(rows.getByText('1 tablet at 8:00 AM'));
  await button('Delete this dose').click();
  await seeNot(dialog());
  const text = 'The dose at 6:00 PM yesterday (Levodopa/carbidopa 100 mg, 2 tablets)';
  await see(rows.getByText(`${text} was deleted.`));
  await expect.element(rowOf('Levodopa/carbidopa')).toHaveFocus();
  await button('Undo', true).click();
  await see(rows.getByText(`${text} is restored.`));
});

it('keeps Undo while the dose waits on the device, because it cannot be edited there', async () => {
  const server = open({ ...answersForDoses(REGIMEN), logDose: lost });
  await button('Took it').click();
  await see(rows.getByText('Waiting'));
  goTo('2026-11-18T17:31:00Z');
  await see(button('Undo, Levodopa'));
  await seeNot(button('Edit, Levodopa'));
  server.answer(answersForDoses(REGIMEN));
  window.dispatchEvent(new Event('online'));
  await see(button('Edit, Levodopa'));
});

it('offers another dose, but no change of one that a caregiver may not change', async () => {
  open(answersForDoses(REGIMEN, [makeDose(NOON, { scheduledFor: NOON, readOnly: true })]));
  await see(logged('12:00 PM'));
  await seeNot(rows.getByRole('button', { name: /Undo|Another time/ }));
  await see(button('Log a dose…, Levodopa'));
  goTo('2026-11-18T18:00:00Z');
  await seeNot(rows.getByRole('button', { name: /Undo|Edit/ }));
});

it('offers the next dose only once it is nearer than the last one', async () => {
  vi.setSystemTime('2026-11-18T19:59:00Z');
  open(answersForDoses(REGIMEN, [makeDose(NOON, { scheduledFor: NOON })]));
  await see(logged('12:00 PM'));
  goTo('2026-11-18T20:00:00Z');
  await see(rows.getByText('1 tablet at 6:00 PM'));
});

it('keeps Undo for half an hour although the next dose is nearer, and offers that one then', async () => {
  vi.setSystemTime('2026-11-18T19:59:00Z');
  open();
  await button('Took it').click();
  await see(logged('2:59 PM'));
  goTo('2026-11-18T20:28:00Z');
  await see(logged('2:59 PM'));
  await see(button('Undo, Levodopa'));
  await button('Undo, Levodopa').click();
  // Without an entry, the nearest dose is offered at once.
  await see(rows.getByText('1 tablet at 6:00 PM'));
  await button('Undo', true).click();
  await see(logged('2:59 PM'));
  goTo('2026-11-18T20:30:00Z');
  await see(rows.getByText('1 tablet at 6:00 PM'));
});

it('says if the offered dose is of tomorrow or yesterday', async () => {
  const at = (time: string) => answersForDoses([makeLevodopa({ times: [{ time, amount: 1 }] })]);
  vi.setSystemTime('2026-11-19T04:50:00Z');
  open(at('02:00'));
  await see(rows.getByText('1 tablet at 2:00 AM tomorrow'));
  goTo('2026-11-19T05:10:00Z');
  await see(rows.getByText('1 tablet at 2:00 AM', { exact: true }));
  open(at('20:00'));
  await see(rows.getByText('1 tablet at 8:00 PM yesterday'));
  await button('Another time, or skipped…').click();
  await see(dialog().getByText('1 tablet, planned for 8:00 PM yesterday'));
  await see(dialog().getByRole('button', { name: 'Yesterday, 11:55 PM' }));
  const asNeeded = makeLevodopa({ times: [], asNeeded: true });
  open(answersForDoses([asNeeded], [makeDose('2026-11-19T04:30:00.000Z')]));
  await see(rows.getByText('Last logged yesterday, 11:30 PM'));
});

// The clocks changed in New York on the first two days. Nepal has one time all year, 5 hours 45 minutes ahead of UTC.
describe.each([
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-11-18'],
  ['Asia/Kathmandu', '2026-11-18'],
])('a pill at 8:00 AM in %s, on the day before %s and that day', (timeZone, date) => {
  const before = addDays(date, -1);
  const at = (day: string, time: string) => isoOf(instantAt(day, time, timeZone));
  const pill = [makeLevodopa({ times: [{ time: '08:00', amount: 1 }], from: '2026-01-01' })];
  const openAt = (day: string, time: string, doses: Dose[]) => {
    vi.setSystemTime(at(day, time));
    return open(answersForDoses(pill, doses), makePerson({ timeZone }));
  };

  it('that was logged stays logged at night, with its day after midnight', async () => {
    const scheduledFor = at(before, '08:00');
    openAt(before, '23:50', [makeDose(at(before, '08:05'), { scheduledFor, timeZone })]);
    await see(logged('8:05 AM'));
    await seeNot(button('Took it'));
    goTo(at(date, '00:10'));
    await see(logged('yesterday, 8:05 AM'));
    await see(status('logged yesterday, 8:05 AM'));
    await seeNot(button('Took it'));
    goTo(at(date, '03:59'));
    await seeNot(button('Took it'));
    goTo(at(date, '04:00'));
    await see(rows.getByText('1 tablet at 8:00 AM', { exact: true }));
    await see(button('Took it'));
  });

  it('that was not logged can be logged at night without a planned time', async () => {
    const server = openAt(before, '23:50', []);
    await see(rows.getByText('No dose is planned around this time.'));
    await seeNot(button('Took it'));
    await button('Log a dose…').click();
    await see(dialog().getByText('1 tablet, an extra dose'));
    await button('11:50 PM now').click();
    await see(logged('11:50 PM'));
    await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
    expect(server.inputsOf('logDose')[0]).not.toHaveProperty('scheduledFor');
    goTo(at(date, '00:10'));
    await see(logged('yesterday, 11:50 PM'));
    await see(button('Undo, Levodopa'));
    goTo(at(date, '00:21'));
    await see(logged('yesterday, 11:50 PM'));
    await button('Edit, Levodopa').click();
    await see(dialog().getByText(/11:50 PM/));
  });

  it('that was skipped, logged twice or refused says its day after midnight', async () => {
    const scheduledFor = at(before, '08:00');
    const dose = (time: string, change = {}) =>
      makeDose(at(before, time), { scheduledFor, timeZone, ...change });
    openAt(date, '00:10', [dose('08:05', { status: 'skipped' })]);
    await see(rows.getByText('Skipped, logged yesterday, 8:05 AM', { exact: true }));
    await see(status('skipped, logged yesterday, 8:05 AM'));
    const server = openAt(date, '00:10', [dose('08:05'), dose('08:20')]);
    await see(rows.getByText('Logged twice: yesterday, 8:05 AM, and yesterday, 8:20 AM.'));
    server.answer({ logDose: refuse('tooManyEntries') });
    await button('Keep only yesterday, 8:05 AM').click();
    await see(rows.getByText('The dose at 8:20 AM yesterday'));
    await button('Edit, Levodopa').click();
    await button('Log another dose').click();
    await button('Yesterday, 11:55 PM').click();
    await see(rows.getByText('Levodopa/carbidopa, yesterday, 11:55 PM, could not be saved.'));
  });
});

describe('pills planned for one time', () => {
  const ids = ['1', '2', '3'].map((end) => `0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f6${end}`);
  const PILLS = ['Amantadine', 'Pramipexole', 'Rasagiline'].map((name, index) =>
    makeLevodopa({
      ...{ name, medicationId: ids[index] ?? '', isLevodopa: false },
      times: [{ time: '12:00', amount: index + 1 }],
    }),
  );
  const group = rows.getByRole('group', { name: '12:00 PM', exact: true });

  it('are logged by one press, each with its own id and amount, and taken back by one Undo', async () => {
    const server = open(answersForDoses(PILLS));
    await see(group.getByText('3 medications'));
    await button('Took all 3').click();
    await see(group.getByRole('status').first());
    await expect.poll(() => server.inputsOf('logDose')).toHaveLength(3);
    const sent = server.inputsOf('logDose');
    expect(sent.map(({ medicationId }) => medicationId).sort()).toEqual(ids);
    expect(sent.map(({ amount }) => amount).sort()).toEqual([1, 2, 3]);
    expect(new Set(sent.map(({ doseId }) => doseId)).size).toBe(3);
    expect(new Set(sent.map(({ enteredAt }) => enteredAt)).size).toBe(1);
    for (const { scheduledFor } of sent) expect(scheduledFor).toBe(NOON);
    await expect.element(group).toHaveFocus();
    await seeNot(rows.getByText('Waiting'));
    await seeNot(rowOf('Rasagiline').getByRole('button', { name: 'Undo' }));
    await button('Undo, 12:00 PM').click();
    await see(rows.getByText(/^The doses at 12:00\sPM \(.*; .*; .*\) were deleted\./));
    await expect.poll(() => server.inputsOf('deleteDose')).toHaveLength(3);
    await see(button('Took all 3'));
    await button('Undo', true).click();
    await see(rows.getByText(/\) are restored\.$/));
    expect(server.inputsOf('restoreDose')).toHaveLength(3);
    await seeNot(button('Took all 3'));
  });

  it('are taken out of the queue on the device too', async () => {
    const server = open({ ...answersForDoses(PILLS.slice(0, 2)), logDose: lost });
    await button('Took both').click();
    await expect.poll(() => rows.getByText('Waiting').elements()).toHaveLength(2);
    await button('Undo, 12:00 PM').click();
    await see(button('Took both'));
    await button('Undo', true).click();
    await see(rows.getByText(/\) are restored\.$/));
    server.answer(answersForDoses(PILLS));
    window.dispatchEvent(new Event('online'));
    await seeNot(rows.getByText('Waiting'));
    await seeNot(button('Took both'));
  });

  it('leave the others to another press, some minutes after one of them', async () => {
    const server = open(answersForDoses(PILLS));
    await rowOf('Pramipexole').getByRole('button', { name: 'Took it' }).click();
    await see(logged('12:00 PM'));
    await seeNot(button('Took the other 2'));
    await see(rowOf('Pramipexole').getByRole('button', { name: 'Undo' }));
    goTo('2026-11-18T17:03:00Z');
    await button('Took the other 2').click();
    await expect.poll(() => server.inputsOf('logDose')).toHaveLength(3);
    await button('Undo, 12:00 PM').click();
    await expect.poll(() => server.inputsOf('deleteDose')).toHaveLength(2);
    await see(logged('12:00 PM'));
  });

  it('can be logged one by one at another time', async () => {
    const server = open(answersForDoses(PILLS));
    await button('Another time, or skipped…').click();
    await dialog().getByRole('button', { name: 'Pramipexole' }).click();
    await dialog().getByRole('button', { name: 'Back' }).click();
    await dialog().getByRole('button', { name: 'Rasagiline' }).click();
    await button('Skipped this dose').click();
    await see(rows.getByText('Skipped, logged 12:00 PM', { exact: true }));
    await expect
      .poll(() => server.inputsOf('logDose'))
      .toMatchObject([{ medicationId: ids[2], status: 'skipped' }]);
  });
});

it('logs an earlier time with two presses', async () => {
  const server = open();
  await button('Another time, or skipped…').click();
  await see(dialog().getByText('1½ tablets, planned for 12:00 PM'));
  await button('11:30 AM 30 minutes ago').click();
  await seeNot(dialog());
  await see(logged('11:30 AM'));
  await expect.element(rowOf('Levodopa/carbidopa')).toHaveFocus();
  await expect
    .poll(() => server.inputsOf('logDose')[0]?.takenAt.slice(0, 16))
    .toBe('2026-11-18T16:30');
});

it('logs a dose as it was planned, or at any time and in any amount', async () => {
  vi.setSystemTime('2026-11-18T17:25:00Z');
  const server = open();
  await button('Another time, or skipped…').click();
  await button('12:00 PM as planned').click();
  await see(logged('12:00 PM'));
  await expect
    .poll(() => server.inputsOf('logDose')[0])
    .toMatchObject({ takenAt: NOON, scheduledFor: NOON, amount: 1.5 });
  await button('Undo, Levodopa').click();
  await button('Another time, or skipped…').click();
  await button('Another time or amount').click();
  await dialog().getByRole('button', { name: 'Back' }).click();
  await button('Another time or amount').click();
  await field('Amount').fill('two');
  await button('Save').click();
  await see(summary().getByText('Write a number, such as 1, ½ or 1.5.'));
  await field('Amount').fill('2');
  await button('Save').click();
  await see(logged('12:25 PM'));
  await expect
    .poll(() => server.inputsOf('logDose')[1])
    .toMatchObject({ scheduledFor: NOON, amount: 2 });
});

it('gives a dose of an earlier time to the planned dose of that time', async () => {
  // The noon dose is offered from 10 AM on. 8:30 AM belongs to the morning dose.
  vi.setSystemTime('2026-11-18T15:30:00Z');
  const server = open();
  await button('Another time, or skipped…').click();
  await button('Another time or amount').click();
  await button('Change').click();
  await dialog().getByLabelText(/^Time/).fill('08:30');
  await button('Save').click();
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await expect
    .poll(() => server.inputsOf('logDose')[0])
    .toMatchObject({
      amount: 1.5,
      scheduledFor: '2026-11-18T13:00:00.000Z',
    });
});

it('keeps the planned dose of a late dose whose time is corrected', async () => {
  // At 3 PM, the dose of 8 PM is nearer than that of 8 AM, but it is not offered yet.
  vi.setSystemTime('2026-11-18T20:00:00Z');
  const times = [
    { time: '08:00', amount: 1 },
    { time: '20:00', amount: 2 },
  ];
  const server = open(answersForDoses([makeLevodopa({ times })]));
  await see(rows.getByText('1 tablet at 8:00 AM'));
  await button('Another time, or skipped…').click();
  await button('2:45 PM').click();
  await see(logged('2:45 PM'));
  const morning = { scheduledFor: '2026-11-18T13:00:00.000Z' };
  await expect.poll(() => server.inputsOf('logDose')).toMatchObject([{ amount: 1, ...morning }]);
  goTo('2026-11-18T20:31:00Z');
  await button('Edit, Levodopa').click();
  await button('Change').click();
  await dialog().getByLabelText(/^Time/).fill('14:30');
  await button('Save', true).click();
  await see(logged('2:30 PM'));
  await expect.poll(() => server.inputsOf('updateDose')).toMatchObject([morning]);
});

it('names the strength of a dose without a form, and says dose without a strength', async () => {
  const times = [{ time: '12:00', amount: 1 }];
  const medicationId = crypto.randomUUID();
  const unknown = { name: 'Amantadine', strength: null, medicationId };
  const regimen = [
    makeLevodopa({ form: '', times }),
    makeLevodopa({ form: '', times, ...unknown }),
  ];
  open(answersForDoses(regimen));
  await see(rows.getByText('1 × 100 mg', { exact: true }));
  await see(rows.getByText('1 dose', { exact: true }));
  open(answersForDoses(regimen, [makeDose(NOON), makeDose(NOON, unknown)]));
  await today.getByRole('button', { name: 'Show 2 doses' }).click();
  await see(dialog().getByText('Levodopa/carbidopa, 1 × 100 mg'));
  await see(dialog().getByText('Amantadine, 1 dose'));
});

it('logs a skipped dose only if that is chosen', async () => {
  const server = open();
  await button('Another time, or skipped…').click();
  await button('Skipped this dose').click();
  await see(rows.getByText('Skipped, logged 12:00 PM', { exact: true }));
  await expect
    .poll(() => server.inputsOf('logDose')[0])
    .toMatchObject({ status: 'skipped', scheduledFor: NOON });
  await see(today.getByText('Levodopa, 1½ tablets, skipped'));
});

it('logs another dose, as large as the last one and without a planned time', async () => {
  const last = makeDose(NOON, { scheduledFor: NOON, amount: 0.5 });
  const server = open(answersForDoses(REGIMEN, [last]));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  await button('Log another dose').click();
  await see(dialog().getByText('½ tablet, an extra dose'));
  await button('12:00 PM now').click();
  await seeNot(dialog());
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  expect(server.inputsOf('logDose')[0]).not.toHaveProperty('scheduledFor');
  expect(server.inputsOf('logDose')[0]?.amount).toBe(0.5);
  await see(logged('12:00 PM'));
});

it('keeps the order of the medications while somebody enters doses', async () => {
  const rasagiline = makeLevodopa({
    ...{ medicationId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f59', name: 'Rasagiline' },
    ...{ isLevodopa: false, times: [{ time: '08:00', amount: 1 }] },
  });
  const { medicationId, name } = rasagiline;
  const eight = '2026-11-18T13:00:00.000Z';
  open(
    answersForDoses(
      [...REGIMEN, rasagiline],
      [
        makeDose(eight, { medicationId, name, scheduledFor: eight }),
        makeDose('2026-11-18T16:20:00.000Z', { scheduledFor: NOON }),
      ],
    ),
  );
  const names = () =>
    rows
      .getByRole('group')
      .elements()
      .map((each) => each.getAttribute('aria-label')?.split(/[ /]/)[0]);
  await see(logged('11:20 AM'));
  expect(names()).toEqual(['Rasagiline', 'Levodopa']);
  await button('Edit, Levodopa').click();
  await button('Log another dose').click();
  await button('12:00 PM now').click();
  await see(logged('12:00 PM'));
  expect(names()).toEqual(['Rasagiline', 'Levodopa']);
  goTo('2026-11-18T17:03:00Z');
  await expect.poll(names).toEqual(['Levodopa', 'Rasagiline']);
});

it('says no longer what was deleted once another dose is entered', async () => {
  const eight = '2026-11-18T13:00:00.000Z';
  const doses = [
    makeDose(eight, { scheduledFor: eight }),
    makeDose('2026-11-18T16:20:00.000Z', { scheduledFor: NOON }),
  ];
  const server = open(answersForDoses(REGIMEN, doses));
  await button('Edit, Levodopa').click();
  await button('Delete this dose').click();
  await see(rows.getByText('The dose at 11:20 AM'));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  await button('Log another dose').click();
  await button('12:00 PM now').click();
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  await seeNot(rows.getByText('The dose at 11:20 AM'));
});

it.each([
  ['Keep only 11:50 AM', { deleted: 1, edited: [], shown: '11:50 AM' }],
  ['Keep both', { deleted: 0, edited: [{ scheduledFor: null }], shown: '12:00 PM' }],
])('asks about two doses for one planned time: %s', async (answer, { deleted, edited, shown }) => {
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
  await see(logged(shown));
  await expect.poll(() => server.inputsOf('updateDose')).toMatchObject(edited);
  await expect.poll(() => server.inputsOf('deleteDose')).toHaveLength(deleted);
  if (deleted === 0) return;
  await see(
    rows.getByText('The dose at 12:00 PM (Levodopa/carbidopa 100 mg, 1 tablet) was deleted.'),
  );
  await button('Undo', true).click();
  await see(rows.getByText('Logged twice: 11:50 AM, and 12:00 PM by Anna, changed by you.'));
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
  await see(rows.getByText('Levodopa/carbidopa 100 mg'));
  await seeNot(rows.getByText('Rasagiline'));
  await button('More medications').click();
  await see(rows.getByText('Rasagiline'));
});

it('shows all rows, and scrolls to them, when a dose reminder is pressed', async () => {
  const names = ['Amantadine', 'Rasagiline', 'Safinamide'];
  const others = names.map((name, index) =>
    makeLevodopa({
      medicationId: crypto.randomUUID(),
      name,
      times: [{ time: `11:${index}0`, amount: 1 }],
    }),
  );
  open(answersForDoses([...others, ...REGIMEN]));
  await see(rows.getByText('Safinamide 100 mg'));
  await seeNot(rows.getByText('Levodopa/carbidopa 100 mg'));
  await seeAlive();
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
  await expect.poll(() => server.inputsOf('logDose')).toHaveLength(1);
  expect(server.inputsOf('logDose')[0]).not.toHaveProperty('scheduledFor');
  await seeNot(button('Took it'));
  goTo('2026-11-18T17:31:00Z');
  await see(rows.getByText('Last logged 12:00 PM'));
  await see(button('Took it'));
});

it('is not shown without a medication in force', async () => {
  open(answersForDoses([makeLevodopa({ until: '2026-11-17' })]));
  await see('Today');
  await seeNot(rows);
});

it('offers the planned dose again while one is refused', async () => {
  open({ ...answersForDoses(REGIMEN), logDose: refuse('tooManyEntries') });
  await button('Took it').click();
  await see(rows.getByText('Levodopa/carbidopa, 12:00 PM, could not be saved.'));
  await see(rows.getByText('1½ tablets at 12:00 PM'));
  await seeNot(rows.getByText(/logged 12:00 PM/i));
  await seeNot(rows.getByText('Waiting'));
  await seeNot(today.getByText('Levodopa'));
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
  await see(today.getByText('Levodopa, ½ tablet'));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  await button('Delete this dose').click();
  await seeNot(dialog());
  await seeNot(today.getByText('Levodopa'));
  await see('The dose at 12:00 PM (Levodopa/carbidopa 100 mg, ½ tablet) was deleted.');
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
  await see(page.getByRole('heading', { name: 'Today, Wed, Nov 18' }));
  await today.getByRole('button', { name: 'Edit dose' }).click();
  const history = hold();
  server.answer({
    getDoses: async (input) => {
      if (input.to !== undefined) await history.held;
      return doses.filter(({ deletedAt }) => deletedAt === undefined);
    },
  });
  await button('Delete this dose').click();
  await see('The dose at 12:00 PM (Levodopa/carbidopa 100 mg, 1 tablet) was deleted.');
  await seeNot(today.getByText('Levodopa'));
  await expect.element(button('Track Symptoms')).toHaveFocus();
  history.goOn();
});

it('lists the doses of a day in one line of the history, which opens them', async () => {
  const forms = [
    makeForm(3, '2026-11-18T13:10:00Z', { Tremor: 4 }),
    makeForm(2, '2026-11-17T23:00:00Z', { Tremor: 3 }),
    makeForm(1, '2026-11-17T13:00:00Z', { Tremor: 2 }),
  ];
  const doses = [
    makeDose('2026-11-17T17:05:00.000Z'),
    makeDose('2026-11-17T13:05:00.000Z'),
    makeDose('2026-11-17T12:05:00.000Z', { status: 'skipped' }),
    makeDose('2026-11-16T17:05:00.000Z'),
  ];
  const server = openApp('/dashboard', {
    ...answersFor(makePerson(), forms),
    ...answersForDoses(REGIMEN, doses),
  });
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  const list = page.getByRole('list', { name: 'Past Forms' });
  await see(list.getByRole('heading', { name: 'Mon, Nov 16' }));
  await seeTexts(list.getByRole('listitem'), [
    /Form #2/,
    /Form #1/,
    '2 doses, 1 skipped',
    /1 dose$/,
  ]);
  await list.getByRole('button', { name: '2 doses, 1 skipped' }).click();
  await see(dialog().getByRole('heading', { name: 'Tue, Nov 17' }));
  await seeTexts(dialog().getByRole('listitem'), [/^7:05 AM/, /^8:05 AM/, /^12:05 PM/]);
  await dialog()
    .getByRole('button', { name: /Edit dose/ })
    .first()
    .click();
  await see(dialog().getByRole('heading', { name: 'Edit dose' }));
  const gone = doses[1]?.doseId;
  server.answer({
    deleteDose: ({ doseId }) => ({ ...makeDose(NOON), doseId, deletedAt: NOON }),
    getDoses: doses.filter(({ doseId }) => doseId !== gone),
  });
  await button('Delete this dose').click();
  await seeNot(dialog());
  await see('The dose');
  await see(list.getByRole('button', { name: '1 dose' }).first());
});
