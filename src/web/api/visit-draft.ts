import type { Visit } from '../../domain/visit.ts';
import { dropText, keepText, readText } from '../kept-text.ts';

/** What was typed about a visit and is not saved. It stays in local storage until it is saved or the person logs out. */
export interface VisitDraft extends Visit {
  /** The version that the person has seen; undefined for a new visit. */
  readonly version?: number | undefined;
}

const keyOf = (userId: string) => `visitDraft ${userId}`;

export function readVisitDraft(userId: string): VisitDraft | undefined {
  const text = readText(keyOf(userId));
  return text === null ? undefined : JSON.parse(text);
}

/** @param draft undefined if everything is saved */
export function keepVisitDraft(userId: string, draft: VisitDraft | undefined): void {
  if (draft) keepText(keyOf(userId), JSON.stringify(draft));
  else dropText(keyOf(userId));
}
