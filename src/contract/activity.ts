import { z } from 'zod';
import { CHANGE_ACTIVITIES, IMPORT_ACTIVITIES } from './kinds.ts';

/** The activity log of an account, for its owner. It contains no text that a person has entered. */

export const ACTIVITY_KINDS = [
  'signedIn',
  'signInFailed',
  'signedOut',
  'signedOutEverywhere',
  'sessionEnded',
  'providerJoined',
  'wayInRemoved',
  'waysInRemoved',
  'passwordChanged',
  'passwordReset',
  'emailChanged',
  'emailConfirmed',
  'addressGiven',
  'accountsJoined',
  'accountsKeptApart',
  'emailChangedBack',
  'profileSaved',
  'symptomsChanged',
  'symptomDeleted',
  ...CHANGE_ACTIVITIES,
  'remindersChanged',
  'caregiverInvited',
  'invitationTakenBack',
  'caregiverStarted',
  'caregiverWaits',
  'caregiverConfirmed',
  'caregiverRefused',
  'caregiverChanged',
  'caregiverEnded',
  'helperRead',
  'helpStarted',
  'helpEnded',
  'shareMade',
  'shareEnded',
  'shareRestored',
  'shareOpened',
  'healthLinkMade',
  'healthLinkEnded',
  'healthLinkRead',
  ...IMPORT_ACTIVITIES,
  'exported',
  'reportMade',
  'reportMailed',
  'spreadsheetTurnedOn',
  'spreadsheetTurnedOff',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/**
 * The kinds that are about entries and settings. All others are about security: who can get in, who can read, and what
 * left the app. A new kind is about security unless it is listed here.
 */
const ORDINARY_KINDS: ReadonlySet<ActivityKind> = new Set([
  'profileSaved',
  'symptomsChanged',
  'symptomDeleted',
  ...CHANGE_ACTIVITIES,
  'remindersChanged',
  ...IMPORT_ACTIVITIES,
]);

export function isAboutSecurity(kind: ActivityKind): boolean {
  return !ORDINARY_KINDS.has(kind);
}

export const activity = z.object({
  id: z.string(),
  at: z.string().meta({ description: 'An ISO instant in UTC.' }),
  kind: z.enum(ACTIVITY_KINDS),
  count: z.int().meta({
    description:
      'How often it happened in this hour (UTC). Repeats of a kind with the same detail and actor are one entry, with the time of the last.',
  }),
  actor: z.enum(['self', 'helper', 'link']).meta({
    description:
      'Who did it: the account itself, a helper, or someone with a link or a code for a clinic. Failed tries to sign in count as the account’s own.',
  }),
  helper: z.string().optional().meta({
    description:
      'The name of that helper, or the address of a helper without a name; absent if they do not help any more.',
  }),
  detail: z.string().meta({
    description:
      'The sign-in method (password, link, letIn for a link that the operator made, or a provider), the way to sign in that was removed, the browser that was logged out, the provider that was linked to the account (followed by passwordRemoved if that removed the password), the Form # of an edit, a deletion or a restoration, the number of imported entries, or the format of an export; otherwise empty.',
  }),
});
export type Activity = z.infer<typeof activity>;
