import type { DiaryHalfHour } from '../../contract/entities.ts';
import { diary } from '../../contract/kinds/diary.ts';
import type { DiaryState } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { makeEntry } from './kinds.ts';

/** Half-hours as the server lists them: one for each state, from an instant on. Null leaves a half-hour empty. */
export function makeDiary(
  from: string,
  states: readonly (DiaryState | null)[],
  change: Partial<DiaryHalfHour> = {},
): DiaryHalfHour[] {
  return states.flatMap((state, index) => {
    if (state === null) return [];
    const slot = isoOf(Date.parse(from) + 1_800_000 * index);
    return [makeEntry(diary, { slot, state, enteredAt: slot, ...change })];
  });
}
