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

/** What was entered for one symptom. What was not touched is absent: another device may change it meanwhile. */
export interface Change {
  readonly name: string;
  readonly severity?: number;
  readonly notes?: string;
}

/** A form that is being filled in or corrected. */
export interface Draft {
  /** The saved form that is corrected; a new form has none. */
  readonly edited?: Form;
  /** What was entered so far, by symptom name: the slots of the profile may change meanwhile. */
  readonly changes: readonly Change[];
  /** When the first change was made: an ISO instant. Drafts of earlier versions have none. */
  readonly begunAt?: string;
  /** The time the form is for: an ISO instant. Absent: the moment it is saved. */
  readonly loggedAt?: string;
  /** The idempotency key: saving the same id twice makes one form. */
  readonly submissionId: string;
  /** Everything that was submitted so far without an answer; the server may have any of it. */
  readonly sent: readonly Ratings[];
}

/** A new form as it was submitted. */
export interface Submission {
  readonly formData: Ratings;
  /** When Submit was pressed: an ISO instant. */
  readonly enteredAt: string;
}

export function newDraft(edited?: Form): Draft {
  return { ...(edited && { edited }), changes: [], submissionId: randomUuid(), sent: [] };
}

/**
 * The symptoms of a new form, with the changes laid over them by name. A rated symptom that has left the
 * profile meanwhile stays in the form: in a free slot, else in place of a symptom that was not rated.
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

/** The ratings of a saved form, with the changes laid over them by name. */
export function editedRatings(symptoms: Ratings, changes: readonly Change[]): Ratings {
  const ratings: Partial<Record<SymptomKey, Rating>> = {};
  for (const key of SYMPTOM_KEYS) {
    const symptom = symptoms[key];
    if (!symptom) continue;
    ratings[key] = { ...symptom, ...changeOf(symptom, changes), name: symptom.name };
  }
  return ratings;
}

/** A symptom in which nothing was entered. */
export function unratedSymptom(name: string): Rating {
  return { name, severity: DEFAULT_SEVERITY, notes: '' };
}

/** The changes with one more; earlier changes of the same symptom stay unless it replaces them. */
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
 * How a new form goes on if the server already has its id with other values: as an edit of that form, or,
 * if that form lacks a symptom that was rated here, as a form of its own.
 */
export function afterConflict(draft: Draft, saved: Form): Draft {
  const symptoms = Object.values(saved.symptomData);
  if (draft.changes.every((change) => changeOf(change, symptoms)))
    return { ...draft, edited: saved, sent: [] };
  return { ...draft, submissionId: randomUuid(), sent: [] };
}

/** Whether the draft holds anything that would be lost. */
export function isUnsaved({ changes, loggedAt, sent }: Draft): boolean {
  return changes.length > 0 || loggedAt !== undefined || sent.length > 0;
}

/** The draft with the time of its first change. */
export function withBegin(draft: Draft): Draft {
  return isUnsaved(draft) ? draft : { ...draft, begunAt: new Date().toISOString() };
}

/** Whether two drafts have the same id and the same values. */
export function isSameContent(one: Draft, other: Draft): boolean {
  const contentOf = ({ submissionId, changes, loggedAt }: Draft) =>
    JSON.stringify([submissionId, changes, loggedAt]);
  return contentOf(one) === contentOf(other);
}

/** Whether both correct the same form, or are both new. */
export function isForSameForm(one: Draft, other: Draft): boolean {
  return one.edited?.formNumber === other.edited?.formNumber;
}

function changeOf(symptom: Named | undefined, changes: readonly Change[]): Change | undefined {
  return symptom && changes.find((change) => isSameSymptom(change, symptom));
}

/** Names differ by more than their case (DECISIONS 11). */
function isSameSymptom(one: Named, other: Named): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

type Named = Pick<Rating, 'name'>;
