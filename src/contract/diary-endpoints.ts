import { z } from 'zod';
import { diaryEntries, diarySlots } from './diary-fields.ts';
import { endpoint, fairUse, own } from './endpoint.ts';
import { diaryEntry } from './entities.ts';
import * as field from './fields.ts';

const ofSlots = {
  session: 'log',
  input: field.object({ ...own, slots: diarySlots }),
  status: 200,
  answer: z.array(diaryEntry),
  errors: ['signedOut', 'userNotFound', 'diaryNotFound', 'tooManySaved'],
} as const;

export const diaryEndpoints = {
  saveDiary: endpoint({
    summary:
      'Save the states of half-hours, all or none. Without a version, only empty half-hours are filled, so the call may be sent again. If a stored state differs, or a version is stale, the error contains the stored half-hours.',
    session: 'log',
    input: field.object({
      ...own,
      entries: diaryEntries,
      timeZone: field.timeZone.optional().meta({
        description:
          'The time zone where they were entered. Each slot must begin a half-hour of its clock. By default, the profile’s.',
      }),
    }),
    status: 200,
    answer: z.array(diaryEntry),
    stored: z.array(diaryEntry),
    errors: [
      'signedOut',
      'userNotFound',
      'diaryNotFound',
      'diaryChanged',
      'entryOfOther',
      'noHalfHour',
      'halfHourInFuture',
      ...fairUse,
    ],
  }),
  getDiary: endpoint({
    summary: 'The half-hours of the diary that begin in a span of at most 100 days, in order.',
    session: 'read',
    input: field.object({
      ...own,
      from: field.instant.meta({ description: 'Half-hours that begin at or after this.' }),
      to: field.instant.meta({ description: 'Half-hours that begin before this.' }),
    }),
    status: 200,
    answer: z.array(diaryEntry),
    errors: ['signedOut', 'userNotFound', 'spanTooLong'],
  }),
  deleteDiary: endpoint({
    summary: 'Delete half-hours of the diary, all or none. They can be restored for 30 days.',
    ...ofSlots,
  }),
  restoreDiary: endpoint({
    summary: 'Restore deleted half-hours of the diary, all or none.',
    ...ofSlots,
  }),
  getDeletedDiary: endpoint({
    summary:
      'The half-hours that were deleted in the last 30 days, the last deleted first. Those deleted together are in the order of time.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(diaryEntry),
    errors: ['signedOut', 'userNotFound'],
  }),
};
