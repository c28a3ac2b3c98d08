import { z } from 'zod';
import { activity } from './activity.ts';
import { type CallName, calls } from './calls.ts';
import {
  editedFormData,
  form,
  formData,
  profile,
  sessionUser,
  slotValues,
  symptoms,
  visitOutcome,
} from './entities.ts';
import type { ErrorCode } from './errors.ts';
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

/**
 * The table of calls: what each takes, what it answers, and what it may refuse with. Bodies and queries
 * ignore fields they don't know (DECISIONS 3).
 */
export interface Endpoint {
  readonly summary: string;
  /** Who may call it. With 'own', a `userId` other than the session's answers as an unknown one. */
  readonly session: 'none' | 'own';
  /** The JSON body of a POST, the query string of a GET. */
  readonly input: z.ZodType;
  /** The status and body of success. */
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** Where an address is to be proven first: what asking for the code answers, with status 202. */
  readonly codeAnswer?: z.ZodType;
  /** Where success answers with a file instead of JSON: the types it may be of. */
  readonly files?: readonly string[];
  /** Where more than the usual 1 MiB may be sent: bytes, and what is answered beyond. */
  readonly bodyLimit?: { readonly bytes: number; readonly error: ErrorCode };
  /** What a refusal with status 400 tells beside `error`, where it has more to say. */
  readonly details?: z.ZodRawShape;
  /** Beside badRequest, internal and unavailable, and for a POST notJson, crossSite and tooLarge. */
  readonly errors: readonly ErrorCode[];
}

/** SPEC section 8. */
export const PASSWORD_RESET = 'Password has been reset successfully! You can now sign in.';

const nothing = z.object({});
const own = { userId: field.userId };

/** A code was mailed; it is to come back together with this. */
const challengeAnswer = z.object({ challenge: z.string() });

/** Both or neither: first a code is asked for, then it comes with the challenge. */
const withCode = { challenge: field.challenge.optional(), code: field.code.optional() };
const hasBothOrNeither = (input: { challenge?: unknown; code?: unknown }) =>
  (input.challenge === undefined) === (input.code === undefined);
const bothOrNeither = 'must hold both challenge and code, or neither';

const endpoint = <const Definition extends Endpoint>(definition: Definition) => definition;

/** The call's action, for each its own fields. */
const symptomChange = z.discriminatedUnion(
  'action',
  [
    field.object({ ...own, action: z.literal('update'), ...slotValues }),
    field.object({
      ...own,
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
    }),
    field.object({ ...own, action: z.literal('past'), pastSymptoms: field.pastSymptoms }),
  ],
  'must be one of update, single, form and past',
);

