import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CheckIn } from '../../contract/entities.ts';
import { isChangedByPerson } from '../../domain/authors.ts';
import {
  type CheckInAnswers,
  checkInDay,
  onlyAnswered,
  replacedAnswers,
} from '../../domain/check-in.ts';
import { addDays, type CalendarDate, isoOf, startOfDay } from '../../domain/zone.ts';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { isRefused } from '../entries/device-queue.ts';
import { useDrafts } from '../entries/drafts.ts';
import { useAuthorWords } from '../entries/entered-by.tsx';
import { EntryRow } from '../entries/entry-row.tsx';
import { Refusal } from '../entries/refusal.tsx';
import type { KindView, TimedRow } from '../entries/view.ts';
import { useAddress, useAsked } from '../platform/navigation.tsx';
import { useNearDay } from '../platform/use-near-day.ts';
import { useMinute } from '../platform/use-today.ts';
import { useHelping, useMayLog, useUser } from '../platform/user.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { lazy } from '../ui/lazy.tsx';
import {
  answersOf,
  checkInDrafts,
  checkIns,
  type DayCheckIn,
  useCheckInQueue,
  useCheckInsShownWithin,
  useDeleteCheckIns,
  useSaveCheckIn,
  useShowCheckIns,
  useShownCheckIns,
  type WaitingCheckIn,
} from './kind.ts';
import { answersText, shortAnswersText } from './words.ts';

const checkInDialog = lazy(
  async () => (await import('./dialog.tsx')).CheckInDialog,
  <DialogLoading />,
);

export const checkInView: KindView<CheckIn> = {
  kind: checkIns,
  useWords() {
    const dayText = useNearDay();
    return { name: ([checkIn]) => (checkIn ? `the check-in of ${dayText(checkIn.day)}` : '') };
  },
  Deleted({ entries: [checkIn] }) {
    const dayText = useNearDay();
    return (
      checkIn && (
        <span>
          <b>Check-in of {dayText(checkIn.day)}</b> {wholeText(checkIn)}
        </span>
      )
    );
  },
  useToday(today) {
    const { timeZone } = useUser();
    const shown = useShownCheckIns();
    // For a caregiver who may not log, only answered check-ins are shown.
    const mayLog = useMayLog();
    const isAsked = useAddress().parameters.has('checkin');
    // The row removes the parameter from the address when it opens, so `wasAsked` remembers it.
    const [wasAsked, setWasAsked] = useState(isAsked);
    if (isAsked && !wasAsked) setWasAsked(true);
    const { alsoYesterday } = checkInDay(useMinute(), timeZone);
    const yesterday = addDays(today, -1);
    const offered = alsoYesterday ? [yesterday, today] : [today];
    const others = useOtherRows(shown ?? [], (day) => !offered.includes(day), yesterday);
    if (!shown) return undefined;
    const rows = offered
      .map((day) => ofDay(shown, day))
      .filter((each) => mayLog || answersOf(each))
      .map((of, index) => {
        const answers = answersOf(of);
        return {
          key: of.key,
          shown: answers && wholeText(answers),
          isQuestion: !wasAsked && !answers,
          row: (
            <CheckInRow
              of={of}
              textOf={shortAnswersText}
              dayName={of.key === today ? undefined : 'Yesterday'}
              isAsked={isAsked && index === 0}
            />
          ),
        };
      });
    return [...rows, ...others];
  },
  usePast: (span) =>
    useCheckInsShownWithin(span).map((of) =>
      timedRow(of.key, of.saved?.timeZone ?? 'UTC', <CheckInRow of={of} />),
    ),
  pastText: () => 'check-in',
};

/** The rows in Today of other days, with answers that the server does not have. */
function useOtherRows(
  shown: readonly DayCheckIn[],
  isOther: (day: CalendarDate) => boolean,
  yesterday: CalendarDate,
): readonly TimedRow[] {
  const { timeZone } = useUser();
  const mayLog = useMayLog();
  const dayText = useNearDay();
  const [drafts] = useDrafts(checkInDrafts);
  /** The day whose dialog is open. Its row stays meanwhile, whatever becomes of the check-in. */
  const [openDay, setOpenDay] = useState<CalendarDate>();
  const days = new Set([
    ...shown.filter(({ queued }) => queued).map(({ key }) => key),
    // A draft with a version is opened from its check-in in the history.
    ...Object.keys(drafts).filter((day) => mayLog && drafts[day]?.version === undefined),
    ...(openDay ? [openDay] : []),
  ]);
  return [...days].filter(isOther).map((day) => {
    const of = ofDay(shown, day);
    return timedRow(
      day,
      (of.queued?.entry ?? of.saved)?.timeZone ?? timeZone,
      <CheckInRow
        of={of}
        textOf={shortAnswersText}
        dayName={day === yesterday ? 'Yesterday' : dayText(day)}
        onOpen={(isOpen) => setOpenDay(isOpen ? day : undefined)}
      />,
    );
  });
}

