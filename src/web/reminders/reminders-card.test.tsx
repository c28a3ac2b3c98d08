import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { changedReminders } from '../../domain/reminder-changes.ts';
import { openApp } from '../testing/app.tsx';
import { standInForPush } from '../testing/browser-push.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { answersForReminders, makeDevice, makeReminders } from '../testing/reminders.ts';
import { button, dialog, hold, logOut, see, seeNot, tab } from '../testing/screen.ts';
import { lost, refuse, silence } from '../testing/server.ts';

const card = page.getByRole('region', { name: 'Notifications' });

function open(kept = makeReminders()) {
  return openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson(), []),
    ...answersForReminders(kept),
  });
}

function toggle(name: string | RegExp) {
  return card.getByRole('switch', { name }).click();
}

beforeEach(() => {
  standInForPush();
});

it('is off until a switch is pressed, and shows its settings', async () => {
  const server = open();
  for (const name of ['Symptom Form Reminders', 'Daily Health Check-in', 'Medication Reminders']) {
    await expect.element(card.getByRole('switch', { name })).not.toBeChecked();
  }
  await toggle('Symptom Form Reminders');
  await see(card.getByText('8:00 AM, 1:00 PM, 8:00 PM'));
  await expect
    .poll(() => server.inputsOf('saveReminders'))
    .toMatchObject([{ reminders: [{ kind: 'form', on: true, channels: ['push'] }] }]);
  await toggle('Weekly Health Report');
  await see(card.getByText('Monday, 9:00 AM'));
});

it('the times and the channels can be changed', async () => {
  const server = open();
  await toggle('Exercise Reminders');
  await button('Change Exercise Reminders').click();
  await dialog().getByLabelText('Time').fill('16:30');
  await button('Add a time').click();
  await dialog().getByLabelText('Time 2', { exact: true }).fill('11:00');
  await dialog().getByText('In my calendar').click();
  await button('Save', true).click();
  await see(card.getByText('11:00 AM, 4:30 PM'));
  await expect
    .poll(() => server.inputsOf('saveReminders').at(-1))
    .toMatchObject({
      reminders: [{ times: ['11:00', '16:30'], channels: ['push', 'calendar'] }],
    });
  await button('In my calendar').click();
  await see(page.getByRole('link', { name: 'Download for my calendar' }));
  await see('A pause here does not pause your calendar.');
});

it('shows a switch as it was pressed, even if a response with former settings arrives later', async () => {
  const server = open();
  await see(card.getByRole('switch').first());
  const before = server.inputsOf('getReminders').length;
  const late = hold();
  server.answer({
    getReminders: () => late.held.then(() => makeReminders()),
    saveReminders: silence,
  });
  await tab('Symptom Overview').click();
  await tab('Settings').click();
  await expect.poll(() => server.inputsOf('getReminders').length).toBeGreaterThan(before);
  await toggle('Exercise Reminders');
  late.goOn();
  await toggle('Weekly Health Report');
  for (const name of ['Weekly Health Report', 'Exercise Reminders']) {
    await expect.element(card.getByRole('switch', { name })).toBeChecked();
  }
});

it('shows a switch as it was pressed while an earlier change is answered', async () => {
  const server = open();
  await see(card.getByRole('switch').first());
  const first = hold();
  const reminders = makeReminders().reminders.map((each) => {
    return { ...each, on: each.kind === 'exercise' };
  });
  server.answer({ saveReminders: () => first.held.then(() => makeReminders({ reminders })) });
  await toggle('Exercise Reminders');
  await toggle('Symptom Form Reminders');
  server.answer({ saveReminders: silence });
  first.goOn();
  // The second change is sent after the answer to the first.
  await expect.poll(() => server.inputsOf('saveReminders').length).toBe(2);
  await expect.element(card.getByRole('switch', { name: 'Symptom Form Reminders' })).toBeChecked();
});

