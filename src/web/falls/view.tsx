import { useState } from 'react';
import { flushSync } from 'react-dom';
import { fallText } from '../../domain/falls.ts';
import { dateFormats } from '../../domain/formats.ts';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { isRefused } from '../entries/device-queue.ts';
import { useDrafts } from '../entries/drafts.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { Refusal } from '../entries/refusal.tsx';
import type { KindView, TimedRow } from '../entries/view.ts';
import { useDayTime } from '../platform/use-near-day.ts';
import { useMinute } from '../platform/use-today.ts';
import { useMayLog, useUser } from '../platform/user.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { lazy } from '../ui/lazy.tsx';
import { atTimeText } from '../ui/time-text.ts';
import {
  dayOfFall,
  type Fall,
  fallDrafts,
  falls,
  type ShownFall,
  useDeleteFalls,
  useFallQueue,
  useFallsShownWithin,
  useSaveFall,
  useShowFalls,
  useShownFalls,
  valuesOf,
  type WaitingFall,
} from './kind.ts';

const editFall = lazy(async () => (await import('./dialog.tsx')).EditFall, <DialogLoading />);

const clocks = dateFormats({ timeStyle: 'short' });

export const fallView: KindView<Fall> = {
  kind: falls,
  useWords() {
    const user = useUser();
    const now = useMinute();
    return {
      name: ([fall]) =>
        fall
          ? `the ${fall.reached === 'floor' ? 'fall' : 'near fall'} ${atTimeText(
              Date.parse(fall.fellAt),
              now,
              { ...user, timeZone: fall.timeZone },
            )}`
          : '',
    };
  },
  Deleted({ entries: [fall] }) {
    const dayTime = useDayTime();
    return (
      fall && (
        <span>
          {wholeText(fall)}, {dayTime(fall.fellAt, fall.timeZone)}
        </span>
      )
    );
  },
  useToday(today) {
    return useShownFalls()?.flatMap((of) => {
      const values = valuesOf(of);
      const isOfToday = values && dayOfFall(values) === today;
      return isOfToday || of.queued ? rowsOf(of) : [];
    });
  },
  usePast: (span) => useFallsShownWithin(span).flatMap(rowsOf),
  pastText: ({ length }) =>
    length === 1 ? '1 fall or near fall' : `${length} falls or near falls`,
};

function rowsOf(of: ShownFall): readonly TimedRow[] {
  const values = valuesOf(of);
  if (!values) return [];
  return [{ key: of.key, at: values.fellAt, zone: values.timeZone, row: <FallRow of={of} /> }];
}

/** What was entered, with the note. */
function wholeText(fall: Pick<Fall, 'reached' | 'hurt' | 'notes'>): string {
  return fall.notes ? `${fallText(fall)}. “${fall.notes}”` : fallText(fall);
}

/** A fall in Today and in the history. A press opens the dialog that corrects it. */
function FallRow({ of }: { readonly of: ShownFall }) {
  const user = useUser();
  const mayLog = useMayLog();
  const [isOpen, setIsOpen] = useState(false);
  const [drafts] = useDrafts(fallDrafts);
  const deleting = useDeleteFalls();
  const values = valuesOf(of);
  if (!values) return null;

  const isFixed = !mayLog || of.saved?.readOnly === true;
  return (
    <>
      <EntryRow
        title={clocks(values.timeZone, user).format(Date.parse(values.fellAt))}
        action="Edit fall"
        note={values.notes}
        isUnsaved={drafts[of.key] !== undefined}
        isWaiting={of.queued !== undefined && !isRefused(of.queued)}
        isBusy={deleting.isPending}
        author={of.queued ? undefined : of.saved?.author}
        onOpen={isFixed ? undefined : () => setIsOpen(true)}
      >
        {fallText(values)}
      </EntryRow>
      {of.queued?.problem && (
        <>
          <ForWhom />
          <Refused of={of} />
        </>
      )}
      {isOpen && <OpenFall of={of} deleting={deleting} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The dialog that corrects or deletes a fall. */
export function OpenFall({
  of,
  deleting,
  onClose,
}: {
  readonly of: ShownFall;
  /** Not of the dialog, because the dialog may be closed before the server answers. */
  readonly deleting: ReturnType<typeof useDeleteFalls>;
  readonly onClose: () => void;
}) {
  const [drafts, changeDraft] = useDrafts(fallDrafts);
  const tellDeleted = useTellDeleted();

  async function remove() {
    const [deleted] = await deleting.mutateAsync([of.key]).catch(() => []);
    if (!deleted) return;
    changeDraft(of.key, undefined);
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(onClose);
    tellDeleted({ view: fallView, entries: [deleted] });
  }

  return (
    <editFall.Component
      of={of}
      unsaved={drafts[of.key]}
      onDraft={(draft) => changeDraft(of.key, draft)}
      onClose={onClose}
      deleting={deleting}
      onDelete={() => void remove()}
    />
  );
}

function Refused({ of }: { readonly of: ShownFall }) {
  const queue = useFallQueue();
  const save = useSaveFall();
  const show = useShowFalls();
  const { queued } = of;
  if (!queued) return null;
  return (
    <Refusal<Fall, WaitingFall>
      of={queued}
      queue={queue}
      name={queued.entry.reached === 'floor' ? 'The fall' : 'The near fall'}
      show={show}
      other={(stored) => ({
        reason: 'This fall was changed somewhere else.',
        saved: wholeText(stored),
        mine: wholeText(queued.entry),
        replace: stored.readOnly
          ? undefined
          : () => void save({ queued }, queued.entry, stored.version),
      })}
    />
  );
}