function ofDay(shown: readonly DayCheckIn[], day: CalendarDate): DayCheckIn {
  return shown.find(({ key }) => key === day) ?? { key: day };
}

/** A row with the time of the end of its day. */
function timedRow(day: CalendarDate, zone: string, row: ReactNode): TimedRow {
  return { key: day, at: isoOf(startOfDay(addDays(day, 1), zone) - 1), zone, row };
}

/** All answers and the note. */
function wholeText(answers: CheckInAnswers): string {
  const note = answers.notes && `“${answers.notes}”`;
  return [answersText(answers), note].filter(Boolean).join('. ');
}

/** The check-in of a day, in Today and in the history. A press opens the dialog with its questions. */
function CheckInRow({
  of,
  textOf = answersText,
  dayName,
  isAsked = false,
  onOpen,
}: {
  readonly of: DayCheckIn;
  /** Its answers in words. */
  readonly textOf?: (answers: CheckInAnswers) => string;
  /** Its day in words, if the row is listed in Today but is for another day. */
  readonly dayName?: string | undefined;
  /** Whether the URL requests this check-in, as the link of a reminder does. The dialog then opens. */
  readonly isAsked?: boolean;
  /** Called when its dialog opens and closes. */
  readonly onOpen?: (isOpen: boolean) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [drafts, changeDraft] = useDrafts(checkInDrafts);
  /** The answers that were entered and not saved. */
  const unsaved = drafts[of.key];
  const [isSaved, setIsSaved] = useState(false);
  // The server may reject the check-in after the page has said that it is saved.
  if (isSaved && of.queued?.problem !== undefined) setIsSaved(false);
  const answers = answersOf(of);
  const mayLog = useMayLog();
  const helping = useHelping();
  const question = helping
    ? `How was ${helping.firstName || helping.name}’s day?`
    : 'How was your day?';
  useAsked('checkin', () => setIsOpen(mayLog), isAsked);
  // The mutation is not in the dialog, because the dialog may be closed before the server answers.
  const deleting = useDeleteCheckIns();
  const tellDeleted = useTellDeleted();

  function showDialog(isShown: boolean) {
    setIsOpen(isShown);
    onOpen?.(isShown);
  }

  async function remove() {
    const [deleted] = await deleting.mutateAsync([of.key]).catch(() => []);
    if (!deleted) return;
    changeDraft(of.key, undefined);
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => showDialog(false));
    tellDeleted({ view: checkInView, entries: [deleted] });
  }

  const isFixed = !mayLog || of.saved?.readOnly === true;
  return (
    <>
      <EntryRow
        title="Check-in"
        note={answers?.notes}
        isUnsaved={unsaved !== undefined}
        isWaiting={of.queued !== undefined && !isRefused(of.queued)}
        isBusy={deleting.isPending}
        author={of.queued ? undefined : of.saved?.author}
        onOpen={
          isFixed
            ? undefined
            : () => {
                setIsSaved(false);
                showDialog(true);
              }
        }
      >
        {dayName && `${dayName}. `}
        {answers ? textOf(answers) || 'A note' : question}
      </EntryRow>
      <p className="visually-hidden" role="status">
        {isSaved && 'Check-in saved.'}
      </p>
      {of.queued?.problem && (
        <>
          <ForWhom />
          <Refused of={of} />
        </>
      )}
      {isOpen && (
        <checkInDialog.Component
          of={of}
          unsaved={unsaved}
          onDraft={(draft) => changeDraft(of.key, draft)}
          onClose={() => showDialog(false)}
          onSaved={() => {
            changeDraft(of.key, undefined);
            setIsSaved(true);
            showDialog(false);
          }}
          deleting={deleting}
          onDelete={() => void remove()}
        />
      )}
    </>
  );
}

function Refused({ of }: { readonly of: DayCheckIn }) {
  const queue = useCheckInQueue();
  const save = useSaveCheckIn();
  const show = useShowCheckIns();
  const words = useAuthorWords();
  const { queued } = of;
  if (!queued) return null;
  return (
    <Refusal<CheckIn, WaitingCheckIn>
      of={queued}
      queue={queue}
      name="The check-in"
      show={show}
      other={(stored) => ({
        reason: conflictText(stored.author, words),
        saved: wholeText(stored),
        mine: wholeText(queued.entry),
        replace: stored.readOnly
          ? undefined
          : () => void save(of, mineInstead(stored, queued.entry), stored.version),
      })}
    />
  );
}

function conflictText(author: string, words: (author: string) => string): string {
  if (author === 'self') return 'This day already has other answers.';
  return isChangedByPerson(author)
    ? `This day already has other answers, by ${words(author)}.`
    : `${author} has already answered for this day.`;
}

/**
 * The answers after 'Save mine instead'. If the person had not seen the stored answers, each question that they left
 * empty keeps its stored answer.
 */
function mineInstead(stored: CheckIn, mine: WaitingCheckIn): CheckInAnswers {
  return mine.version === undefined ? replacedAnswers(stored, onlyAnswered(mine)) : mine;
}
