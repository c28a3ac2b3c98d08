import { SLOT_REFUSALS } from '../domain/slots.ts';
import { accountErrors } from './account-errors.ts';
import { userNotFound } from './user-not-found.ts';

/** The error for an entry, a medication or a link that does not exist, or not any more. */
function gone(thing: string) {
  return {
    status: 404,
    message: `This ${thing} is no longer here. Please reload the page.`,
  } as const;
}

/**
 * All errors of the calls, with the status and the message for the person. The answer is `{ error }` with
 * the message; for an invalid field, the message is from the field's schema. SPEC section 8, DECISIONS 3 to
 * 18.
 */
export const errors = {
  ...accountErrors,
  badRequest: {
    status: 400,
    message: 'Something went wrong. Please reload the page and try again.',
  },
  notJson: { status: 400, message: 'The request body is not valid JSON.' },
  birthdayInFuture: { status: 400, message: 'birthday must not be in the future' },
  diagnosisInFuture: { status: 400, message: 'diagnosedYear must not be in the future' },
  periodEmpty: {
    status: 400,
    message: 'Please check the start date. It must not be in the future, or after the end date.',
  },
  periodTooLong: { status: 400, message: 'Please choose a period of at most one year.' },
  reportTooLarge: {
    status: 400,
    message: 'This PDF is too large to email. Download it, or choose a shorter period.',
  },
  timeInFuture: { status: 400, message: 'Choose a time in the past.' },
  dayInFuture: {
    status: 400,
    message: 'This day has not come yet. Please check the date on this device and try again.',
  },
  pushRefused: {
    status: 400,
    message: 'We can’t send reminders to this browser. Please try another browser.',
  },
  ntfyForbidden: {
    status: 400,
    message:
      'We can’t send to this server. Its address must begin with https:// and be open to the internet. Or the person who runs Symptom Tracker can allow it.',
  },
  tooManyDevices: {
    status: 400,
    message: 'At most 20 browsers can get reminders. Please remove one first.',
  },
  noReminders: {
    status: 400,
    message: 'First, choose ‘In my calendar’ for a reminder, and save it. Then try again.',
  },
  noPushDevice: {
    status: 404,
    message: 'Reminders are not on in this browser. Please turn them on first.',
  },
  noNtfy: { status: 404, message: 'First, save the server and the topic. Then try again.' },
  checkInEmpty: { status: 400, message: 'Please answer a question or write a note first.' },
  noHalfHour: {
    status: 400,
    message: 'Please choose a full or half hour, such as 8:00 or 8:30.',
  },
  halfHourInFuture: {
    status: 400,
    message: 'This half-hour has not begun yet. Please choose an earlier one.',
  },
  expiryOutOfRange: { status: 400, message: 'Choose a day within the next year.' },
  tooManyShares: {
    status: 400,
    message: 'At most 20 links can work at a time. Please stop one first.',
  },
  tooManyHealthLinks: {
    status: 400,
    message: 'At most 5 codes can work at a time. Please stop one first.',
  },
  notReachable: {
    status: 400,
    message:
      'Clinics can’t reach this server, so a code would not work. Please save a file for the clinic.',
  },
  healthFileTooLarge: {
    status: 400,
    message: 'This report is too large. Please choose a later first day, or leave out your notes.',
  },
  recipientNeeded: {
    status: 400,
    message: 'Please say who you are. Add your name to the address, such as ?recipient=Clinic.',
  },
  spanTooLong: { status: 400, message: 'Please ask for at most 100 days at a time.' },
  tooManyDays: { status: 400, message: 'Please ask for at most 31 days at a time.' },
  passkeyWrong: {
    status: 400,
    message: 'That did not work. Please try again, or sign in another way.',
  },
  passkeyTooLate: {
    status: 400,
    message: 'That took too long. Please try again, or use another way.',
  },
  passkeyUsed: {
    status: 400,
    message: 'That answer of your passkey was used already. Please try again.',
  },
  passkeyNotHere: {
    status: 404,
    message: 'This passkey is no longer here. Please reload the page.',
  },
  passkeyCopied: {
    status: 403,
    message:
      'This passkey may have been copied, so we did not accept it. Please sign in another way, and remove it in Settings.',
  },
  passkeyOfOther: {
    status: 409,
    message: 'This passkey opens another account here. Please make a new one.',
  },
  tooManyPasskeys: {
    status: 400,
    message: 'At most 20 passkeys can sign in. Please remove one first.',
  },
  joinSpent: {
    status: 429,
    message: 'Too many wrong passwords. Please use a code by email, or sign in another way.',
  },
  noSymptoms: {
    status: 400,
    message: 'No symptoms configured. Please add symptoms to your profile first.',
  },
  notTracked: {
    status: 400,
    message: 'That symptom is not tracked here any more. Please reload and try again.',
  },
  slotNotCreated: { status: 400, message: SLOT_REFUSALS.slotNotCreated },
  slotsFull: { status: 400, message: SLOT_REFUSALS.slotsFull },
  slotNotDeletable: { status: 400, message: SLOT_REFUSALS.slotNotDeletable },
  slotEmpty: { status: 400, message: SLOT_REFUSALS.slotEmpty },
  symptomsChanged: { status: 409, message: SLOT_REFUSALS.symptomsChanged },
  alreadyTracked: { status: 400, message: SLOT_REFUSALS.alreadyTracked },
  pastSymptomsFull: { status: 400, message: SLOT_REFUSALS.pastSymptomsFull },
  importRefused: { status: 400, message: 'This file cannot be imported. Nothing was changed.' },
  notInForm: {
    status: 400,
    message: 'That symptom is not in this form. Please reload and try again.',
  },
  signedOut: { status: 401, message: 'Please sign in.' },
  readerSignedOut: { status: 401, message: 'Please open the link again.' },
  wrongCredentials: { status: 401, message: 'Wrong email or password. Please try again.' },
  passcodeNeeded: { status: 403, message: 'This link has a passcode. Please enter it.' },
  wrongPasscode: { status: 403, message: 'That passcode is wrong. Please try again.' },
  shareLocked: {
    status: 403,
    message:
      'This link is locked, because a wrong passcode was entered too often. Please ask for a new link.',
  },
  notSplit: { status: 409, message: 'This was answered already. Please reload the page.' },
  lastWayIn: {
    status: 409,
    message: 'This is your only way to sign in, so it stays. Add another one first.',
  },
  emailNotProven: {
    status: 403,
    message: 'Please confirm your email address first, in Settings. Then we can send emails to it.',
  },
  invitationSpent: {
    status: 400,
    message: 'This invitation has been used, or has expired. Please ask for a new one.',
  },
  invitedOther: {
    status: 400,
    message: 'This invitation is for another email address. Please sign up with that address.',
  },
  ownAddress: { status: 400, message: 'This is your own email. Enter the email of your helper.' },
  ownInvitation: {
    status: 400,
    message: 'This is your own invitation. Please send the link to the person who helps you.',
  },
  tooManyCaregivers: {
    status: 400,
    message: 'At most 20 people can help or be invited. Please remove one first.',
  },
  strangersSpent: {
    status: 429,
    message: 'We can’t send more emails to new addresses today. Please try again tomorrow.',
  },
  tooManyEntries: {
    status: 403,
    message:
      'An account can hold at most 200,000 entries. You can still read, edit and download yours.',
  },
  tooMuchText: {
    status: 403,
    message: 'An account can hold at most 256 MB of text. You can still read and download yours.',
  },
  entryOfOther: {
    status: 403,
    message: 'Someone else entered this, so you can’t change it. Please ask them.',
  },
  crossSite: {
    status: 403,
    message: 'Please open Symptom Tracker at its usual address, and try again.',
  },
  userNotFound,
  formNotFound: gone('form'),
  medicationNotFound: gone('medication'),
  doseNotFound: gone('dose'),
  checkInNotFound: gone('check-in'),
  diaryNotFound: gone('diary entry'),
  visitNotFound: gone('visit'),
  fallNotFound: gone('fall'),
  tabletCountNotFound: gone('count of tablets'),
  bloodPressureNotFound: gone('reading'),
  caregiverNotFound: { status: 404, message: 'This person does not help here any more.' },
  shareNotFound: gone('link or code'),
  shareEnded: { status: 404, message: 'This link no longer works. Please ask for a new one.' },
  noSuchCall: { status: 404, message: 'Page not found.' },
  tooSlow: {
    status: 408,
    message:
      'What you sent took too long to arrive. Your connection may be slow. Please try again.',
  },
  profileExists: { status: 409, message: 'This account already has a profile.' },
  formChanged: {
    status: 409,
    message: 'This form was changed somewhere else. Please reload and try again.',
  },
  medicationChanged: {
    status: 409,
    message: 'This medication was changed somewhere else. Please check it and try again.',
  },
  doseChanged: {
    status: 409,
    message: 'This dose was changed somewhere else. Please check it and try again.',
  },
  checkInChanged: {
    status: 409,
    message: 'This day already has other answers. Please check them and try again.',
  },
  diaryChanged: {
    status: 409,
    message:
      'The diary already has a different entry for this time. Please check it and try again.',
  },
  fallChanged: {
    status: 409,
    message: 'This fall was changed somewhere else. Please check it and try again.',
  },
  tabletCountChanged: {
    status: 409,
    message: 'This count was changed somewhere else. Please check it and try again.',
  },
  bloodPressureChanged: {
    status: 409,
    message: 'This reading was changed somewhere else. Please check it and try again.',
  },
  visitChanged: {
    status: 409,
    message: 'This visit was changed somewhere else. Please check it and try again.',
  },
  visitWithoutDay: {
    status: 409,
    message: 'You already have a visit without a day. Please choose a day for one of them.',
  },
  tooLarge: { status: 413, message: 'That is too long to save. Please shorten your notes.' },
  fileTooLarge: { status: 413, message: 'This file is too large. The limit is 16 MB.' },
  tooManyAttempts: { status: 429, message: 'Too many attempts. Please try again later.' },
  tooManySaved: {
    status: 429,
    message: 'At most 500 entries can be saved in a day. Please try again tomorrow.',
  },
  tooMuchImported: {
    status: 429,
    message: 'Too much was imported from your network in the last hour. Please try again later.',
  },
  headersTooLarge: {
    status: 431,
    message: 'Your browser sent too much. Please delete the cookies of this site and try again.',
  },
  reportFailed: { status: 500, message: 'Failed to generate PDF' },
  pushFailed: {
    status: 502,
    message: 'The test could not be sent. Please try again in a few minutes.',
  },
  ntfyRefused: {
    status: 502,
    message: 'The ntfy server did not accept the test. Please check the address and the topic.',
  },
  ntfyUnreached: {
    status: 502,
    message:
      'The ntfy server did not answer. Please check the address, or try again in a few minutes.',
  },
  legacySheetUnread: { status: 502, message: 'Failed to load symptom data' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  cannotSave: {
    status: 503,
    message:
      'We can’t save right now because the server has a storage problem. Please try again later.',
  },
  unavailable: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof errors;
