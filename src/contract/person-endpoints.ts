import { z } from 'zod';
import { endpoint, own } from './endpoint.ts';
import { editedFormData, form, profile, slotValues } from './entities.ts';
import { factsAskedFirst, factsToChange } from './facts.ts';
import * as field from './fields.ts';

/** Calls for a person's profile and symptoms. */

/** The revision of the symptoms that the person saw. A change that is based on an older revision is refused. */
const seen = { revision: field.revision.optional() };

/** `undoable`: whether the call changed something that `undoSymptomChange` can undo. */
const changedProfile = profile.extend({ undoable: z.boolean() });

/** The fields of each action of the call. */
const symptomChange = z.discriminatedUnion(
  'action',
  [
    field.object({ ...own, ...seen, action: z.literal('update'), ...slotValues }),
    field.object({
      ...own,
      ...seen,
      action: z.literal('single'),
      symptomKey: field.symptomKey,
      symptomValue: field.slotValue,
    }),
    field.object({
      ...own,
      action: z.literal('form'),
      formData: editedFormData,
      rowIndex: field.count.optional(),
      sheetName: field.sheetName.optional(),
      version: field.count.optional(),
      loggedAt: field.instant.optional().meta({
        description: 'The time that the ratings are for, if it changes.',
      }),
    }),
    field.object({
      ...own,
      ...seen,
      action: z.literal('past'),
      pastSymptoms: field.pastSymptoms,
    }),
  ],
  'must be one of update, single, form and past',
);

export const personEndpoints = {
  createUser: endpoint({
    summary: 'Save the profile of the session’s account. This is possible only once.',
    session: 'own',
    input: field.object({
      ...own,
      email: field.email,
      ...factsAskedFirst,
      yearsWithParkinsons: field.yearsWithParkinsons,
      timeZone: field.timeZoneOfBrowser.optional(),
      password: field.ignoredPassword.optional().meta({ description: 'Accepted and ignored.' }),
    }),
    status: 201,
    answer: profile,
    errors: ['signedOut', 'userNotFound', 'profileExists', 'birthdayInFuture'],
  }),
  updateProfile: endpoint({
    summary: 'Change own facts. A field that is missing stays as it is.',
    session: 'own',
    input: field.object({
      ...own,
      ...factsToChange,
      display: field.display.optional(),
    }),
    status: 200,
    answer: profile,
    errors: ['signedOut', 'userNotFound', 'birthdayInFuture', 'diagnosisInFuture'],
  }),
  getUserProfile: endpoint({
    summary: 'The profile with its slots and past symptoms.',
    session: 'read',
    input: field.object(own),
    status: 200,
    answer: profile,
    errors: ['signedOut', 'userNotFound'],
  }),
  updateSymptoms: endpoint({
    summary: 'Save slots, add past symptoms, or edit a form.',
    session: 'log',
    sharedActions: ['form'],
    input: symptomChange,
    status: 200,
    answer: z.union([form, changedProfile]),
    errors: [
      'signedOut',
      'userNotFound',
      'slotNotCreated',
      'slotsFull',
      'alreadyTracked',
      'pastSymptomsFull',
      'symptomsChanged',
      'formNotFound',
      'formChanged',
      'notInForm',
      'notTracked',
      'tooManySaved',
      'tooMuchText',
      'timeInFuture',
    ],
  }),
  deleteSymptom: endpoint({
    summary: 'Delete slot 4 or 5; its name joins the past symptoms.',
    session: 'own',
    input: field.object({ ...own, ...seen, symptomNumber: field.symptomNumber }),
    status: 200,
    answer: z.object({ newMaxSymptoms: z.int(), reordered: z.boolean(), profile }),
    errors: ['signedOut', 'userNotFound', 'slotNotDeletable', 'slotEmpty', 'symptomsChanged'],
  }),
  undoSymptomChange: endpoint({
    summary: 'Undo the last change of the symptoms, unless they have changed since.',
    session: 'own',
    input: field.object({ ...own, ...seen }),
    status: 200,
    answer: profile,
    errors: ['signedOut', 'userNotFound', 'symptomsChanged'],
  }),
};
