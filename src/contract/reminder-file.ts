import type { z } from 'zod';
import * as field from './fields.ts';
import { quietHours, reminders } from './reminder-fields.ts';

/**
 * The settings of reminders in the JSON file of an account (`account-file`). They include no devices, keys or
 * addresses.
 */
export const remindersInFile = field.object({
  /** At most one of each kind. A kind that is missing is off. */
  reminders,
  quiet: quietHours.nullable(),
  /** The last day of a pause; null if reminders are not paused. */
  pausedUntil: field.date.nullable(),
  showsNames: field.flag,
  repeats: field.flag,
});
export type RemindersInFile = z.input<typeof remindersInFile>;
