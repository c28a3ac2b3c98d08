import { z } from 'zod';
import { type CallName, calls } from './calls.ts';
import { editedFormData, form, formData, profile, sessionUser, slotValues } from './entities.ts';
import type { ErrorCode } from './errors.ts';
import * as field from './fields.ts';

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
  readonly status: 200 | 201;
  readonly answer: z.ZodType;
  /** Beside badRequest, internal and unavailable, and for a POST notJson, crossSite and tooLarge. */
  readonly errors: readonly ErrorCode[];
}

const nothing = z.object({});
const own = { userId: field.userId };

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
  saveSymptomForm: endpoint({
    summary: 'Save a new form. The same submissionId again answers with the form it made.',
    session: 'own',
    input: field.object({ ...own, formData, submissionId: field.submissionId.optional() }),
    status: 200,
    answer: form,
    errors: ['signedOut', 'userNotFound', 'noSymptoms'],
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
  getConfig: endpoint({
    summary: 'What the web app needs to know of this installation.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: z.object({ timeZone: z.string(), supportEmail: z.string() }),
    errors: [],
  }),
} satisfies Record<CallName, Endpoint>;

type Endpoints = typeof endpoints;

/** What a caller sends, before defaults and trimming. */
export type Input<Name extends CallName> = z.input<Endpoints[Name]['input']>;
/** What a route gets. */
export type Parsed<Name extends CallName> = z.output<Endpoints[Name]['input']>;
export type Answer<Name extends CallName> = z.output<Endpoints[Name]['answer']>;

export const allCalls = Object.keys(calls) as CallName[];
