import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersFor, makeForms, makePerson, NOW } from '../testing/person.ts';
import { rate, save } from '../testing/rating.ts';
import { alert, button, dialog, hold, see, seeCount, seeNot, tab } from '../testing/screen.ts';
import { type Answers, type FakeServer, lost, refuse } from '../testing/server.ts';

/** A page that was opened with a network, and loses it. */

const line = page.getByRole('region', { name: 'Average Symptom Severity' });
const afterDose = page.getByRole('region', { name: 'After a dose' });
const today = page.getByRole('region', { name: 'Today' });
const notice = page.getByText(
  /^(No connection|Still no connection|You’re online|Everything|1 form|1 dose)/,
);
const DAYS = ['10', '11', '12', '13', '14', '15', '16'];

let online: Answers;
let server: FakeServer;

beforeEach(async () => {
  const doses = DAYS.map((day) => {
    const at = `2026-11-${day}T13:00:00.000Z`;
    return makeDose(at, { scheduledFor: at });
  });
  online = {
    // Each test has its own person, because waiting entries stay on the device.
    ...answersFor(makePerson({ symptoms: ['Tremor'] }), makeForms(50, ['Tremor'])),
    ...answersForDoses([makeLevodopa()], doses),
    saveSymptomForm: save(1000),
  };
  server = openApp('/dashboard', online);
  await see(line.getByRole('img'));
  await afterDose.getByText('Show the chart').click();
  await see(afterDose.getByRole('img').first());
  window.scrollTo(0, 0);
});

/** From now on, no call reaches the server. */
function lose(): void {
  server.answer(Object.fromEntries(Object.keys(online).map((name) => [name, lost])));
}

async function submit(): Promise<void> {
  await button('Track Symptoms').click();
  await rate('Tremor', 4);
  await button('Submit').click();
  await see(/^Saved on this device\. Tremor\s4\.$/);
}

it('counts what waits in one line, and keeps the charts with their time', async () => {
  await seeNot(notice);
  lose();
  await submit();
  await seeNot(dialog());
  await see('No connection. Entries from 12:00 PM. 1 form waits.');
  await button('Took it').first().click();
  await see('No connection. Entries from 12:00 PM. 1 form and 1 dose wait.');
  await see(today.getByRole('button', { name: /Open your form.*Waiting/ }));
  await see(today.getByRole('button', { name: /Edit dose.*Waiting/ }));
  for (const card of [line, afterDose]) await see(card.getByText('As of 12:00 PM.'));
  await line.getByRole('button', { name: 'Refresh' }).click();
  // A period that the page does not fetch by itself.
  await line.getByLabelText('Timeframe').selectOptions('Custom');
  await line.getByLabelText('Start Date').fill('2026-08-10');
  await see(line.getByText('This period is not stored on this device.'));
  await see(line.getByRole('img'));
  await afterDose.getByLabelText('Days').selectOptions('Last 90 days');
  await see(afterDose.getByText('This period is not stored on this device.'));
  await see(afterDose.getByRole('img').first());
  await tab('Past Forms').click();
  await button('Show older forms').click();
  await see('You can see older forms when you’re online again.');
  await seeCount(alert(), 0);
});

it('counts a form that waits in the month of the history, and lists it on its day', async () => {
  // The forms of the last weeks are fetched a second after the page has opened.
  const recent = () => server.inputsOf('getUserForms').filter(({ from, to }) => from && !to);
  await expect.poll(recent).toHaveLength(1);
  lose();
  await submit();
  await tab('Past Forms').click();
  const days = page.getByRole('grid', { name: 'November 2026' }).getByRole('button');
  await expect.element(days.last()).toHaveAccessibleName(/^Nov 18, Tremor \d\.\d, 2 forms$/);
  const past = page.getByRole('list', { name: 'Past Forms' });
  await see(past.getByRole('button', { name: /Open your form.*Waiting/ }));
  await page.getByRole('button', { name: 'October 2026' }).click();
  await see(page.getByRole('grid', { name: 'October 2026' }).getByRole('button').first());
  await seeCount(alert(), 0);
});

