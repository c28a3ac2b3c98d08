import { z } from 'zod';
import { endpoint, own } from './endpoint.ts';
import { form, formData, formDays } from './entities.ts';
import * as field from './fields.ts';

const ofOneForm = {
  session: 'log',
  input: field.object({ ...own, formNumber: field.count }),
  status: 200,
  answer: form,
  errors: ['signedOut', 'userNotFound', 'formNotFound', 'tooManySaved'],
} as const;

export const formEndpoints = {
  saveSymptomForm: endpoint({
    summary: 'Save a new form. If the submissionId was used before, return that form.',
    session: 'log',
    input: field.object({
      ...own,
      formData,
      submissionId: field.submissionId.optional(),
      enteredAt: field.instant.optional().meta({
        description: 'When the form was entered, if it waited for the network; by default, now.',
      }),
      loggedAt: field.instant.optional().meta({
        description: 'The time that the ratings are for, if it is before they were entered.',
      }),
      timeZone: field.timeZone.optional().meta({
        description: 'The time zone where the form was made; by default, the profile’s.',
      }),
    }),
    status: 200,
    answer: form,
    errors: [
      'signedOut',
      'userNotFound',
      'noSymptoms',
      'notTracked',
      'timeInFuture',
      'tooManySaved',
      'tooManyEntries',
      'tooMuchText',
    ],
  }),
  getUserForms: endpoint({
    summary:
      'Forms, newest first by the time that they are for, then by Form #. A list ends after 512 KiB of text; `next` of its last form lists the rest.',
    session: 'read',
    input: field.object({
      ...own,
      sheetName: field.sheetName.optional(),
      from: field.instant.optional().meta({ description: 'Forms logged at or after this.' }),
      to: field.instant.optional().meta({ description: 'Forms logged before this.' }),
      limit: field.queryCount.optional(),
      cursor: field
        .cursorOf('a form')
        .optional()
        .meta({ description: 'Forms after the one with this cursor.' }),
      formNumber: field.queryCount.optional().meta({ description: 'The form with this Form #.' }),
      before: field.queryCount
        .optional()
        .meta({ description: 'Forms with a smaller Form # than this, highest Form # first.' }),
    }),
    status: 200,
    answer: z.array(form),
    errors: ['signedOut', 'userNotFound'],
  }),
  searchForms: endpoint({
    summary: 'Forms with a note that contains a text, in upper or lower case, newest first.',
    session: 'read',
    input: field.object({
      ...own,
      search: field.search,
      limit: field.count.optional(),
      cursor: field
        .cursorOf('a form')
        .optional()
        .meta({ description: 'Forms after the one with this cursor.' }),
    }),
    status: 200,
    answer: z.array(form),
    errors: ['signedOut', 'userNotFound'],
  }),
  getFormDays: endpoint({
    summary:
      'The days with forms, of at most 31 days: how many forms, and each symptom’s average. A form is of the day that it was in its own time zone. `older` and `newer` are the nearest months with forms, such as 2026-10.',
    session: 'read',
    input: field.object({
      ...own,
      from: field.date.meta({ description: 'The first day.' }),
      to: field.date.meta({ description: 'The last day.' }),
    }),
    status: 200,
    answer: formDays,
    errors: ['signedOut', 'userNotFound', 'tooManyDays'],
  }),
  deleteForm: endpoint({
    summary: 'Delete a form. It can be restored for 30 days, and its Form # is never given again.',
    ...ofOneForm,
  }),
  restoreForm: endpoint({
    summary: 'Restore a deleted form.',
    ...ofOneForm,
  }),
  getDeletedForms: endpoint({
    summary:
      'The forms that were deleted in the last 30 days, the last deleted first: 500, or 512 KiB of text.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(form),
    errors: ['signedOut', 'userNotFound'],
  }),
};
