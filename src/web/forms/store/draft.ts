import type { Form } from '../../../contract/entities.ts';
import { SYMPTOM_KEYS, type SymptomKey } from '../../../domain/symptoms.ts';
import { randomUuid } from '../../platform/random-uuid.ts';

/** One symptom of a form, as it is sent. */
export interface Rating {
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}
export type Ratings = Readonly<Partial<Record<SymptomKey, Rating>>>;

/** One symptom of a form that is being filled in. */
export interface DraftRating extends Omit<Rating, 'severity'> {
  /** Undefined until the person rates the symptom. */
  readonly severity: number | undefined;
}
export type DraftRatings = Readonly<Partial<Record<SymptomKey, DraftRating>>>;

/**
 * The values that the person entered for one symptom. Untouched values are absent, because another device may change
 * them before this draft is saved.
 */
export interface Change {
  readonly name: string;
  readonly severity?: number;
  readonly notes?: string;
}

/** A form that is being filled in or corrected. */
export interface Draft {
  /** The saved form that this draft corrects; absent for a new form. */
  readonly edited?: Form;
  /** What was entered so far, by symptom name, because the profile may move a symptom to another slot. */
  readonly changes: readonly Change[];
  /** When the first change was made (ISO instant). */
  readonly begunAt?: string;
  /** The time that the form describes (ISO instant). If absent, the time of saving is used. */
  readonly loggedAt?: string;
  /** The idempotency key: saving the same id twice makes one form. */
  readonly submissionId: string;
  /** The values of every submission of this draft. If an answer was lost, the server may have saved any of them. */
  readonly sent: readonly Ratings[];
}

/** A new form as it was submitted. */
export interface Submission {
  readonly formData: Ratings;
  /** When Submit was pressed (ISO instant). */
  readonly enteredAt: string;
  /** The zone where the form was made; if absent, the profile's. */
  readonly timeZone?: string;
}

export function newDraft(edited?: Form): Draft {
  return { ...(edited && { edited }), changes: [], submissionId: randomUuid(), sent: [] };
}

/**
 * The symptoms of a form, with the changes applied by name. If a changed symptom has left the profile, it stays in the
 * form: in a free slot, or else in place of a symptom that has no rating and no change.
 *
 * @param symptoms the profile's symptoms without ratings, or the result of `withLeftOut`
 */
export function draftRatings(symptoms: DraftRatings, changes: readonly Change[]): DraftRatings {
  const ratings: Partial<Record<SymptomKey, DraftRating>> = {};
  for (const key of SYMPTOM_KEYS) {
    const symptom = symptoms[key];
    if (!symptom) continue;
    ratings[key] = { ...symptom, ...changeOf(symptom, changes), name: symptom.name };
  }
  const unused = SYMPTOM_KEYS.filter((key) => !ratings[key]);
  const untouched = SYMPTOM_KEYS.filter(
    (key) => symptoms[key]?.severity === undefined && !changeOf(symptoms[key], changes),
  );
  const free = [...unused, ...untouched.filter((key) => symptoms[key]).reverse()];
  for (const change of changes) {
    const isEmpty = change.severity === undefined && !change.notes;
    if (isEmpty || changeOf(change, Object.values(ratings))) continue;
    const key = free.shift();
    if (key) ratings[key] = { ...unratedSymptom(change.name), ...change };
  }
  return ratings;
}

/**
 * The symptoms to show when a saved form is edited: those in the form, and the profile's symptoms that were
 * left out, each in its own slot or else in a free one. A form holds at most five symptoms.
 */
export function withLeftOut(saved: Ratings, symptoms: DraftRatings): DraftRatings {
  const ratings: Partial<Record<SymptomKey, DraftRating>> = { ...saved };
  const leftOut = SYMPTOM_KEYS.filter(
    (key) => symptoms[key] && !changeOf(symptoms[key], Object.values(saved)),
  );
  for (const key of leftOut.filter((each) => !saved[each])) ratings[key] = symptoms[key];
  for (const key of leftOut.filter((each) => saved[each])) {
    const free = SYMPTOM_KEYS.find((each) => !ratings[each]);
    if (free) ratings[free] = symptoms[key];
  }
  return ratings;
}