it('hides the medication of the next page until that has read which doses wait', async () => {
  lose();
  await button('Took it').first().click();
  await see('No connection. Entries from 12:00 PM. 1 dose waits.');
  expect(localStorage.getItem('waits')).not.toBeNull();
  // As `first.ts` does.
  document.documentElement.dataset.waits = '';
  openApp('/dashboard', { ...online, logDose: lost });
  const rows = page.getByRole('region', { name: 'Medication' });
  expect(rows.query()).toBeNull();
  await see(rows.getByText(/^Logged/));
  expect(rows.getByRole('button', { name: 'Took it' }).query()).toBeNull();
});

it('asks the browser once to keep what waits', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(false);
  lose();
  expect(persist).not.toHaveBeenCalled();
  await submit();
  await see('1 form waits.');
  await button('Took it').first().click();
  await see('1 form and 1 dose wait.');
  expect(persist).toHaveBeenCalledTimes(1);
});

it('sends everything on request, and says if there is still no connection', async () => {
  lose();
  await submit();
  await button('Took it').first().click();
  await see('1 form and 1 dose wait.');
  await button('Send now').click();
  await see('Still no connection. Entries from 12:00 PM. 1 form and 1 dose wait.');
  // The app may begin to send by itself before the press. The button stays until the form is saved.
  const { held, goOn } = hold();
  server.answer({ ...online, saveSymptomForm: (input) => held.then(() => save(1000)(input)) });
  await button('Send now').click();
  goOn();
  await see(/^Form #1000 is saved\. Tremor\s4\.$/);
  await see(page.getByText('Everything is saved.').or(page.getByText('You’re online again.')));
  await expect.poll(() => server.inputsOf('logDose').length).toBeGreaterThan(1);
  await seeNot(today.getByText('Waiting'));
  await seeNot(button('Send now'));
});

it('moves nothing on the screen when the line appears and when the connection is back', async () => {
  await seeCount(button('Took it'), 1);
  const took = button('Took it').element();
  const { top } = took.getBoundingClientRect();
  const { held, goOn } = hold();
  server.answer({ getUserForms: () => held.then(() => lost) });
  await line.getByRole('button', { name: 'Refresh' }).click();
  window.scrollTo(0, 0);
  expect(took.getBoundingClientRect().top).toBe(top);
  goOn();
  await see('No connection. Entries from 12:00 PM. You can go on.');
  expect(took.getBoundingClientRect().top).toBe(top);
  server.answer(online);
  window.dispatchEvent(new Event('online'));
  await see('You’re online again.');
  expect(took.getBoundingClientRect().top).toBe(top);
  await seeNot(page.getByText('As of'));
});

it('says what waits and why if the server answers, but does not take it', async () => {
  lose();
  await submit();
  server.answer({ ...online, saveSymptomForm: refuse('unavailable') });
  await button('Send now').click();
  await see(/^1 form waits\. /);
  await seeNot('o connection.');
  await see(today.getByText('Waiting'));
});

it('fetches again by itself what could not be fetched', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.parse(NOW),
    shouldAdvanceTime: true,
    advanceTimeDelta: 20,
  });
  lose();
  // Older than the forms of the last months, which the page fetches by itself when it is idle.
  await line.getByLabelText('Timeframe').selectOptions('Custom');
  await line.getByLabelText('Start Date').fill('2026-08-10');
  await vi.advanceTimersByTimeAsync(4000);
  await see(line.getByText('This period is not stored on this device.'));
  server.answer(online);
  // The browser may not report that the network is back.
  await vi.advanceTimersByTimeAsync(16_000);
  await see(line.getByRole('heading', { name: 'Custom Period' }));
  await seeNot(line.getByText('This period is not stored on this device.'));
});
