import type { Visit } from '../../domain/visit.ts';
import type { Drafts } from '../entries/kind.ts';
import { dropText, keepText, readText } from '../platform/kept-text.ts';

/** What was typed about a visit and is not saved. It stays in local storage until it is saved or the person logs out. */
export interface VisitDraft extends Visit {
  /** The version that the person has seen; undefined for a new visit. */
  readonly version?: number | undefined;
}

const keyOf = (userId: string) => `visitDrafts ${userId}`;

/** @returns at most one draft for each visit */
export function readVisitDrafts(userId: string): readonly VisitDraft[] {
  return JSON.parse(readText(keyOf(userId)) ?? '[]');
}

/**
 * Stores one draft beside those that other windows have stored.
 *
 * @param draft undefined if everything about the visit is saved
 *
 * @returns all drafts
 */
export function keepVisitDraft(
  userId: string,
  visitId: string,
  draft: VisitDraft | undefined,
): readonly VisitDraft[] {
  const others = readVisitDrafts(userId).filter((each) => each.visitId !== visitId);
  const drafts = draft ? [...others, draft] : others;
  if (drafts.length > 0) keepText(keyOf(userId), JSON.stringify(drafts));
  else dropText(keyOf(userId));
  return drafts;
}

/**
 * A person's unsaved visits. Caregivers have none for others, because they cannot enter visits. A draft of a saved visit
 * is no 'change' here: both are named as what the person wrote.
 */
export const visitDrafts: Drafts = {
  // A draft of a visit is often only a topic for the doctor. 'A visit' would not name that.
  one: 'what you wrote for a visit',
  several: (count) => `what you wrote for ${count} visits`,
  find: (userId) =>
    readVisitDrafts(userId).map(({ visitId }) => {
      return { kind: 'visits', trackerKey: userId, id: visitId, isChange: false };
    }),
  forget(drafts) {
    for (const { trackerKey, id } of drafts) keepVisitDraft(trackerKey, id, undefined);
  },
};
