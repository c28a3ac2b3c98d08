import type { CheckInAnswers } from '../../domain/check-in.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import type { Drafts } from '../entries/kind.ts';
import { dropText, keepText, readText, textKeys } from '../platform/kept-text.ts';
import type { Unsaved } from '../platform/unsaved.ts';
import { trackerKey } from '../platform/user.ts';

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
  const { [day]: _, ...others } = readDrafts(userId);
  const drafts = draft ? { ...others, [day]: draft } : others;
  if (Object.keys(drafts).length > 0) keepText(keyOf(userId), JSON.stringify(drafts));
  else dropText(keyOf(userId));
}

/** The unsaved answers that a person has given for themselves and for others. Their ids are days. */
export const checkInDrafts: Drafts = {
  one: 'a check-in',
  several: (count) => `${count} check-ins`,
  find(userId) {
    const others = textKeys(keyOf(trackerKey(userId, ''))).map((name) =>
      name.slice(keyOf('').length),
    );
    return [userId, ...others].flatMap((key) =>
      Object.entries(readDrafts(key)).map(([day, draft]): Unsaved => {
        return { kind: 'checkIns', userId: key, id: day, isChange: draft?.version !== undefined };
      }),
    );
  },
  forget(drafts) {
    for (const { userId, id } of drafts) keepCheckInDraft(userId, id, undefined);
  },
};