export const endpoints = {
  signUp: endpoint({
    summary: 'Make an account with an email address and a password, and sign in.',
    session: 'none',
    input: field.object({ email: field.email, password: field.newPassword }),
    status: 201,
    answer: z.object({ userId: z.string(), email: z.string() }),
    errors: ['emailInUse', 'passwordTooCommon', 'tooManyAttempts'],
  }),
  signIn: endpoint({
    summary: 'Sign in. An account without a profile gets an empty one, as a new user.',
    session: 'none',
    input: field.object({ email: field.email, password: field.password }),
    status: 200,
    answer: sessionUser,
    errors: ['wrongCredentials', 'tooManyAttempts'],
  }),
  signOut: endpoint({
    summary: 'End the session. Answers the same where there is none.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: nothing,
    errors: [],
  }),
  signOutEverywhere: endpoint({
    summary: 'End all sessions of the account, in every browser.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound'],
  }),
  sendSignInLink: endpoint({
    summary: 'Mail a link to sign in with. Answers the same whoever it is.',
    session: 'none',
    input: field.object({ email: field.email }),
    status: 202,
    answer: nothing,
    errors: ['tooManyAttempts', 'noSuchCall'],
  }),
  signInWithLink: endpoint({
    summary:
      'Sign in with what a mailed link carries; it works once. A new address gets an account.',
    session: 'none',
    input: field.object({
      email: field.email,
      challenge: field.challenge,
      code: field.linkCode,
    }),
    status: 200,
    answer: sessionUser,
    errors: ['linkSpent', 'tooManyAttempts'],
  }),
  takeVisitOutcome: endpoint({
    summary: 'How this browser’s last visit to a provider’s sign-in page ended; told once.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: z.object({ outcome: visitOutcome.nullable() }),
    errors: [],
  }),
  getAccount: endpoint({
    summary: 'How the account’s owner gets in.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({
      email: z.string(),
      /** Whether a code, a link or a provider has shown that the address is theirs. */
      emailProven: z.boolean(),
      hasPassword: z.boolean(),
      providers: z.array(z.enum(PROVIDER_KEYS)),
      /** Whether they have just shown who they are, which counts where there is no password. */
      confirmed: z.boolean(),
    }),
    errors: ['signedOut', 'userNotFound'],
  }),
  changePassword: endpoint({
    summary: 'Set a new password, and end all other sessions.',
    session: 'own',
    input: field.object({
      ...own,
      password: field.password.optional(),
      newPassword: field.newPassword,
    }),
    status: 200,
    answer: nothing,
    errors: [
      'signedOut',
      'userNotFound',
      'passwordTooCommon',
      'wrongPassword',
      'confirmationNeeded',
      'tooManyAttempts',
    ],
  }),
  changeEmail: endpoint({
    summary: 'Mail a code to the new address; with it, make the address the account’s.',
    session: 'own',
    input: field
      .object({
        ...own,
        email: field.email,
        password: field.password.optional(),
        ...withCode,
      })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: sessionUser,
    codeAnswer: challengeAnswer,
    errors: [
      'signedOut',
      'userNotFound',
      'wrongPassword',
      'confirmationNeeded',
      'wrongCode',
      'emailInUse',
      'tooManyAttempts',
    ],
  }),
  resetPassword: endpoint({
    summary: 'Mail a code, whether or not the address has an account; with it, set a new password.',
    session: 'none',
    input: field
      .object({ email: field.email, newPassword: field.newPassword, ...withCode })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: z.object({ message: z.string() }),
    codeAnswer: challengeAnswer,
    errors: ['passwordTooCommon', 'resetFailed', 'tooManyAttempts'],
  }),
  deleteAccount: endpoint({
    summary: 'Remove the account and everything that is its owner’s, for good.',
    session: 'own',
    input: field.object({ ...own, password: field.password.optional() }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound', 'wrongPassword', 'confirmationNeeded', 'tooManyAttempts'],
  }),
  getSession: endpoint({
    summary: 'Who is signed in.',
    session: 'own',
    input: nothing,
    status: 200,
    answer: sessionUser,
    errors: ['signedOut'],
  }),
  clearNewUser: endpoint({
    summary: 'The welcome was read: the session is no longer a new user’s.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound'],
  }),
  createUser: endpoint({
    summary: 'Save the profile of the session’s own account, once.',
    session: 'own',
    input: field.object({
      ...own,
      email: field.email,
      firstName: field.firstName,
      lastName: field.lastName,
      birthday: field.birthday,
      biologicalSex: field.biologicalSex,
      yearsWithParkinsons: field.yearsWithParkinsons,
      password: field.ignoredPassword.optional().meta({ description: 'Accepted, never kept.' }),
    }),
    status: 201,
    answer: profile,
    errors: ['signedOut', 'userNotFound', 'profileExists', 'birthdayInFuture'],
  }),
  getUserProfile: endpoint({
    summary: 'The profile with its slots and past symptoms.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: profile,
    errors: ['signedOut', 'userNotFound'],
  }),
  updateSymptoms: endpoint({
    summary: 'Save slots, add past symptoms, or edit a form.',
    session: 'own',
    input: symptomChange,
    status: 200,
    answer: z.union([form, profile]),
    errors: [
      'signedOut',
      'userNotFound',
      'slotNotCreated',
      'slotsFull',
      'alreadyTracked',
      'pastSymptomsFull',
      'formNotFound',
      'formChanged',
      'notInForm',
    ],
  }),
  deleteSymptom: endpoint({
    summary: 'Delete slot 4 or 5; its name joins the past symptoms.',
    session: 'own',
    input: field.object({ ...own, symptomNumber: field.symptomNumber }),
    status: 200,
    answer: z.object({ newMaxSymptoms: z.int(), reordered: z.boolean() }),
    errors: ['signedOut', 'userNotFound', 'slotNotDeletable', 'slotEmpty'],
  }),
  undoSymptomChange: endpoint({
    summary: 'Undo a change of the symptoms, where nothing has changed them since.',
    session: 'own',
    input: field.object({ ...own, from: symptoms, to: symptoms }),
    status: 200,
    answer: profile,
    errors: ['signedOut', 'userNotFound', 'slotsChanged'],
  }),
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
} satisfies Record<CallName, Endpoint>;

type Endpoints = typeof endpoints;

/** What a caller sends, before defaults and trimming. */
export type Input<Name extends CallName> = z.input<Endpoints[Name]['input']>;
/** What a route gets. */
export type Parsed<Name extends CallName> = z.output<Endpoints[Name]['input']>;
/** What success answers. */
export type Answer<Name extends CallName> = z.output<Endpoints[Name]['answer']>;
/** What asking for a code answers, in the calls that need one. */
export type CodeAnswer<Name extends CallName> = Endpoints[Name] extends {
  readonly codeAnswer: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

export const allCalls = Object.keys(calls) as CallName[];
