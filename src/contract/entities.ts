import { z } from 'zod';
import { NO_SYMPTOM_ENTERED, SYMPTOM_KEYS, type SymptomKey } from '../domain/symptoms.ts';
import * as field from './fields.ts';
import { PROVIDER_KEYS, VISIT_MODES, VISIT_PURPOSES } from './providers.ts';

/** What the calls carry more than once. SPEC section 3. */

/** An object with an optional entry for each slot. */
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

/** A form as it is submitted: an entry for each symptom. */
export const formData = field
  .object(bySlot(submittedEntry))
  .refine(hasEntry, 'must hold at least one symptom')
  .refine((data) => {
    const names = SYMPTOM_KEYS.flatMap((key) => data[key]?.name.toLowerCase() ?? []);
    return new Set(names).size === names.length;
  }, 'must hold each symptom once');
export type FormData = z.infer<typeof formData>;

/** The name is the form's own, whatever an edit says; notes that an edit does not speak of stay. */
const editedEntry = field.object({
  name: field.symptomName.optional(),
  severity: field.severity,
  notes: field.notes.optional(),
});

/** A form as it is edited: its number, and the entries to change. */
export const editedFormData = field
  .object({ ...bySlot(editedEntry), formNumber: field.count })
  .refine(hasEntry, 'must hold at least one symptom');
export type EditedFormData = z.infer<typeof editedFormData>;

const entry = z.object({
  name: z.string(),
  severity: z.int(),
  notes: z.string(),
});

/** A form as it is listed. */
export const form = z.object({
  id: z.string(),
  formNumber: z.int(),
  /** The time the ratings are for: an ISO instant in UTC. */
  date: z.string(),
  /** When they were entered: the same instant, but for a form that was logged later. */
  enteredAt: z.string(),
  /** The names in slot order. */
  symptoms: z.array(z.string()),
  symptomData: z.object(bySlot(entry)),
  /** 1 at first, raised by every edit. */
  version: z.int(),
  rowIndex: z.int(),
  sheetName: z.string(),
});
export type Form = z.infer<typeof form>;

const slotValue = z.string().meta({
  description: `A name, '${NO_SYMPTOM_ENTERED}' for an empty slot, or '' for one never created.`,
});

export const profile = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthday: z.string(),
  biologicalSex: field.biologicalSex,
  yearsWithParkinsons: z.int().nullable(),
  symptom1: slotValue,
  symptom2: slotValue,
  symptom3: slotValue,
  symptom4: slotValue,
  symptom5: slotValue,
  pastSymptoms: z.array(z.string()),
});
export type Profile = z.infer<typeof profile>;

/** The symptoms of a profile, as it tells them: a slot that was never created is ''. */
export const symptoms = field.object({
  symptom1: field.slotValue,
  symptom2: field.slotValue,
  symptom3: field.slotValue,
  symptom4: field.slotValue,
  symptom5: field.slotValue,
  pastSymptoms: field.heldPastSymptoms,
});

/** Who is signed in. `hasProfile` is false between signing up and saving the profile. */
export const sessionUser = profile.omit({ userId: true }).extend({
  id: z.string(),
  imageUrl: z.string(),
  isNewUser: z.boolean(),
  hasProfile: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** How a visit to a provider's sign-in page ended. */
export const visitOutcome = z.object({
  /** The browser's own name for the visit. */
  id: z.string(),
  provider: z.enum(PROVIDER_KEYS),
  purpose: z.enum(VISIT_PURPOSES),
  mode: z.enum(VISIT_MODES),
  /** What to tell the person where it did not succeed; '' where it did. */
  problem: z.string(),
});
export type VisitOutcome = z.infer<typeof visitOutcome>;