/** A symptom with neither a severity nor a note. */
export function unratedSymptom(name: string): DraftRating {
  return { name, severity: undefined, notes: '' };
}

/** The rated symptoms. Only these are sent to the server. */
export function ratedOnly(ratings: DraftRatings): Ratings {
  const rated: Partial<Record<SymptomKey, Rating>> = {};
  for (const key of SYMPTOM_KEYS) {
    const rating = ratings[key];
    if (rating && isRated(rating)) rated[key] = rating;
  }
  return rated;
}

export function isRated(rating: DraftRating): rating is Rating {
  return rating.severity !== undefined;
}

/** The changes with one more merged in: a new value replaces the earlier one of the same symptom. */
export function withChange(changes: readonly Change[], change: Change): Change[] {
  const others = changes.filter((each) => !isSameSymptom(each, change));
  return [...others, { ...changeOf(change, changes), ...change }];
}

/** The draft with one more submission in `sent`. */
export function withSubmitted(draft: Draft, formData: Ratings): Draft {
  const text = JSON.stringify(formData);
  const isSent = draft.sent.some((earlier) => JSON.stringify(earlier) === text);
  return isSent ? draft : { ...draft, sent: [...draft.sent, formData] };
}

/**
 * The draft to continue with if the server has a form with the same id and other values. It is an edit of that form, or
 * a new form if that form was deleted, has no symptom in common with the draft, or has no room for the draft's other
 * symptoms.
 */
export function afterConflict(draft: Draft, saved: Form): Draft {
  const symptoms = Object.values(saved.symptomData);
  const isInForm = (change: Change) => changeOf(change, symptoms) !== undefined;
  const { length: added } = draft.changes.filter((change) => !isInForm(change));
  const isSameForm = draft.changes.length === 0 || draft.changes.some(isInForm);
  const fits = symptoms.length + added <= SYMPTOM_KEYS.length;
  if (saved.deletedAt === undefined && isSameForm && fits)
    return { ...draft, edited: saved, sent: [] };
  return { ...draft, submissionId: randomUuid(), sent: [] };
}

/** Whether the draft holds input that could be lost. */
export function isUnsaved({ changes, loggedAt, sent }: Draft): boolean {
  return changes.length > 0 || loggedAt !== undefined || sent.length > 0;
}

/** The draft with `begunAt` set to the current time, unless the draft has input already. */
export function withBegin(draft: Draft): Draft {
  return isUnsaved(draft) ? draft : { ...draft, begunAt: new Date().toISOString() };
}

/** The draft with a time: its own, or else the time when it was submitted (ISO instant). */
export function withTime(draft: Draft, submittedAt: string | undefined): Draft {
  const loggedAt = draft.loggedAt ?? submittedAt;
  return { ...draft, ...(loggedAt && { loggedAt }) };
}

/** Whether two drafts have the same id and the same values. */
export function isSameContent(one: Draft, other: Draft): boolean {
  const contentOf = ({ submissionId, changes, loggedAt }: Draft) =>
    JSON.stringify([submissionId, changes, loggedAt]);
  return contentOf(one) === contentOf(other);
}

/** Whether both drafts correct the same form, or both are new. */
export function isForSameForm(one: Draft, other: Draft): boolean {
  return one.edited?.formNumber === other.edited?.formNumber;
}

/** What the person entered for a symptom. */
export function changeOf(
  symptom: Named | undefined,
  changes: readonly Change[],
): Change | undefined {
  return symptom && changes.find((change) => isSameSymptom(change, symptom));
}

/** Two names that differ only in case mean the same symptom (DECISIONS 11). */
function isSameSymptom(one: Named, other: Named): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

type Named = Pick<Rating, 'name'>;
