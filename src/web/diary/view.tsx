import { useState } from 'react';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import { diaryDay } from '../../domain/diary.ts';
import { diaryDaysOf } from '../../domain/visit.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import type { KindView } from '../entries/view.ts';
import { useAsked } from '../platform/navigation.tsx';
import { useMayLog, useUser } from '../platform/user.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { useShownVisits } from '../visits/kind.ts';
import { diary } from './kind.ts';
import { useDiary } from './use-diary.ts';
import { spansOf, spanText } from './words.ts';

const diaryDialog = lazy(async () => (await import('./dialog.tsx')).DiaryDialog, <DialogLoading />);

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
  // The diary of the last days, if it has entries. Who may log also sees it on the days before a visit, and if the
  // address requests it.
  useToday(today) {
    const { timeZone } = useUser();
    const shown = useDiary();
    const mayLog = useMayLog();
    const isAsked = useAsked('diary', () => setIsOpen(true));
    const [isOpen, setIsOpen] = useState(isAsked);
    const visits = (useShownVisits() ?? []).flatMap(
      ({ saved, queued }) => queued?.entry ?? saved ?? [],
    );
    if (!shown) return undefined;
    const { entries, refused, isWaiting } = shown;
    const isBeforeVisit = diaryDaysOf(visits).includes(today);
    const hasEntries = entries.length > 0 || refused.length > 0;
    if (!hasEntries && !(mayLog && (isOpen || isBeforeVisit))) return [];
    const { filled, slots } = diaryDay(today, entries, timeZone);
    const row = (
      <>
        <EntryRow
          title="Diary"
          isWaiting={isWaiting}
          onOpen={mayLog ? () => setIsOpen(true) : undefined}
        >
          {isBeforeVisit && filled === 0
            ? 'Fill it in today, for your visit'
            : `${filled} of ${slots} half-hours`}
          {refused.length > 0 && <span className="soft"> (please check)</span>}
        </EntryRow>
        {isOpen && mayLog && (
          <diaryDialog.Component diary={shown} onClose={() => setIsOpen(false)} />
        )}
      </>
    );
    // The dialog covers the row, which changes with each press in it.
    const isSeen = !isOpen && filled > 0;
    return [{ key: 'diary', shown: isSeen ? `${today} ${filled}` : undefined, row }];
  },
};
