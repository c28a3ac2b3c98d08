import { z } from 'zod';

/** What was done in an account, for its owner to read. No word that was entered is in it. */

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
  'formsImported',
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
      'The way in (password, link, or a provider), the provider that joined the account (followed by passwordRemoved where that removed the password), the Form # of an edit, the number of forms that were imported, the format of an export; else empty.',
  }),
});
export type Activity = z.infer<typeof activity>;
