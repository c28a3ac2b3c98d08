/**
 * The errors that the screens for getting in recognize, separate from the others, so that these screens do not load the
 * table of all errors.
 */
export const accountErrors = {
  passwordTooCommon: {
    status: 400,
    message: 'This password is too common. Please choose another one.',
  },
  resetFailed: { status: 400, message: 'Failed to reset password. Please try again.' },
  wrongCode: { status: 400, message: 'That code is wrong or has expired. Get a new code.' },
  linkSpent: {
    status: 400,
    message: 'This link has been used, or has expired. Please ask for a new one.',
  },
  passkeyGone: {
    status: 404,
    message: 'This passkey no longer opens an account here. Please sign in another way.',
  },
  joinExpired: {
    status: 400,
    message: 'That took too long. Please start again.',
  },
  linkElsewhere: {
    status: 403,
    message:
      'Please open this link in the browser where you asked for it. Or press Forgot Password there.',
  },
  wrongPassword: { status: 403, message: 'That password is wrong. Please try again.' },
  confirmationNeeded: { status: 403, message: 'First, please confirm that it’s you.' },
  emailHeld: {
    status: 409,
    message:
      'The email of this account was changed. Open our email about that, and press Change it back.',
  },
  emailUndoEnded: {
    status: 400,
    message:
      'This link no longer works. It is too old, or it was used already. If your old email is back, set a new password.',
  },
  wayInEnded: {
    status: 400,
    message:
      'This link no longer works. It is too old, or that has ended already. If you are not sure, set a new password.',
  },
  signUpClosed: { status: 403, message: 'This server takes no new accounts.' },
  emailInUse: {
    status: 409,
    message: 'An account with this email already exists. Please sign in instead.',
  },
  budgetSpent: {
    status: 429,
    message:
      'Too many attempts. Sign in on a device that you have used before, or with the link that we email you.',
  },
  /** The answer also names the address to write to, which is a setting. */
  budgetSpentWithoutMail: {
    status: 429,
    message: 'Too many attempts. Sign in on a device that you have used before.',
  },
  oldPasswordSpent: {
    status: 429,
    message: 'Too many wrong passwords. For now, your old password does not work here.',
  },
} as const;
