import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PushDevice, ReminderAnswer } from '../../contract/entities.ts';
import type { Reminder, ReminderKind } from '../../domain/reminders.ts';
import type { TestUser } from './app.ts';
import type { PushService } from './push-service.ts';

/**
 * Turns on reminders: by default a reminder of forms, by push at 8 AM.
 *
 * @param other settings that do not belong to one kind, such as the quiet hours
 */
export async function savedReminders(
  { browser, userId }: TestUser,
  kinds: Partial<Record<ReminderKind, Partial<Reminder>>> = { form: {} },
  other: object = {},
): Promise<ReminderAnswer> {
  const reminders = Object.entries(kinds).map(([kind, given]) => {
    const isWeekly = kind === 'weeklyReport';
    const channels = isWeekly ? ['email'] : ['push'];
    return { kind, on: true, times: [isWeekly ? '09:00' : '08:00'], channels, ...given };
  });
  const answer = await browser.call('saveReminders', { userId, reminders, ...other });
  expect(answer.json()).not.toHaveProperty('error');
  return answer.json();
}

/** The input of `addPushDevice` for an invented subscription at Google's push service. */
export function subscriptionInput() {
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    name: 'Chrome on Android',
  };
}

/** Subscribes a user's browser at a push service for tests. */
export async function addedDevice(
  { browser, userId }: TestUser,
  service: PushService,
  key: string,
) {
  const subscription = await service.subscribe(key);
  const { endpoint, keys } = subscription;
  const input = { userId, endpoint, ...keys, name: 'Firefox on Linux' };
  const answer = await browser.call('addPushDevice', input);
  expect(answer.json()).not.toHaveProperty('error');
  return { subscription, input, device: answer.json() as PushDevice };
}
