import { z } from 'zod';
import { endpoint, fairUse, own } from './endpoint.ts';
import { checkIn } from './entities.ts';
import * as field from './fields.ts';

const ofOneDay = {
  session: 'log',
  input: field.object({ ...own, day: field.date }),
  status: 200,
  answer: checkIn,
  errors: ['signedOut', 'userNotFound', 'checkInNotFound', 'tooManySaved'],
} as const;

export const checkInEndpoints = {
  saveCheckIn: endpoint({
    summary:
      'Save the check-in of a day. Without a version, stored answers stay and only missing ones are added, so the call may be sent again. If an answer differs, or the version is stale, the error contains the stored check-in.',
    session: 'log',
    input: field.object({
      ...own,
      day: field.date.meta({ description: 'Not in the future in the time zone.' }),
      medication: field.medicationAnswer.optional(),
      exerciseMinutes: field.exerciseMinutes.optional(),
      sleepHours: field.sleepHours.optional(),
      mood: field.mood.optional().meta({ description: 'From 1, very low, to 5, very good.' }),
      notes: field.checkInNotes.optional(),
      version: field.version.optional().meta({
        description:
          'The version on which an edit is based. With it, the answers that are sent replace the stored ones; null or an empty note removes one.',
      }),
      enteredAt: field.instant.optional().meta({
        description: 'When it was entered, if it waited for the network; by default, now.',
      }),
      timeZone: field.timeZone.optional().meta({
        description: 'The time zone where it was entered; by default, the profile’s.',
      }),
    }),
    status: 200,
    answer: checkIn,
    stored: checkIn,
    errors: [
      'signedOut',
      'userNotFound',
      'checkInNotFound',
      'checkInChanged',
      'checkInEmpty',
      'entryOfOther',
      'dayInFuture',
      ...fairUse,
    ],
  }),
  getCheckIns: endpoint({
    summary:
      'Check-ins by day, the latest first. Both the first and the last day are included. `next` is the last day of the rest.',
    session: 'read',
    input: field.object({ ...own, from: field.date, to: field.date }),
    status: 200,
    answer: z.array(checkIn),
    errors: ['signedOut', 'userNotFound'],
  }),
  deleteCheckIn: endpoint({
    summary: 'Delete the check-in of a day. It can be restored for 30 days.',
    ...ofOneDay,
  }),
  restoreCheckIn: endpoint({ summary: 'Restore the deleted check-in of a day.', ...ofOneDay }),
  getDeletedCheckIns: endpoint({
    summary: 'The check-ins that were deleted in the last 30 days, the last deleted first.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(checkIn),
    errors: ['signedOut', 'userNotFound'],
  }),
};
