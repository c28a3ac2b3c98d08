import type { DiaryHalfHour } from '../../contract/entities.ts';
import type { DiaryState } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Answers, refuse } from './server.ts';

/** Half-hours as the server lists them: one for each state, from an instant on. Null leaves a half-hour empty. */
export function makeDiary(
  from: string,
  states: readonly (DiaryState | null)[],
  change: Partial<DiaryHalfHour> = {},
): DiaryHalfHour[] {
  return states.flatMap((state, index) => {
    if (state === null) return [];
    const slot = isoOf(Date.parse(from) + 1_800_000 * index);
    const timeZone = 'America/New_York';
    return [{ slot, state, enteredAt: slot, timeZone, author: 'self', version: 1, ...change }];
  });
}

/** The answers to the calls for the diary. Reads return what was saved. */
export function answersForDiary(diary: DiaryHalfHour[] = []): Answers {
  const put = (half: DiaryHalfHour): DiaryHalfHour => {
    diary.splice(0, diary.length, ...diary.filter(({ slot }) => slot !== half.slot), half);
    return half;
  };
  const find = (slots: readonly string[]) => diary.filter(({ slot }) => slots.includes(slot));
  const isIn = ({ deletedAt }: DiaryHalfHour) => deletedAt === undefined;
  return {
    getDiary: () => diary.filter(isIn).sort((a, b) => a.slot.localeCompare(b.slot)),
    getDeletedDiary: () => diary.filter((each) => !isIn(each)),
    saveDiary: ({ entries, timeZone = 'America/New_York' }) => {
      const stored = find(entries.map(({ slot }) => slot)).filter(isIn);
      const differs = entries.some(({ slot, state }) =>
        stored.some((each) => each.slot === slot && each.state !== state),
      );
      if (differs) return refuse('diaryChanged', { stored });
      return entries.map((entry) => put({ ...entry, timeZone, author: 'self', version: 1 }));
    },
    deleteDiary: ({ slots }) =>
      find(slots).map((half) => put({ ...half, deletedAt: '2026-11-18T17:00:00.000Z' })),
    restoreDiary: ({ slots }) => find(slots).map(({ deletedAt: _, ...half }) => put(half)),
  };
}