it('keeps the fields open until the change is saved', async () => {
  const server = open();
  await toggle('Exercise Reminders');
  await button('Change Exercise Reminders').click();
  await dialog().getByText('On my phone', { exact: true }).click();
  await button('Save', true).click();
  await see('Please choose how to get this reminder, or turn it off.');
  expect(server.inputsOf('saveReminders')).toHaveLength(1);
  await dialog().getByText('In my calendar').click();
  await dialog().getByLabelText('Time').fill('16:30');
  server.answer({ saveReminders: refuse('unavailable') });
  await button('Save', true).click();
  await see('The server is busy.');
  await expect.element(dialog().getByLabelText('Time')).toHaveValue('16:30');
  await see(card.getByText('10:00 AM'));
  server.answer(answersForReminders());
  await button('Save', true).click();
  await see(card.getByText('4:30 PM'));
  await seeNot(dialog());
  await expect.element(button('Change Exercise Reminders')).toHaveFocus();
});

it('keeps what was changed when the dialog is closed, and says so', async () => {
  open();
  await toggle('Exercise Reminders');
  await button('Change Exercise Reminders').click();
  expect(location.search).toBe('?tab=settings&open=remind-exercise');
  await dialog().getByLabelText('Time').fill('16:30');
  await button('Close').click();
  await see(card.getByText('Your changes are not saved yet.'));
  await button('Change Exercise Reminders').click();
  await expect.element(dialog().getByLabelText('Time')).toHaveValue('16:30');
  await dialog().getByLabelText('Time').fill('10:00');
  await button('Close').click();
  await seeNot('Your changes are not saved yet.');
});

it('says what is missing', async () => {
  const reminders = makeReminders().reminders.map((each) => {
    return each.kind === 'exercise' ? { ...each, on: true, times: [], channels: [] } : each;
  });
  open(makeReminders({ reminders }));
  await see('No time is set yet.');
  await see('You will not get this reminder yet. Choose how to get it.');
});

it('medication reminders have the planned times, and no email', async () => {
  open();
  await toggle('Medication Reminders');
  await see(card.getByText('At the planned times'));
  await button('Change Medication Reminders').click();
  await see('The times come from your plan');
  await seeNot(dialog().getByText('By email'));
});

it('asks for the permission after a press, sends a test, and turns off', async () => {
  const isSubscribed = standInForPush();
  const server = open();
  await toggle('Daily Health Check-in');
  await button('On this device Off').click();
  await button('Turn on reminders on this device').click();
  await see('Reminders are on for this device.');
  await expect
    .poll(() => server.inputsOf('addPushDevice'))
    .toMatchObject([{ endpoint: 'https://push.example/1', auth: 'BwcHBwcHBwcHBwcHBwcHBw' }]);
  await button('Send a test').click();
  await see('The test is on its way.');
  const settings = hold();
  server.answer({
    getReminders: async () => {
      await settings.held;
      return changedReminders(makeReminders(), server.inputsOf('saveReminders')[0] ?? {});
    },
  });
  await button('Turn off reminders on this device').click();
  await see(button('Turn on reminders on this device'));
  settings.goOn();
  await expect.element(page.getByRole('group', { name: 'On this device' })).toHaveFocus();
  await expect.poll(isSubscribed).toBe(false);
});

it('says how to allow reminders that are blocked, and when the server can send none', async () => {
  standInForPush({ permission: 'denied' });
  open();
  await toggle('Daily Health Check-in');
  await button('On this device Blocked').click();
  await see('This browser blocks reminders');
  const reminders = makeReminders().reminders.map((each) => {
    return each.kind === 'form' ? { ...each, on: true, channels: ['push', 'calendar'] } : each;
  }) satisfies ReminderAnswer['reminders'];
  open(makeReminders({ pushKey: null, reminders }));
  await see('Calendar only: this server can’t reach phones.');
  await toggle('Daily Health Check-in');
  await see('You will not get this: this server can’t reach phones.');
  await seeNot(button('On this device'));
});

it('says that it does not know whether this device gets reminders, and tries again', async () => {
  const failing = vi
    .spyOn(navigator.serviceWorker, 'getRegistration')
    .mockRejectedValue(new Error('no storage'));
  open();
  await toggle('Daily Health Check-in');
  await seeNot(card.getByText('No phone gets this reminder yet.'));
  await button('On this device Not known').click();
  await see('We could not find out whether this device gets reminders.');
  failing.mockResolvedValue(undefined);
  await button('Try again').click();
  await see(button('Turn on reminders on this device'));
  await see(card.getByText('No phone gets this reminder yet.'));
});

