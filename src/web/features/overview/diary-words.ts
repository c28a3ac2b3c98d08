import type { DiaryState } from '../../../domain/diary.ts';

/** The five states in our own words (Hauser 2000; DECISIONS 37). */
export const STATE_WORDS: Readonly<
  Record<DiaryState, { readonly name: string; readonly meaning: string }>
> = {
  asleep: { name: 'Asleep', meaning: 'You slept for most of it.' },
  off: { name: 'Off', meaning: 'Stiff, slow or shaking.' },
  on: { name: 'On', meaning: 'You moved well, without extra movements.' },
  onWithDyskinesia: {
    name: 'On, extra movements',
    meaning: 'You moved well. Movements that you did not want did not bother you.',
  },
  onWithTroublesomeDyskinesia: {
    name: 'On, troubling movements',
    meaning: 'Movements that you did not want got in your way.',
  },
};

/** Half-hours in a row with the same state. */
export interface DiarySpan {
  readonly state: DiaryState;
  /** Instants. */
  readonly slots: readonly number[];
}

/** Joins half-hours that follow one another and have the same state. @param entries in order */
export function spansOf(
  entries: readonly { readonly slot: number; readonly state: DiaryState }[],
  halfHour: number,
): DiarySpan[] {
  const spans: { state: DiaryState; slots: number[] }[] = [];
  for (const { slot, state } of entries) {
    const last = spans.at(-1);
    if (last?.state === state && last.slots.at(-1) === slot - halfHour) last.slots.push(slot);
    else spans.push({ state, slots: [slot] });
  }
  return spans;
}
