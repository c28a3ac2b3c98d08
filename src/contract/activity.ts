import { z } from 'zod';

/** The activity log of an account, for its owner. It contains no text that a person has entered. */

const ACTIVITY_KINDS = [
  'signedIn',
  'signedOut',
  'signedOutEverywhere',
  'providerJoined',
  'waysInRemoved',
  'passwordChanged',
  'passwordReset',
  'emailChanged',
  'profileSaved',
  'symptomsChanged',
  'symptomDeleted',
  'formEdited',
  'formDeleted',
  'formRestored',
  'medicationChanged',
  'medicationDeleted',
  'medicationRestored',
  'doseEdited',
  'doseDeleted',
  'doseRestored',
  'checkInEdited',
  'checkInDeleted',
  'checkInRestored',
  'diaryEdited',
  'diaryDeleted',
  'diaryRestored',
  'visitEdited',
  'visitDeleted',
  'visitRestored',
  'remindersChanged',
  'caregiverInvited',
  'invitationTakenBack',
  'caregiverStarted',
  'caregiverChanged',
  'caregiverEnded',
  'helpStarted',
  'helpEnded',
  'formsImported',
  'medicationsImported',
  'dosesImported',
  'checkInsImported',
  'diaryImported',
  'visitsImported',
  'exported',
  'reportMade',
  'reportMailed',
  'spreadsheetTurnedOn',
  'spreadsheetTurnedOff',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const activity = z.object({
  id: z.string(),
  at: z.string().meta({ description: 'An ISO instant in UTC.' }),
  kind: z.enum(ACTIVITY_KINDS),
  detail: z.string().meta({
    description:
      'The sign-in method (password, link, or a provider), the provider that was linked to the account (followed by passwordRemoved if that removed the password), the Form # of an edit, a deletion or a restoration, the number of imported forms, medications, doses, check-ins, half-hours of the diary or visits, or the format of an export; otherwise empty.',
  }),
});
export type Activity = z.infer<typeof activity>;
