import type { PushDevice, ReminderAnswer } from '../../contract/entities.ts';
import { changedReminders } from '../../domain/reminder-changes.ts';
import { DEFAULT_REMINDERS } from '../../domain/reminders.ts';
import type { Answers } from './server.ts';

/** The reminders of a person who has not set any. */
export function makeReminders(change: Partial<ReminderAnswer> = {}): ReminderAnswer {
  const { reminders, ...settings } = DEFAULT_REMINDERS;
  return {
    ...settings,
    reminders: reminders.map(({ times, channels, ...reminder }) => {
      return { ...reminder, times: [...times], channels: [...channels] };
    }),
    devices: [],
    pushKey:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    canMail: true,
    ntfy: null,
    ...change,
  };
}

export function makeDevice(change: Partial<PushDevice> = {}): PushDevice {
  return {
    deviceId: crypto.randomUUID(),
    name: 'Chrome on Android',
    isThis: true,
    // The hash of the subscription that `standInForPush` gives the browser.
    endpointHash: '5ba15fff965f44afa55aa4fa4d52b94b0ba86380a161089ddca9b9d08bef9ef6',
    addedAt: '2026-11-18T12:00:00.000Z',
    lastSentAt: null,
    ...change,
  };
}

/** The answers to the calls for reminders. Reads return what was saved. */
export function answersForReminders(kept: ReminderAnswer = makeReminders()): Answers {
  let now = kept;
  return {
    getReminders: () => now,
    saveReminders: ({ userId: _, ntfy, ...change }) => {
      now = changedReminders(now, change);
      if (ntfy !== undefined) now = { ...now, ntfy: ntfy && { ...ntfy, isEnded: false } };
      return now;
    },
    addPushDevice: ({ name }) => {
      const device = makeDevice({ name });
      now = { ...now, devices: [...now.devices.filter(({ isThis }) => !isThis), device] };
      return device;
    },
    removePushDevice: ({ deviceId }) => {
      now = { ...now, devices: now.devices.filter((each) => each.deviceId !== deviceId) };
      return {};
    },
    sendTestPush: () => ({}),
    sendTestNtfy: () => ({}),
  };
}
