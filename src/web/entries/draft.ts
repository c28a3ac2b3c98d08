import type { Form } from '../../contract/entities.ts';
import { DEFAULT_SEVERITY, SYMPTOM_KEYS, type SymptomKey } from '../../domain/symptoms.ts';
import { randomUuid } from '../api/random-uuid.ts';

/** One symptom of a form that is not saved yet. */
export interface Rating {
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}
export type Ratings = Readonly<Partial<Record<SymptomKey, Rating>>>;

/**
 * The values that the person entered for one symptom. Untouched values are absent, because another device may
 * change them meanwhile.
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
  /** What was entered so far, by symptom name, because the slots of the profile may change meanwhile. */
  readonly changes: readonly Change[];
  /**
   * When the first change was made (ISO instant). Drafts that an earlier version of the app stored lack it.
   */
  readonly begunAt?: string;
  /** The time that the form describes (ISO instant). If absent, the time of saving is used. */
  readonly loggedAt?: string;
  /** The idempotency key: saving the same id twice makes one form. */
  readonly submissionId: string;
  /** Every submission that got no answer. The server may have saved any of them. */
  readonly sent: readonly Ratings[];
}

/** A new form as it was submitted. */
export interface Submission {
  readonly formData: Ratings;
  /** When Submit was pressed (ISO instant). */
  readonly enteredAt: string;
  /** The zone where the form was made. Forms that an earlier version of the app stored lack it. */
  readonly timeZone?: string;
}

export function newDraft(edited?: Form): Draft {
  return { ...(edited && { edited }), changes: [], submissionId: randomUuid(), sent: [] };
}

/**
 * The symptoms of a new form, with the changes applied by name. A rated symptom that has left the profile
 * meanwhile stays in the form, in a free slot or else in place of an unrated symptom.
 *
 * @param symptoms the profile's symptoms, unrated
 */
export function newRatings(symptoms: Ratings, changes: readonly Change[]): Ratings {
  const ratings: Partial<Record<SymptomKey, Rating>> = { ...editedRatings(symptoms, changes) };
  const unrated = SYMPTOM_KEYS.filter((key) => !changeOf(symptoms[key], changes));
  const free = [
    ...unrated.filter((key) => !symptoms[key]),
    ...unrated.filter((key) => symptoms[key]).reverse(),
  ];
  for (const change of changes) {
    if (changeOf(change, Object.values(ratings))) continue;
    const key = free.shift();
    if (key) ratings[key] = { ...unratedSymptom(change.name), ...change };
  }
  return ratings;
}

/** The ratings of a saved form, with the changes applied by name. */
export function editedRatings(symptoms: Ratings, changes: readonly Change[]): Ratings {
  const ratings: Partial<Record<SymptomKey, Rating>> = {};
  for (const key of SYMPTOM_KEYS) {
    const symptom = symptoms[key];
    if (!symptom) continue;
    ratings[key] = { ...symptom, ...changeOf(symptom, changes), name: symptom.name };
  }
  return ratings;
}

/** A symptom with the default severity and no note. */
export function unratedSymptom(name: string): Rating {
  return { name, severity: DEFAULT_SEVERITY, notes: '' };
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
 * The draft to continue with if the server already has its id with other values: an edit of the saved form,
 * or a new form if the saved one was deleted, or lacks a symptom that was rated here.
 */
export function afterConflict(draft: Draft, saved: Form): Draft {
  const symptoms = Object.values(saved.symptomData);
  const isDeleted = saved.deletedAt !== undefined;
  if (!isDeleted && draft.changes.every((change) => changeOf(change, symptoms)))
    return { ...draft, edited: saved, sent: [] };
  return { ...draft, submissionId: randomUuid(), sent: [] };
}

/** Whether the draft holds input that could be lost. */
export function isUnsaved({ changes, loggedAt, sent }: Draft): boolean {
  return changes.length > 0 || loggedAt !== undefined || sent.length > 0;
}

/** The draft with the start time set, unless it has input already. */
export function withBegin(draft: Draft): Draft {
  return isUnsaved(draft) ? draft : { ...draft, begunAt: new Date().toISOString() };
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

function changeOf(symptom: Named | undefined, changes: readonly Change[]): Change | undefined {
  return symptom && changes.find((change) => isSameSymptom(change, symptom));
}

/** Two names that differ only in case mean the same symptom (DECISIONS 11). */
function isSameSymptom(one: Named, other: Named): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

type Named = Pick<Rating, 'name'>;