it('says when this device last got a reminder, and lists the other devices', async () => {
  standInForPush({ permission: 'granted', isSubscribed: true });
  const reminders = makeReminders().reminders.map((each) => ({ ...each, on: true }));
  const other = makeDevice({ isThis: false, name: 'Safari on iPhone' });
  const own = makeDevice({ lastSentAt: '2026-11-18T13:00:00.000Z' });
  open(makeReminders({ reminders, devices: [own, other] }));
  await button('On this device On').click();
  await see('The last reminder came at 8:00 AM.');
  await button('Remove Safari on iPhone').click();
  await seeNot('Safari on iPhone');
  await expect.element(page.getByRole('dialog', { name: 'On this device' })).toHaveFocus();
});

it('says that no phone gets a reminder if the only device gets none', async () => {
  standInForPush({ permission: 'default' });
  const reminders = makeReminders().reminders.map((each) => ({ ...each, on: true }));
  const ended = makeDevice({ isThis: false, endpointHash: null });
  open(makeReminders({ reminders, devices: [ended] }));
  await see(card.getByText('No phone gets this reminder yet.').first());
  await button('On this device Off').click();
  await see('Gets no reminders now. Open the app on that device once.');
});

it('removes the reminders that are shown when the person logs out', async () => {
  const isSubscribed = standInForPush({ permission: 'granted', isSubscribed: true });
  const close = vi.fn();
  const registration = await navigator.serviceWorker.getRegistration();
  Object.assign(registration ?? {}, { getNotifications: async () => [{ close }] });
  const server = open(makeReminders({ devices: [makeDevice()] }));
  server.answer({ signOut: {} });
  await see(card);
  await logOut();
  await see('Sign in to your account');
  expect(close).toHaveBeenCalled();
  expect(isSubscribed()).toBe(false);
});

it('gets no reminders after a log-out without a connection, and tells the server later', async () => {
  const isSubscribed = standInForPush({ permission: 'granted', isSubscribed: true });
  const device = makeDevice();
  const kept = makeReminders({ devices: [device] });
  open(kept).answer({ signOut: lost });
  await see(card);
  await logOut();
  await expect.poll(isSubscribed).toBe(false);
  const server = open(kept);
  await expect
    .poll(() => server.inputsOf('removePushDevice').at(0))
    .toMatchObject({ deviceId: device.deviceId });
  expect(isSubscribed()).toBe(false);
  expect(server.inputsOf('addPushDevice')).toEqual([]);
});

it('can be paused for today and for a trip', async () => {
  const server = open();
  await toggle('Daily Health Check-in');
  await button('Pause, and more choices').click();
  await button('No reminders today').click();
  await see('No more reminders today.');
  await see('Paused today');
  await button('End the pause now').click();
  await button('Pause for a trip').click();
  await dialog().getByLabelText('Last day without reminders').fill('2026-11-30');
  await button('Pause', true).click();
  await see('No reminders until the end of Nov 30.');
  await see('Paused until Nov 30');
  const pauses = () => server.inputsOf('saveReminders').map(({ pausedUntil }) => pausedUntil);
  await expect.poll(pauses).toEqual([undefined, '2026-11-18', null, '2026-11-30']);
});

it('has quiet hours, a repeat, and names only on request', async () => {
  const server = open();
  await toggle('Daily Health Check-in');
  await button('Pause, and more choices').click();
  await dialog()
    .getByRole('switch', { name: /^Quiet hours/ })
    .click();
  await expect.element(dialog().getByLabelText('From')).toHaveValue('22:00');
  await dialog()
    .getByRole('switch', { name: /^Show the medication/ })
    .click();
  await expect.poll(() => server.inputsOf('saveReminders').length).toBe(3);
  await expect
    .poll(() => server.inputsOf('saveReminders').slice(1))
    .toMatchObject([{ quiet: { from: '22:00', to: '07:00' } }, { showsNames: true }]);
  await dialog().getByLabelText('From').fill('21:30');
  await see('Save quiet hours');
  expect(server.inputsOf('saveReminders')).toHaveLength(3);
  await button('Save quiet hours').click();
  await expect
    .poll(() => server.inputsOf('saveReminders')[3])
    .toMatchObject({ quiet: { from: '21:30', to: '07:00' } });
  await see('These hours are saved.');
});

it('a weekly report needs a server that sends email, and a confirmed address', async () => {
  open(makeReminders({ canMail: false }));
  await expect.element(card.getByRole('switch', { name: /^Weekly/ })).toBeDisabled();
});
