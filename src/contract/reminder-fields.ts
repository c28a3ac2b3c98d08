import { z } from 'zod';
import { isNtfyTopic, MAX_NTFY_TOPIC, MAX_NTFY_URL, ntfyOrigin } from '../domain/ntfy.ts';
import {
  CHANNELS_OF,
  MAX_DAYS_BEFORE,
  MAX_REMINDER_TIMES,
  REMINDER_CHANNELS,
  REMINDER_KINDS,
} from '../domain/reminders.ts';
import { flag, name, object, rule } from './fields.ts';

/** The input fields of the calls for reminders and devices. Their rules are as in `fields.ts`. */

const clockTime = z
  .string(rule('must be a time from 00:00 to 23:59'))
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59');

export const quietHours = object({ from: clockTime, to: clockTime });

const daysRule = `must be 1 to ${MAX_DAYS_BEFORE} days`;
const reminder = object({
  kind: z.enum(REMINDER_KINDS, rule(`must be one of ${REMINDER_KINDS.join(', ')}`)),
  on: flag,
  times: z
    .array(clockTime, rule('must be a list of times'))
    .max(MAX_REMINDER_TIMES, `must be a list of at most ${MAX_REMINDER_TIMES} times`)
    .refine((times) => new Set(times).size === times.length, 'must hold each time once')
    .optional(),
  weekday: z
    .int(rule('must be 1, Monday, to 7, Sunday'))
    .min(1, 'must be 1, Monday, to 7, Sunday')
    .max(7, 'must be 1, Monday, to 7, Sunday')
    .optional(),
  daysBefore: z.int(rule(daysRule)).min(1, daysRule).max(MAX_DAYS_BEFORE, daysRule).optional(),
  channels: z.array(
    z.enum(REMINDER_CHANNELS, rule(`must be one of ${REMINDER_CHANNELS.join(', ')}`)),
    rule('must be a list'),
  ),
})
  .refine(
    ({ kind, channels }) => channels.every((channel) => CHANNELS_OF[kind].includes(channel)),
    'must have channels that this kind of reminder can use',
  )
  .refine(
    ({ kind, times }) => kind !== 'weeklyReport' || times === undefined || times.length === 1,
    'must have one time for the weekly report',
  );

/** The reminders to change, each kind at most once. */
export const reminders = z
  .array(reminder, rule('must be a list of reminders'))
  .refine(
    (all) => new Set(all.map(({ kind }) => kind)).size === all.length,
    'must name each kind once',
  );

const urlRule = 'must be the address of a server, such as https://ntfy.sh';
const topicRule = `must be 1 to ${MAX_NTFY_TOPIC} letters, digits, - and _`;
/** Where reminders go by ntfy. Of the address, only the origin is stored. */
export const ntfyTarget = object({
  url: z
    .string(rule(urlRule))
    .max(MAX_NTFY_URL, urlRule)
    .refine((text) => ntfyOrigin(text) !== undefined, urlRule)
    .overwrite((text) => ntfyOrigin(text) ?? text),
  topic: z.string(rule(topicRule)).refine(isNtfyTopic, topicRule),
});

export const pushEndpoint = z
  .string(rule('must be an address'))
  .max(2000, 'is too long')
  .regex(/^https?:\/\/[!-~]+$/, 'must be an address');
/** Base64url without padding. */
export const pushKey = z.string(rule('must be a key')).regex(/^[\w-]{22,88}$/, 'must be a key');
/** Such as 'Chrome on Android', as the browser describes itself. */
export const deviceName = name(1, 60);
