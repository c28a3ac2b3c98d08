import { z } from 'zod';
import { ACTIVITY_KINDS, activity } from './activity.ts';
import { browserError } from './browser-error.ts';
import { endpoint, nothing, own } from './endpoint.ts';
import * as field from './fields.ts';
import { EXPORT_FORMATS, MAX_IMPORT_BYTES } from './file-formats.ts';
import { exportQuery, exportType, importAnswer, importFault, importInput } from './open-formats.ts';
import { NO_PASSKEYS } from './passkeys.ts';
import { PROVIDER_KEYS } from './providers.ts';
import { spreadsheet } from './spreadsheets.ts';

/**
 * Calls for reports, export, import, the spreadsheet mirror, the activity log, the configuration and browser errors.
 */

export const dataEndpoints = {
  sendExportEmail: endpoint({
    summary:
      'Send the report as a PDF, in the answer or by mail to the caller’s own proven address. With the header Accept: application/x-ndjson, the answer is lines of progress, followed by this answer as the last line.',
    session: 'read',
    input: field.object({
      ...own,
      email: field.email,
      method: field.exportMethod,
      from: field.instant.optional().meta({
        description: 'Forms logged at or after this; by default, from the day of the first form.',
      }),
      to: field.instant.optional().meta({
        description: 'Forms logged before this; at most, and by default, the end of today.',
      }),
      paper: field.paper.default('Letter'),
      extent: field.reportExtent.default('everything').meta({
        description: 'summary: the pages for a visit, without the single entries.',
      }),
    }),
    status: 200,
    answer: z.object({
      success: z.literal(true),
      /** Both fields are present only with the method 'simple'. */
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
  getPaper: endpoint({
    summary: 'Blank sheets to fill in by hand, as a PDF, with the person’s own symptoms.',
    session: 'read',
    input: field.object({
      ...own,
      sheet: field.paperSheet,
      paper: field.paper.default('Letter'),
    }),
    status: 200,
    answer: z.string(),
    files: ['application/pdf'],
    errors: ['signedOut', 'userNotFound', 'tooManyAttempts', 'reportFailed'],
  }),
  exportData: endpoint({
    summary:
      'Export the account’s data as a file: CSV of the ratings or of a kind of entry, JSON, or a FHIR R4 bundle.',
    session: 'own',
    input: exportQuery,
    status: 200,
    answer: z.string(),
    files: [...new Set(EXPORT_FORMATS.map(exportType))],
    errors: ['signedOut', 'userNotFound'],
  }),
  importData: endpoint({
    summary:
      'Add the entries of a file to the account, all or none. Skip those that the account has. With the header Accept: application/x-ndjson, the answer is lines of progress, followed by this answer as the last line.',
    session: 'own',
    input: importInput,
    status: 200,
    answer: importAnswer,
    bodyLimit: { bytes: MAX_IMPORT_BYTES, error: 'fileTooLarge' },
    details: { faults: z.array(importFault).optional() },
    errors: [
      'signedOut',
      'userNotFound',
      'importRefused',
      'pastSymptomsFull',
      'tooManyEntries',
      'tooMuchText',
      'tooManyAttempts',
      'tooMuchImported',
    ],
  }),
  getSpreadsheet: endpoint({
    summary: 'The status of the spreadsheet mirror. Granting access at Google turns the mirror on.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: spreadsheet,
    errors: ['signedOut', 'userNotFound'],
  }),
  importLegacySheet: endpoint({
    summary:
      'Add the forms of the former app’s sheet in the person’s spreadsheet, all or none. Skip forms that the account has.',
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
      'tooManyEntries',
      'tooMuchText',
      'tooManyAttempts',
    ],
  }),
  dismissLegacySheet: endpoint({
    summary: 'Stop offering to import the former app’s sheet.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: spreadsheet,
    errors: ['signedOut', 'userNotFound'],
  }),
  turnOffSpreadsheet: endpoint({
    summary: 'Stop writing to the person’s spreadsheet. The spreadsheet itself stays as it is.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: spreadsheet,
    errors: ['signedOut', 'userNotFound'],
  }),
  getActivity: endpoint({
    summary:
      'The activity log of the account, newest first: sign-ins, changes, exports and reports.',
    session: 'own',
    input: field.object({
      ...own,
      limit: field.queryCount.default(20),
      before: field.submissionId.optional().meta({
        description: 'The id of an entry. Only older entries are returned.',
      }),
      kind: z.enum(ACTIVITY_KINDS, field.rule('must be a kind of activity')).optional(),
    }),
    status: 200,
    answer: z.array(activity),
    errors: ['signedOut', 'userNotFound'],
  }),
  getConfig: endpoint({
    summary: 'The settings of this installation that the web app needs.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: z.object({
      supportEmail: z.string(),
      /** The sign-in providers that are configured. */
      providers: z.array(z.enum(PROVIDER_KEYS)),
      oidcName: z.string().optional().meta({
        description: 'What the operator calls their own sign-in provider.',
      }),
      oidcOnly: z.literal(true).optional().meta({
        description: 'Only the operator’s own provider signs people in.',
      }),
      /** Whether the sign-in page offers passkeys, or why browsers refuse them at this address. */
      passkeys: z.enum(['yes', ...NO_PASSKEYS]),
      formerHost: z.string().optional().meta({
        description: 'A host at which people made passkeys that do not work at this one.',
      }),
      /** True if this installation sends email, sign-in links included. */
      signInLink: z.boolean(),
      /** True if people may create accounts. */
      signUp: z.boolean(),
      /** The address of the privacy notice, if this installation has one. */
      privacyUrl: z.string().optional(),
    }),
    errors: [],
  }),
  reportError: endpoint({
    summary: 'Log an error of the web app, without any text of a person.',
    session: 'none',
    input: browserError,
    status: 200,
    answer: nothing,
    errors: ['tooManyAttempts'],
  }),
};
