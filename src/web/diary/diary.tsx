import { useEffect, useState } from 'react';
import { diaryDay } from '../../domain/diary.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { navigate, useAddress } from '../platform/navigation.tsx';
import { useToday } from '../platform/use-today.ts';
import { useMayLog, useUser } from '../platform/user.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { useDiary } from './use-diary.ts';

const diaryDialog = lazy(async () => (await import('./dialog.tsx')).DiaryDialog, <DialogLoading />);

/**
 * The motor diary of the days before a visit. It is shown if it has entries, or if the address requests it and the
 * signed-in person may log.
 */
export function Diary() {
  const { timeZone } = useUser();
  const diary = useDiary();
  const [today] = useToday(timeZone);
  const isAsked = useAddress().parameters.has('diary');
  const [isOpen, setIsOpen] = useState(isAsked);
  useEffect(() => {
    if (!isAsked) return;
    navigate('/dashboard', { replace: true });
    setIsOpen(true);
  }, [isAsked]);
  const mayLog = useMayLog();
  const hasEntries = diary && (diary.entries.length > 0 || diary.refused.length > 0);
  if (!diary || !(hasEntries || (isOpen && mayLog))) return null;
  const { filled, slots } = diaryDay(today, diary.entries, timeZone);
  return (
    <section className="card" aria-label="Motor diary">
      <EntryRow
        title="Diary"
        isWaiting={diary.isWaiting}
        onOpen={mayLog ? () => setIsOpen(true) : undefined}
      >
        {filled} of {slots} half-hours today
        {diary.refused.length > 0 && <span className="soft"> (please check)</span>}
      </EntryRow>
      {isOpen && mayLog && <diaryDialog.Component diary={diary} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
