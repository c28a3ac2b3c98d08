import type { Visit } from '../../domain/visit.ts';
import { dropText, keepText, readText } from '../kept-text.ts';

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
