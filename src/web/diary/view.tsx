import type { DiaryHalfHour } from '../../contract/entities.ts';
import type { KindView } from '../entries/view.ts';
import { useUser } from '../platform/user.ts';
import { diary } from './kind.ts';
import { spansOf, spanText } from './words.ts';

const slotOf = ({ slot, state }: DiaryHalfHour) => ({ slot: Date.parse(slot), state });

export const diaryView: KindView<DiaryHalfHour> = {
  kind: diary,
  useWords() {
    const user = useUser();
    return {
      name: (halfHours) => {
        const [span] = spansOf(halfHours.map(slotOf));
        return span ? `the diary of ${spanText(span, user, 'date')}` : '';
      },
    };
  },
  Deleted({ entries }) {
    const user = useUser();
    const [span] = spansOf(entries.map(slotOf));
    return span && <span>Diary of {spanText(span, user, 'date')}</span>;
  },
  // Half-hours that follow one another with the same state.
  together(deleted) {
    // Spans keep the order of their half-hours.
    let start = 0;
    return spansOf(deleted.map(slotOf)).map(({ slots }) => {
      const first = start;
      start += slots.length;
      return deleted.slice(first, start);
    });
  },
};
