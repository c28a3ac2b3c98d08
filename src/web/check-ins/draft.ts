import type { CheckInAnswers } from '../../domain/check-in.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import type { Drafts } from '../entries/kind.ts';
import { dropText, keepText, readText, textKeys } from '../platform/kept-text.ts';
import { trackerKeyOf } from '../platform/tracker-key.ts';
import type { Unsaved } from '../platform/unsaved.ts';

/**
 * Unsaved answers of a check-in, in local storage, which a page can read before its first paint. They stay until they
 * are saved or the person logs out.
 */
export interface CheckInDraft {
  readonly answers: CheckInAnswers;
  /** The version that the person has seen; undefined for a day without a check-in. */
  readonly version?: number | undefined;
}

const keyOf = (trackerKey: string) => `checkInDrafts ${trackerKey}`;

function readDrafts(trackerKey: string): Partial<Record<CalendarDate, CheckInDraft>> {
  return JSON.parse(readText(keyOf(trackerKey)) ?? '{}');
}

export function readCheckInDraft(trackerKey: string, day: CalendarDate): CheckInDraft | undefined {
  return readDrafts(trackerKey)[day];
}

/** @param draft undefined if everything is saved */
export function keepCheckInDraft(
  trackerKey: string,
  day: CalendarDate,
  draft: CheckInDraft | undefined,
): void {
  const { [day]: _, ...others } = readDrafts(trackerKey);
  const drafts = draft ? { ...others, [day]: draft } : others;
  if (Object.keys(drafts).length > 0) keepText(keyOf(trackerKey), JSON.stringify(drafts));
  else dropText(keyOf(trackerKey));
}

/** The unsaved answers that a person has given for themselves and for others. Their ids are days. */
export const checkInDrafts: Drafts = {
  one: 'a check-in',
  several: (count) => `${count} check-ins`,
  find(userId) {
    const others = textKeys(keyOf(trackerKeyOf(userId, ''))).map((name) =>
      name.slice(keyOf('').length),
    );
    return [userId, ...others].flatMap((key) =>
      Object.entries(readDrafts(key)).map(([day, draft]): Unsaved => {
        return {
          kind: 'checkIns',
          trackerKey: key,
          id: day,
          isChange: draft?.version !== undefined,
        };
      }),
    );
  },
  forget(drafts) {
    for (const { trackerKey, id } of drafts) keepCheckInDraft(trackerKey, id, undefined);
  },
};
