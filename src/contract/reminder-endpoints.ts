import { z } from 'zod';
import { endpoint, own } from './endpoint.ts';
import { pushDevice, reminderAnswer } from './entities.ts';
import * as field from './fields.ts';
import {
  deviceName,
  ntfyTarget,
  pushEndpoint,
  pushKey,
  quietHours,
  reminders,
} from './reminder-fields.ts';

export const reminderEndpoints = {
  getReminders: endpoint({
    summary: 'The reminders, the phones that get them, and the key for a push subscription.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: reminderAnswer,
    errors: ['signedOut', 'userNotFound'],
  }),
  saveReminders: endpoint({
    summary:
      'Save the reminders of some kinds, and the settings of all. A field that is missing stays as it is.',
    session: 'own',
    input: field.object({
      ...own,
      reminders: reminders.default([]),
      quiet: quietHours.nullable().optional(),
      pausedUntil: field.date.nullable().optional().meta({
        description: 'The last day without reminders; null ends the pause.',
      }),
      showsNames: field.flag.optional(),
      repeats: field.flag.optional(),
      ntfy: ntfyTarget.nullable().optional().meta({
        description: 'Where reminders go by ntfy; null ends it.',
      }),
    }),
    status: 200,
    answer: reminderAnswer,
    errors: ['signedOut', 'userNotFound', 'ntfyForbidden'],
  }),
  addPushDevice: endpoint({
    summary:
      'Send reminders to this browser, until the session ends. If the endpoint is known, its keys are replaced.',
    session: 'own',
    input: field.object({
      ...own,
      endpoint: pushEndpoint,
      p256dh: pushKey,
      auth: pushKey,
      name: deviceName,
    }),
    status: 200,
    answer: pushDevice,
    errors: ['signedOut', 'userNotFound', 'pushRefused', 'tooManyDevices'],
  }),
  removePushDevice: endpoint({
    summary: 'Stop sending reminders to a browser.',
    session: 'own',
    input: field.object({ ...own, deviceId: field.submissionId }),
    status: 200,
    answer: z.object({}),
    errors: ['signedOut', 'userNotFound'],
  }),
  sendTestPush: endpoint({
    summary: 'Send a test to the browser of this session.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({}),
    errors: ['signedOut', 'userNotFound', 'noPushDevice', 'pushFailed', 'tooManyAttempts'],
  }),
  sendTestNtfy: endpoint({
    summary: 'Send a test by ntfy.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({}),
    errors: [
      'signedOut',
      'userNotFound',
      'noNtfy',
      'ntfyForbidden',
      'ntfyRefused',
      'ntfyUnreached',
      'tooManyAttempts',
    ],
  }),
  getCalendarFile: endpoint({
    summary: 'The reminders in the calendar, as a file to import.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.string(),
    files: ['text/calendar; charset=utf-8'],
    errors: ['signedOut', 'userNotFound', 'noReminders'],
  }),
};
