import { z } from 'zod';
import { endpoint, own } from './endpoint.ts';
import { form, formData } from './entities.ts';
import * as field from './fields.ts';

export const formEndpoints = {
  saveSymptomForm: endpoint({
    summary: 'Save a new form. The same submissionId again answers with the form it made.',
    session: 'own',
    input: field.object({
      ...own,
      formData,
      submissionId: field.submissionId.optional(),
      enteredAt: field.instant.optional().meta({
        description: 'When it was entered, where it had to wait for the network; now otherwise.',
      }),
      loggedAt: field.instant.optional().meta({
        description: 'The time the ratings are for, where that is before they were entered.',
      }),
    }),
    status: 200,
    answer: form,
    errors: ['signedOut', 'userNotFound', 'noSymptoms', 'timeInFuture'],
  }),
  getUserForms: endpoint({
    summary: 'Forms, newest first.',
    session: 'own',
    input: field.object({
      ...own,
      sheetName: field.sheetName.optional(),
      from: field.instant.optional().meta({ description: 'Logged at or after.' }),
      to: field.instant.optional().meta({ description: 'Logged before.' }),
      limit: field.queryCount.optional(),
      before: field.queryCount.optional().meta({ description: 'With a smaller Form # than this.' }),
    }),
    status: 200,
    answer: z.array(form),
    errors: ['signedOut', 'userNotFound'],
  }),
};
