import type { CheckInAnswers } from '../../domain/check-in.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { dropText, keepText, readText, textKeys } from '../kept-text.ts';

/**
 * Unsaved answers of a check-in, in local storage. They are not in IndexedDB with the forms, because open pages of
 * earlier versions use those records too and need them in their present shape (decision 10). The answers stay until
 * they are saved or the person logs out.
 */
export interface CheckInDraft {
  readonly answers: CheckInAnswers;
  /** The version that the person has seen; undefined for a day without a check-in. */
  readonly version?: number | undefined;
}

const keyOf = (userId: string) => `checkInDrafts ${userId}`;

function readDrafts(userId: string): Partial<Record<CalendarDate, CheckInDraft>> {
  return JSON.parse(readText(keyOf(userId)) ?? '{}');
}

export function readCheckInDraft(userId: string, day: CalendarDate): CheckInDraft | undefined {
  return readDrafts(userId)[day];
}

/** @param draft undefined if everything is saved */
export function keepCheckInDraft(
  userId: string,
  day: CalendarDate,
  draft: CheckInDraft | undefined,
): void {
  keepText(keyOf(userId), JSON.stringify({ ...readDrafts(userId), [day]: draft }));
}

export function forgetCheckInDrafts(userId: string): void {
  dropText(keyOf(userId));
}

/**
 * The tracker keys (`trackerKey`) of other people for whom the person has unsaved answers. A key occurs once for each
 * day with such answers.
 *
 * @param prefix the common beginning of these keys
 */
export function checkInDraftsForOthers(prefix: string): readonly string[] {
  return textKeys(keyOf(prefix)).flatMap((name) => {
    const key = name.slice(keyOf('').length);
    return Object.keys(readDrafts(key)).map(() => key);
  });
}
