import { z } from 'zod';
import { activity } from './activity.ts';
import { endpoint, nothing, own } from './endpoint.ts';
import * as field from './fields.ts';
import { EXPORT_FORMATS, MAX_IMPORT_BYTES } from './file-formats.ts';
import {
  EXPORT_TYPES,
  exportQuery,
  importAnswer,
  importFault,
  importInput,
} from './open-formats.ts';
import { PROVIDER_KEYS } from './providers.ts';
import { spreadsheet } from './spreadsheets.ts';

/** Reports, files, the personal spreadsheet, and what there is to know besides. */

export const dataEndpoints = {
  sendExportEmail: endpoint({
    summary:
      'The report as a PDF: in the answer, or by mail to the account’s own proven address. With the header Accept: application/x-ndjson the answer is lines of progress and then this one.',
    session: 'own',
    input: field.object({
      ...own,
      email: field.email,
      method: field.exportMethod,
      from: field.instant.optional().meta({
        description: 'Forms logged at or after; from the first form’s day where missing.',
      }),
      to: field.instant.optional().meta({
        description: 'Forms logged before; to the end of today where missing or later.',
      }),
      paper: field.paper.default('Letter'),
    }),
    status: 200,
    answer: z.object({
      success: z.literal(true),
      /** Both only with the method 'simple'. */
      base64Data: z.string().optional(),
      fileName: z.string().optional(),
    }),
    errors: [
      'signedOut',
      'userNotFound',
      'periodEmpty',
      'emailNotProven',
      'reportTooLarge',
      'tooManyAttempts',
      'reportFailed',
    ],
  }),
  exportData: endpoint({
    summary:
      'Everything of the account as a file: CSV (a row for each rating), JSON, or a FHIR R4 bundle.',
    session: 'own',
    input: exportQuery,
    status: 200,
    answer: z.string(),
    files: EXPORT_FORMATS.map((format) => EXPORT_TYPES[format]),
    errors: ['signedOut', 'userNotFound'],
  }),
  importData: endpoint({
    summary:
      'Add the forms of a file to the account, all or none; those that are there already stay. With the header Accept: application/x-ndjson the answer is lines of progress and then this one.',
    session: 'own',
    input: importInput,
    status: 200,
    answer: importAnswer,
    bodyLimit: { bytes: MAX_IMPORT_BYTES, error: 'fileTooLarge' },
    details: { faults: z.array(importFault).optional() },
    errors: ['signedOut', 'userNotFound', 'importRefused', 'pastSymptomsFull', 'tooManyAttempts'],
  }),
  getSpreadsheet: endpoint({
    summary: 'How the person’s own spreadsheet is. It is turned on by a visit to Google.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: spreadsheet,
    errors: ['signedOut', 'userNotFound'],
  }),
  importLegacySheet: endpoint({
    summary:
      'Add the forms of the former app’s sheet in the person’s own spreadsheet, all or none; those that are there already stay.',
    session: 'own',
    input: field.object({ ...own, dryRun: importInput.shape.dryRun }),
    status: 200,
    answer: importAnswer,
    details: { faults: z.array(importFault).optional() },
    errors: [
      'signedOut',
      'userNotFound',
      'legacySheetUnread',
      'importRefused',
      'pastSymptomsFull',
      'tooManyAttempts',
    ],
  }),
  dismissLegacySheet: endpoint({
    summary: 'The former app’s sheet is not to be offered any more.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: spreadsheet,
    errors: ['signedOut', 'userNotFound'],
  }),
  turnOffSpreadsheet: endpoint({
    summary: 'Write to the person’s own spreadsheet no more; it stays as it is.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: spreadsheet,
    errors: ['signedOut', 'userNotFound'],
  }),
  getActivity: endpoint({
    summary:
      'What was done in the account, the latest first: who came in, what was changed and taken out.',
    session: 'own',
    input: field.object({
      ...own,
      limit: field.queryCount.default(20),
      before: field.submissionId.optional().meta({
        description: 'The id of an entry: those that came before it.',
      }),
    }),
    status: 200,
    answer: z.array(activity),
    errors: ['signedOut', 'userNotFound'],
  }),
  getConfig: endpoint({
    summary: 'What the web app needs to know of this installation.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: z.object({
      timeZone: z.string(),
      supportEmail: z.string(),
      /** The providers one can sign in with here. */
      providers: z.array(z.enum(PROVIDER_KEYS)),
      /** Whether a sign-in link can be mailed. */
      signInLink: z.boolean(),
    }),
    errors: [],
  }),
};
