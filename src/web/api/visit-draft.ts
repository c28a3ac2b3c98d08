import type { Visit } from '../../domain/visit.ts';
import { dropText, keepText, readText } from '../kept-text.ts';
import type { Unsaved } from './unsaved.ts';

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

export function keepVisitDrafts(userId: string, drafts: readonly VisitDraft[]): void {
  if (drafts.length > 0) keepText(keyOf(userId), JSON.stringify(drafts));
  else dropText(keyOf(userId));
}

/** Finds a person's unsaved visits. Caregivers have none for others, because they cannot enter visits. */
export function findVisitDrafts(userId: string): readonly Unsaved[] {
  return readVisitDrafts(userId).map(({ visitId, version }) => {
    return { kind: 'visits', userId, id: visitId, isChange: version !== undefined };
  });
}

export function forgetVisitDrafts(unsaved: readonly Unsaved[]): void {
  for (const { userId, id } of unsaved) {
    keepVisitDrafts(
      userId,
      readVisitDrafts(userId).filter(({ visitId }) => visitId !== id),
    );
  }
}
