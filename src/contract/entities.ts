import { z } from 'zod';
import { REMINDER_CHANNELS, REMINDER_KINDS } from '../domain/reminders.ts';
import { NO_SYMPTOM_ENTERED, SYMPTOM_KEYS, type SymptomKey } from '../domain/symptoms.ts';
import { factsInAnswer } from './facts.ts';
import * as field from './fields.ts';
import type { checkIn } from './kinds/check-in.ts';
import type { diary } from './kinds/diary.ts';
import type { dose } from './kinds/dose.ts';
import type { AnswerOf } from './kinds/inputs.ts';
import type { medication } from './kinds/medication.ts';
import type { visit } from './kinds/visit.ts';
import { OAUTH_MODES, OAUTH_PURPOSES, PROVIDER_KEYS } from './providers.ts';

/** Schemas that several calls share. SPEC section 3. */

/** An object with an optional value for each slot. */
function bySlot<Entry extends z.ZodType>(entry: Entry) {
  const shape = Object.fromEntries(SYMPTOM_KEYS.map((key) => [key, entry.optional()]));
  return shape as Record<SymptomKey, z.ZodOptional<Entry>>;
}

export const slotValues = bySlot(field.slotValue);

const submittedEntry = field.object({
  name: field.symptomName,
  severity: field.severity,
  notes: field.notes.default(''),
});

function hasEntry(data: Partial<Record<SymptomKey, unknown>>): boolean {
  return SYMPTOM_KEYS.some((key) => data[key]);
}

/** A new form as a caller submits it, with a rating for each symptom that was rated. */
export const formData = field
  .object(bySlot(submittedEntry))
  .refine(hasEntry, 'must hold at least one symptom')
  .refine((data) => {
    const names = SYMPTOM_KEYS.flatMap((key) => data[key]?.name.toLowerCase() ?? []);
    return new Set(names).size === names.length;
  }, 'must hold each symptom once');
export type FormData = z.infer<typeof formData>;

/**
 * A changed or added rating. A changed rating keeps the symptom's name. An added rating needs the symptom's name, and a
 * slot that the form does not use. If `notes` is missing, the notes stay.
 */
const editedEntry = field.object({
  name: field.symptomName.optional(),
  severity: field.severity,
  notes: field.notes.optional(),
});

/** An edit of a form: the form's number, and the ratings to change or to add. */
export const editedFormData = field
  .object({ ...bySlot(editedEntry), formNumber: field.count })
  .refine(hasEntry, 'must hold at least one symptom');
export type EditedFormData = z.infer<typeof editedFormData>;

const entry = z.object({
  name: z.string(),
  severity: z.int(),
  notes: z.string(),
});

/** Who entered something: 'self' is the person; any other text is a name. */
const author = z.string();

/** Present only in the answer to a caregiver who must not change this entry. */
export const readOnly = z.literal(true).optional();

/** Present only in the answer to a caregiver: the notes are blank because the person has not shared them. */
export const notesWithheld = z.literal(true).optional();

/**
 * Present only on the last entry of a list that its text has ended early: the cursor with which the rest is listed. A
 * list without it is complete, or as long as the call asked for.
 */
export const next = z.string().optional();

/** A form as the calls return it. */
export const form = z.object({
  id: z.string(),
  formNumber: z.int(),
  /** The time that the ratings are for, an ISO instant in UTC. */
  date: z.string(),
  /** When the ratings were entered. This equals `date`, unless the person entered them later. */
  enteredAt: z.string(),
  /** The time zone where the form was made. The form's date and clock time are shown in this zone. */
  timeZone: z.string(),
  /** The symptom names in slot order. */
  symptoms: z.array(z.string()),
  symptomData: z.object(bySlot(entry)),
  author,
  readOnly,
  notesWithheld,
  /** Starts at 1, and increases with every edit. */
  version: z.int(),
  /** When the form was deleted, an ISO instant; only while it can be restored. */
  deletedAt: z.string().optional(),
  /** A page of forms that is requested with this cursor begins after this form. */
  cursor: z.string(),
  next,
  rowIndex: z.int(),
  sheetName: z.string(),
});
export type Form = z.infer<typeof form>;

/** Days with forms, and the nearest months before and after them that have forms. */
export const formDays = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      /** The number of forms. */
      forms: z.int(),
      /** Of each symptom that is tracked or was tracked: the average of its ratings, and their number. */
      averages: z.array(z.object({ name: z.string(), mean: z.number(), count: z.int() })),
    }),
  ),
  older: z.string().nullable(),
  newer: z.string().nullable(),
});

const slotValue = z.string().meta({
  description: `A name, '${NO_SYMPTOM_ENTERED}' for an empty slot, or '' for a slot not created.`,
});

export const profile = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  ...factsInAnswer,
  /** Computed from `diagnosedYear`. */
  yearsWithParkinsons: z.int().nullable(),
  /** The display options that are on; null until the person has chosen. */
  display: field.display.nullable(),
  /** For helpers, who do not see visits: the days on which blood pressure is to be measured before the next one. */
  pressureDays: z.object({ first: z.string(), last: z.string() }).optional(),
  symptom1: slotValue,
  symptom2: slotValue,
  symptom3: slotValue,
  symptom4: slotValue,
  symptom5: slotValue,
  pastSymptoms: z.array(z.string()),
  /** Counts the changes of the symptoms. */
  revision: z.int(),
});
export type Profile = z.infer<typeof profile>;

