import { z } from 'zod';
import { endpoint, nothing, own } from './endpoint.ts';
import { oauthOutcome, sessionUser } from './entities.ts';
import * as field from './fields.ts';
import { newPasskey, passkeyCreation, passkeyRequest, signedByPasskey } from './passkeys.ts';
import { IDENTITY_KINDS, OWNER_PROOFS, wayIn } from './ways-in.ts';

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

/** The answer of a call that logs out. */
const leaving = z.object({
  leaveAt: z.string().optional().meta({
    description: 'Where the browser logs out at the sign-in provider too.',
  }),
});

/** The errors of a call that checks what a passkey signed. */
const passkeyErrors = [
  'noSuchCall',
  'passkeyWrong',
  'passkeyTooLate',
  'passkeyUsed',
  'passkeyGone',
  'passkeyCopied',
  'tooManyAttempts',
] as const;

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
      consent: field.agreed.optional().meta({
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
    answer: leaving,
    errors: [],
  }),
  signOutEverywhere: endpoint({
    summary: 'End all sessions of the account, in every browser.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: leaving,
    errors: ['signedOut', 'userNotFound'],
  }),
  getSessions: endpoint({
    summary: 'The browsers in which the account is signed in, the caller’s own first.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(
      z.object({
        sessionId: z.string(),
        browser: z.string().meta({ description: 'In words, such as ‘Firefox on Android’.' }),
        firstUsedAt: z.string().meta({
          description: 'When the account was first used in this browser, an ISO instant in UTC.',
        }),
        lastUsedAt: z.string().meta({
          description: 'An ISO instant in UTC. It is noted at most once a day.',
        }),
        isThis: z.boolean().meta({ description: 'True for the session of this call.' }),
      }),
    ),
    errors: ['signedOut', 'userNotFound'],
  }),
  endSession: endpoint({
    summary:
      'Log out one browser, which the account then no longer knows. Ending it again changes nothing.',
    session: 'own',
    input: field.object({ ...own, sessionId: field.sessionId }),
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
      accountsOnly: z.literal(true).optional().meta({
        description:
          'Too many went to new addresses today. So this one is sent only to an account.',
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
    errors: ['linkSpent', 'linkElsewhere', 'signUpClosed', 'emailHeld', 'tooManyAttempts'],
  }),
  joinOwnProvider: endpoint({
    summary:
      'With OIDC_ONLY: join the person who has just come back from the provider to the account with their address, and sign in. The proof is the account’s password or a code. Without any, mail a code.',
    session: 'none',
    input: field
      .object({ password: field.password.optional(), ...withCode })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: sessionUser,
    codeAnswer: challengeAnswer,
    errors: ['joinExpired', 'joinSpent', 'wrongPassword', 'wrongCode', ...guessing],
  }),
  getPasskeyRequest: endpoint({
    summary: 'The options to sign in with a passkey. Nothing is stored.',
    session: 'none',
    input: nothing,
    status: 200,
    answer: passkeyRequest,
    errors: ['noSuchCall'],
  }),
  signInWithPasskey: endpoint({
    summary: 'Sign in with a passkey. What it signed works once.',
    session: 'none',
    input: field.object({ passkey: signedByPasskey }),
    status: 200,
    answer: sessionUser,
    errors: passkeyErrors,
  }),
  getPasskeyProof: endpoint({
    summary: 'The options to prove with a passkey that the account is the caller’s.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: passkeyRequest,
    errors: ['signedOut', 'userNotFound', 'noSuchCall'],
  }),
  getPasskeyCreation: endpoint({
    summary: 'The options to make a passkey. Needs a proof from the last five minutes.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: passkeyCreation,
    errors: ['signedOut', 'userNotFound', 'confirmationNeeded', 'tooManyPasskeys', 'noSuchCall'],
  }),
  addPasskey: endpoint({
    summary: 'Add a passkey that the browser has made. Adding it again changes nothing.',
    session: 'own',
    input: field.object({ ...own, passkey: newPasskey }),
    status: 200,
    answer: z.object({ wayId: z.string() }),
    errors: [
      'signedOut',
      'userNotFound',
      'confirmationNeeded',
      'noSuchCall',
      'passkeyWrong',
      'passkeyTooLate',
      'passkeyUsed',
      'passkeyOfOther',
      'tooManyPasskeys',
    ],
  }),
  renamePasskey: endpoint({
    summary: 'Give a passkey another name.',
    session: 'own',
    input: field.object({ ...own, wayId: field.wayId, name: field.passkeyName }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound', 'passkeyNotHere'],
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
      /** True if that proof was a passkey. It counts in place of the password. */
      byPasskey: z.literal(true).optional(),
    }),
    errors: ['signedOut', 'userNotFound'],
  }),
  getStays: endpoint({
    summary:
      'After a reset: the older links, helpers, invitations, ways to sign in and reminders by ntfy that still work. Empty if nothing is asked.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({
      waysIn: z.array(
        z.object({
          wayId: z.string(),
          kind: z.enum(IDENTITY_KINDS),
          email: z.string().meta({ description: 'Of a passkey its name.' }),
        }),
      ),
      caregivers: z.array(
        z.object({ caregiverId: z.string(), name: z.string(), email: z.string() }),
      ),
      invitations: z.array(z.object({ invitationId: z.string(), email: z.string() })),
      links: z.array(z.object({ shareId: z.string(), label: z.string() })),
      ntfy: z.boolean().meta({ description: 'True if reminders go to a topic of ntfy.' }),
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
    summary: 'End what a letter is about, and all sessions, with the secret in that letter.',
    session: 'none',
    input: field.object({ secret: field.sealedSecret }),
    status: 200,
    answer: nothing,
    errors: ['wayInEnded', 'tooManyAttempts'],
  }),
  proveOwner: endpoint({
    summary:
      'Prove that the account is the caller’s, with a passkey, its password or a code. Without any, mail a code to the account’s address. The proof counts for five minutes.',
    session: 'own',
    input: field
      .object({
        ...own,
        passkey: signedByPasskey.optional(),
        password: field.password.optional(),
        ...withCode,
      })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: z.object({ confirmed: z.literal(true) }),
    codeAnswer: challengeAnswer,
    errors: [
      ...passkeyErrors,
      'passkeyOfOther',
      'signedOut',
      'userNotFound',
      'wrongPassword',
      'wrongCode',
      'confirmationNeeded',
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
      'strangersSpent',
      'signedOut',
      'userNotFound',
      'wrongPassword',
      'confirmationNeeded',
      'wrongCode',
      'emailInUse',
      ...guessing,
    ],
  }),
  proveAddress: endpoint({
    summary:
      'Mail a code to the account’s address; with the code, confirm that the address is the owner’s. While no address was confirmed, it can be another address, which then replaces the present one.',
    session: 'own',
    input: field
      .object({ ...own, email: field.email, ...withCode })
      .refine(hasBothOrNeither, bothOrNeither),
    status: 200,
    answer: sessionUser,
    codeAnswer: challengeAnswer,
    errors: [
      'signedOut',
      'userNotFound',
      'confirmationNeeded',
      'wrongCode',
      'emailInUse',
      'notSplit',
      'strangersSpent',
      ...guessing,
    ],
  }),
  joinEntries: endpoint({
    summary:
      'Bring the entries from before the address was confirmed to this account now, with the old password. The two accounts become one.',
    session: 'own',
    input: field.object({ ...own, password: field.password }),
    status: 200,
    answer: sessionUser,
    errors: [
      'signedOut',
      'userNotFound',
      'wrongPassword',
      'notSplit',
      'tooManyAttempts',
      'oldPasswordSpent',
    ],
  }),
  answerSplit: endpoint({
    summary:
      'Say whether the person who confirmed the address in another account is the owner of these entries. If so, the two accounts become one. If not, they stay apart.',
    session: 'own',
    input: field.object({ ...own, isMe: field.flag }),
    status: 200,
    answer: sessionUser,
    errors: ['signedOut', 'userNotFound', 'notSplit'],
  }),
  undoEmailChange: endpoint({
    summary:
      'Give an account its old address back, with the secret in the letter to it. Ends the password, all sessions, and what was added since.',
    session: 'none',
    input: field.object({ secret: field.challenge }),
    status: 200,
    answer: nothing,
    errors: ['emailUndoEnded', 'emailInUse', 'tooManyAttempts'],
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
    answer: leaving,
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
