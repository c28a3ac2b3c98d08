import type { CheckInAnswers } from '../../domain/check-in.ts';
import { type DraftsOf, draftsOf } from '../entries/drafts.ts';

/** Unsaved answers of a check-in. */
export interface CheckInDraft {
  readonly answers: CheckInAnswers;
  /** The version that the person has seen; undefined for a day without a check-in. */
  readonly version?: number | undefined;
}

/** By day. */
export const checkInDrafts: DraftsOf<CheckInDraft> = draftsOf({
  kind: 'checkIns',
  one: 'a check-in',
  several: (count) => `${count} check-ins`,
  isChange: ({ version }) => version !== undefined,
});