/** A person whom the signed-in user helps. */
export const helped = z.object({
  /** The id of the person. */
  userId: z.string(),
  caregiverId: z.string(),
  name: z.string(),
  /** '' if it is not known. */
  firstName: z.string(),
  may: field.may,
  /** Whether the user may read the person's notes. */
  notes: z.boolean(),
  since: z.string(),
});
export type Helped = z.infer<typeof helped>;

/**
 * Two accounts that wait to be joined, because the address of the one with the entries was never confirmed before
 * somebody confirmed it in another account (DECISIONS 44).
 */
const accountSplit = z.object({
  /** What the signed-in account has: the entries from before, or the address. */
  holds: z.enum(['entries', 'address']),
  email: z.string(),
  since: z.string(),
  /** Null if they stay apart, because the owner of the entries said so. */
  joinsAt: z.string().nullable(),
});
export type AccountSplit = z.infer<typeof accountSplit>;

/** Somebody who has accepted an invitation under another address than the invited one. */
const accepted = z.object({
  caregiverId: z.string(),
  /** The address that was invited. */
  invited: z.string(),
  /** The address of the account that accepted. */
  email: z.string(),
  name: z.string(),
  may: field.may,
  notes: z.boolean(),
});
export type Accepted = z.infer<typeof accepted>;

/** The signed-in user. `hasProfile` is false between signing up and saving the profile. */
export const sessionUser = profile.omit({ userId: true }).extend({
  id: z.string(),
  imageUrl: z.string(),
  isNewUser: z.boolean(),
  hasProfile: z.boolean(),
  /** Whom the user helps as a caregiver. */
  helps: z.array(helped),
  /** Whether to ask now for a proof of the email address. */
  asksAddress: z.boolean(),
  split: accountSplit.optional(),
  /** Who waits for the user's yes. */
  accepted: z.array(accepted),
  /** Whose yes the user waits for. */
  waitsFor: z.array(accepted.pick({ caregiverId: true, invited: true, name: true })),
  /** Present after a reset of the password, until the user has said what may stay (`getStays`). */
  asksWhatStays: z.literal(true).optional(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** The outcome of an OAuth flow at a provider. */
export const oauthOutcome = z.object({
  /** The id that the browser gave to the flow. */
  id: z.string(),
  provider: z.enum(PROVIDER_KEYS),
  purpose: z.enum(OAUTH_PURPOSES),
  mode: z.enum(OAUTH_MODES),
  /** The message for the person if the flow failed; '' if it succeeded. */
  problem: z.string(),
  /**
   * With OIDC_ONLY, the address of an account that the provider may not open yet. `joinOwnProvider` joins the two, with
   * a proof.
   */
  accountEmail: z.string().optional(),
});
export type OAuthOutcome = z.infer<typeof oauthOutcome>;

/** The fields that all following kinds of entries share. */
export const ofEntry = {
  enteredAt: z.string(),
  /** The time zone where the entry was made. */
  timeZone: z.string(),
  author,
  version: z.int(),
  deletedAt: z.string().optional(),
};

/** How a medication is taken from a date on. */
export type Medication = AnswerOf<typeof medication>;

/** A dose that was taken or skipped, with name and strength as they were then. */
export type Dose = AnswerOf<typeof dose>;

/** The check-in of a day. Null means not answered. */
export type CheckIn = AnswerOf<typeof checkIn>;

/** The state of a half-hour in the motor diary. */
export type DiaryHalfHour = AnswerOf<typeof diary>;

/** A visit with the doctor. */
export type Visit = AnswerOf<typeof visit>;

/** A browser that gets reminders. */
export const pushDevice = z.object({
  deviceId: z.string(),
  /** As the browser described itself, such as 'Chrome on Android'. */
  name: z.string(),
  /** Whether the device belongs to the session that makes this call. */
  isThis: z.boolean(),
  /**
   * SHA-256 of the subscription's endpoint, in hex. The page compares it with the hash of its own subscription. Null
   * after the push service has ended the subscription. The device gets reminders again when the app is opened on it.
   */
  endpointHash: z.string().nullable(),
  addedAt: z.string(),
  /** When the push service last accepted a reminder for the device; null before the first one. */
  lastSentAt: z.string().nullable(),
});
export type PushDevice = z.infer<typeof pushDevice>;

const reminder = z.object({
  kind: z.enum(REMINDER_KINDS),
  on: z.boolean(),
  times: z.array(z.string()),
  weekday: z.int().nullable(),
  daysBefore: z.int().nullable(),
  channels: z.array(z.enum(REMINDER_CHANNELS)),
});

export const reminderAnswer = z.object({
  /** One of each kind. */
  reminders: z.array(reminder),
  quiet: z.object({ from: z.string(), to: z.string() }).nullable(),
  pausedUntil: z.string().nullable(),
  showsNames: z.boolean(),
  repeats: z.boolean(),
  devices: z.array(pushDevice),
  /**
   * The server's public key for push subscriptions, base64url; null if the server has no https, which push messages
   * need.
   */
  pushKey: z.string().nullable(),
  /** Whether reminders and reports can be mailed to the account's address. */
  canMail: z.boolean(),
  /** Where reminders go by ntfy; null if the person has set up none. */
  ntfy: z
    .object({
      url: z.string(),
      topic: z.string(),
      /** Nothing is sent any more: the topic has ended, or too many reminders in a row failed. A save begins again. */
      isEnded: z.boolean(),
    })
    .nullable(),
});
export type ReminderAnswer = z.infer<typeof reminderAnswer>;
