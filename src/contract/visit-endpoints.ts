import { z } from 'zod';
import { endpoint, fairUse, own } from './endpoint.ts';
import { visit } from './entities.ts';
import * as field from './fields.ts';
import { topics, visitDay } from './visit-fields.ts';
import { visitSummary } from './visit-summary.ts';

const ofOneVisit = {
  session: 'own',
  input: field.object({ ...own, visitId: field.submissionId }),
  status: 200,
  answer: visit,
  stored: visit,
} as const;

export const visitEndpoints = {
  saveVisit: endpoint({
    summary:
      'Save a visit with the doctor. Without a version, it adds a visit and replaces nothing that is stored, so the call may be sent again. If the stored visit differs, or the version is stale, the error has the stored visit. If another visit has no day yet, the error has that visit.',
    session: 'own',
    input: field.object({
      ...own,
      visitId: field.submissionId,
      day: visitDay.meta({ description: 'Null if the day is not known yet.' }),
      topics: topics.meta({ description: 'What the person wants to talk about.' }),
      version: field.version.optional().meta({
        description:
          'The version on which an edit is based. With it, day and topics replace the stored ones.',
      }),
      enteredAt: field.instant.optional().meta({
        description: 'When it was entered, if it waited for the network; by default, now.',
      }),
      timeZone: field.timeZone.optional(),
    }),
    status: 200,
    answer: visit,
    stored: visit,
    errors: [
      'signedOut',
      'userNotFound',
      'visitNotFound',
      'visitChanged',
      'visitWithoutDay',
      ...fairUse,
    ],
  }),
  getVisits: endpoint({
    summary:
      'The visits: the one without a day, then the latest day first. After 512 KiB of text, the oldest are left out.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(visit),
    errors: ['signedOut', 'userNotFound'],
  }),
  getDeletedVisits: endpoint({
    summary: 'The visits that were deleted in the last 30 days, the last deleted first.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(visit),
    errors: ['signedOut', 'userNotFound'],
  }),
  deleteVisit: endpoint({
    summary: 'Delete a visit. It can be restored for 30 days.',
    ...ofOneVisit,
    errors: ['signedOut', 'userNotFound', 'visitNotFound'],
  }),
  restoreVisit: endpoint({
    summary: 'Restore a deleted visit. If another visit has no day yet, the error has that visit.',
    ...ofOneVisit,
    errors: ['signedOut', 'userNotFound', 'visitNotFound', 'visitWithoutDay'],
  }),
  getVisitSummary: endpoint({
    summary:
      'What the page for a visit shows: figures of a period of at most 366 days, since the last visit by default, else of the last 28 days.',
    session: 'read',
    input: field.object({
      ...own,
      from: field.date.optional().meta({ description: 'The first day.' }),
      to: field.date.optional().meta({ description: 'The last day; today by default.' }),
    }),
    status: 200,
    answer: visitSummary,
    errors: ['signedOut', 'userNotFound', 'periodEmpty', 'periodTooLong'],
  }),
};
