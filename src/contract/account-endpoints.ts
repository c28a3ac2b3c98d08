import { z } from 'zod';
import { endpoint, nothing, own } from './endpoint.ts';
import { oauthOutcome, sessionUser } from './entities.ts';
import * as field from './fields.ts';
import { PROVIDER_KEYS } from './providers.ts';
import { OWNER_PROOFS, wayIn } from './ways-in.ts';

/** Calls for signing in and for the account. */

/** SPEC section 8. */
export const PASSWORD_RESET = 'Password has been reset successfully! You can now sign in.';

/** The caller sends this challenge back together with the mailed code. */
const challengeAnswer = z.object({ challenge: z.string() });

/** Optional: the first call requests a code by mail, and the second sends the code with the challenge. */
const withCode = { challenge: field.challenge.optional(), code: field.code.optional() };
const hasBothOrNeither = (input: { challenge?: unknown; code?: unknown }) =>
  (input.challenge === undefined) === (input.code === undefined);
const bothOrNeither = 'must hold both challenge and code, or neither';

/** The errors of a call that checks a password, or mails or checks a code. */
const guessing = ['tooManyAttempts', 'budgetSpent', 'budgetSpentWithoutMail'] as const;

export const accountEndpoints = {
  signUp: endpoint({
    summary: 'Create an account with an email address and a password, and sign in.',
    session: 'none',
    input: field.object({
      email: field.email,
      password: field.newPassword,
      invitation: field.challenge.optional().meta({
        description:
          'The secret of an invitation to this address. It counts even if the server takes no new accounts.',
      }),
      consent: z.literal(true).optional().meta({
        description: 'The person saw the privacy notice and agrees to it.',
      }),
    }),
    status: 201,
    answer: z.object({ userId: z.string(), email: z.string() }),
    errors: [
      'emailInUse',
      'passwordTooCommon',
      'signUpClosed',
      'invitationSpent',
      'invitedOther',
      'tooManyAttempts',
    ],
  }),
  signIn: endpoint({
    summary:
      'Sign in. For an account without a profile, creates an empty one and a new-user session.',
    session: 'none',
    input: field.object({ email: field.email, password: field.password }),
    status: 200,
    answer: sessionUser,
    errors: ['wrongCredentials', ...guessing],
  }),
  signOut: endpoint({
    summary: 'End the session. The answer is the same without a session.',
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
    summary: 'Mail a sign-in link. The answer does not show whether the address has an account.',
    session: 'none',
    input: field.object({ email: field.email }),
    status: 202,
    answer: z.object({
      minutes: z.number().optional().meta({
        description:
          'In how many minutes the link is sent; absent if it is sent now. After many requests for an address, a link is sent every ten minutes.',
      }),
    }),
    errors: ['tooManyAttempts', 'noSuchCall'],
  }),
  signInWithLink: endpoint({
    summary:
      'Sign in with the values of a mailed link, which works once. A new address gets an account.',
    session: 'none',
    input: field.object({
      email: field.email,
      challenge: field.challenge,
      code: field.linkCode,
    }),
    status: 200,
    answer: sessionUser,
    errors: ['linkSpent', 'signUpClosed', 'tooManyAttempts'],
  }),
  takeOAuthOutcome: endpoint({
    summary: 'The outcome of this browser’s last OAuth flow at a provider. It can be read once.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: z.object({ outcome: oauthOutcome.nullable() }),
    errors: [],
  }),
  getAccount: endpoint({
    summary: 'The sign-in methods of the account.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({
      email: z.string(),
      /** True if a code, a link or a provider has proven that the owner controls the address. */
      emailProven: z.boolean(),
      hasPassword: z.boolean(),
      waysIn: z.array(wayIn),
      /** How the owner can prove that the account is theirs. */
      proofs: z.array(z.enum(OWNER_PROOFS)),
      /** True if the owner has proved in this session, within the last five minutes, that the account is theirs. */
      confirmed: z.boolean(),
    }),
    errors: ['signedOut', 'userNotFound'],
  }),
  getStays: endpoint({
    summary:
      'After a reset: the older links, helpers, invitations and ways to sign in that still work. Empty if nothing is asked.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({
      waysIn: z.array(
        z.object({ wayId: z.string(), kind: z.enum(PROVIDER_KEYS), email: z.string() }),
      ),
      caregivers: z.array(
        z.object({ caregiverId: z.string(), name: z.string(), email: z.string() }),
      ),
      invitations: z.array(z.object({ invitationId: z.string(), email: z.string() })),
      links: z.array(z.object({ shareId: z.string(), label: z.string() })),
    }),
    errors: ['signedOut', 'userNotFound'],
  }),
  letAllStay: endpoint({
    summary: 'Answer the question of getStays: all of it may stay.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound'],
  }),
  removeWayIn: endpoint({
    summary:
      'Remove a way to sign in, and end all other sessions. Needs a proof from the last five minutes. Removing it again changes nothing.',
    session: 'own',
    input: field.object({ ...own, wayId: field.wayId }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound', 'confirmationNeeded', 'lastWayIn'],
  }),
  endWayIn: endpoint({
    summary: 'End a new way to sign in, and all sessions, with the secret in the letter about it.',
    session: 'none',
    input: field.object({ secret: field.sealedSecret }),
    status: 200,
    answer: nothing,
    errors: ['wayInEnded', 'tooManyAttempts'],
  }),
  proveOwner: endpoint({
    summary:
      'Prove that the account is the caller’s, with its password or with a code. Without either, mail a code to the account’s address. The proof counts for five minutes.',
    session: 'own',
    input: field
      .object({ ...own, password: field.password.optional(), ...withCode })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: z.object({ confirmed: z.literal(true) }),
    codeAnswer: challengeAnswer,
    errors: [
      'signedOut',
      'userNotFound',
      'wrongPassword',
      'wrongCode',
      'confirmationNeeded',
      'tooManyAttempts',
    ],
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
      ...guessing,
    ],
  }),
  changeEmail: endpoint({
    summary: 'Mail a code to the new address; with the code, change the account’s address to it.',
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
      ...guessing,
    ],
  }),
  resetPassword: endpoint({
    summary:
      'Mail a code if the address has an account (the answer does not show whether it has one); with the code, set a new password.',
    session: 'none',
    input: field
      .object({ email: field.email, newPassword: field.newPassword, ...withCode })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: z.object({ message: z.string() }),
    codeAnswer: challengeAnswer,
    errors: ['passwordTooCommon', 'resetFailed', ...guessing],
  }),
  deleteAccount: endpoint({
    summary: 'Delete the account and all its data permanently.',
    session: 'own',
    input: field.object({ ...own, password: field.password.optional() }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound', 'wrongPassword', 'confirmationNeeded', ...guessing],
  }),
  getSession: endpoint({
    summary: 'The signed-in user.',
    session: 'own',
    input: nothing,
    status: 200,
    answer: sessionUser,
    errors: ['signedOut'],
  }),
  clearNewUser: endpoint({
    summary: 'Record that the welcome was read. The session is then no longer a new user’s.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound'],
  }),
};
