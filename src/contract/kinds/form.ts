import type { EntryWith, Fields } from './field.ts';
import type { Kind } from './kind.ts';

const fields = {
  id: { type: 'id', title: 'Form id', about: 'Its submissionId, if it was sent with one.' },
  loggedAt: { type: 'instant', title: 'Logged at (UTC)' },
  ratings: { type: 'ratings', title: 'Ratings' },
} as const satisfies Fields;

/** A form: the ratings of a person's symptoms at a time. Its number is the Form #. */
export interface FormEntry extends EntryWith<typeof fields> {}

/**
 * The engine stores forms as it stores all entries. Their calls (`form-endpoints.ts`), files and row in `HealthData` are
 * written by hand.
 */
export const form = {
  name: 'form',
  list: 'forms',
  words: { one: 'form', the: 'a form', many: 'forms' },
  savedBy: 'helpers',
  readBy: 'helpers',
  fields,
  key: ['id'],
  at: 'loggedAt',
  calls: {
    save: 'saveSymptomForm',
    edit: 'updateSymptoms',
    list: 'getUserForms',
    delete: 'deleteForm',
    restore: 'restoreForm',
    deleted: 'getDeletedForms',
  },
  again: 'stays',
  activityNamesNumber: true,
  daysOf: ({ loggedAt }) => [loggedAt],
  most: 33_000,
} as const satisfies Kind<typeof fields, FormEntry>;
