import type { DiaryState } from '../../domain/diary.ts';

/** An SVG path for each state, like the trace of a pen in a moving hand. Drawn in a box of 48 x 24 px. */
const TRACES: Readonly<Record<DiaryState, string>> = {
  asleep: 'M4 20h40',
  off: 'M4 16l4-4l4 4l4-4l4 4l4-4',
  on: 'M4 16C14 16 16 8 24 8S34 16 44 16',
  onWithDyskinesia: 'M4 16C10 16 8 8 14 10S18 16 24 10S30 14 34 10S40 16 44 14',
  onWithTroublesomeDyskinesia: 'M4 14L9 4L13 20L18 3L23 21L28 3L33 20L38 4L44 16',
};

/** A picture of a state, beside its words. */
export function StatePicture({ state }: { readonly state: DiaryState }) {
  return (
    <svg className="state-picture" viewBox="0 0 48 24" aria-hidden="true">
      <path
        d={TRACES[state]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
