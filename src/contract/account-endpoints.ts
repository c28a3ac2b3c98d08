import { z } from 'zod';
import { endpoint, nothing, own } from './endpoint.ts';
import { sessionUser, visitOutcome } from './entities.ts';
import * as field from './fields.ts';
import { PROVIDER_KEYS } from './providers.ts';

/** Ways in, and one's account. */

/** SPEC section 8. */
export const PASSWORD_RESET = 'Password has been reset successfully! You can now sign in.';

/** A code was mailed; it is to come back together with this. */
const challengeAnswer = z.object({ challenge: z.string() });

/** Both or neither: first a code is asked for, then it comes with the challenge. */
const withCode = { challenge: field.challenge.optional(), code: field.code.optional() };
const hasBothOrNeither = (input: { challenge?: unknown; code?: unknown }) =>
  (input.challenge === undefined) === (input.code === undefined);
const bothOrNeither = 'must hold both challenge and code, or neither';

export const accountEndpoints = {
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
};
