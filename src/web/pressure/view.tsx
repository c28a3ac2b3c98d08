import './pressure.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { dateFormats } from '../../domain/formats.ts';
import {
  comingPressureDays,
  differenceText,
  POSITION_WORDS,
  readingText,
  type Sitting,
  sittings,
} from '../../domain/pressure.ts';
import { dateOf, isoOf } from '../../domain/zone.ts';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { isRefused } from '../entries/device-queue.ts';
import { useDrafts } from '../entries/drafts.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { Refusal } from '../entries/refusal.tsx';
import type { KindView } from '../entries/view.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useDayTime } from '../platform/use-near-day.ts';
import { useMinute } from '../platform/use-today.ts';
import { useHelping, useMayLog, useUser } from '../platform/user.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { lazy } from '../ui/lazy.tsx';
import { atTimeText } from '../ui/time-text.ts';
import { useShownVisits } from '../visits/kind.ts';
import {
  NEW_SITTING,
  type PressureReading,
  pressure,
  pressureDrafts,
  type SeenReading,
  seenReadings,
  useDeletePressure,
  usePressureQueue,
  usePressureShownWithin,
  useSavePressure,
  useShownPressure,
  useShowPressure,
  type WaitingSitting,
} from './kind.ts';

const pressureDialog = lazy(
  async () => (await import('./dialog.tsx')).PressureDialog,
  <DialogLoading />,
);

const clocks = dateFormats({ timeStyle: 'short' });

type Seen = Sitting<SeenReading>;

export const pressureView: KindView<PressureReading> = {
  kind: pressure,
  useWords() {
    const user = useUser();
    const now = useMinute();
    return {
      name: ([first]) =>
        first
          ? `the blood pressure ${atTimeText(Date.parse(first.measuredAt), now, {
              ...user,
              timeZone: first.timeZone,
            })}`
          : '',
    };
  },
  Deleted({ entries }) {
    const dayTime = useDayTime();
    const [first] = entries;
    return (
      first && (
        <span>
          {textOf(asSeen(entries))}, {dayTime(first.measuredAt, first.timeZone)}
        </span>
      )
    );
  },
  together(deleted) {
    const groups = new Map<string, PressureReading[]>();
    for (const each of deleted) {
      const key = `${each.deletedAt} ${each.measuredAt}`;
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    return [...groups.values()];
  },
  useToday(today) {
    const shown = useShownPressure();
    const mayLog = useMayLog();
    const [drafts] = useDrafts(pressureDrafts);
    const isOffered = (useIsOffered(today) || drafts[NEW_SITTING] !== undefined) && mayLog;
    if (!shown) return undefined;
    const rows = sittings(seenReadings(shown))
      .filter((sitting) => {
        const isOfToday = dateOf(sitting.at, zoneOf(sitting)) === today;
        return isOfToday || readingsOf(sitting).some(({ of }) => of.queued);
      })
      .map(rowOf);
    return isOffered ? [...rows, { key: 'bloodPressure', row: <NewRow /> }] : rows;
  },
  usePast(span) {
    return sittings(seenReadings(usePressureShownWithin(span))).map(rowOf);
  },
  pastText: ({ length }) => (length === 1 ? 'blood pressure' : `blood pressure ${length} times`),
};

/** Saved readings, of which none waits. */
function asSeen(saved: readonly PressureReading[]): SeenReading[] {
  return seenReadings(saved.map((each) => ({ key: each.readingId, saved: each })));
}

/** Whether today is one of the days of measuring before a visit. Helpers, who see no visits, are told the days. */
function useIsOffered(today: string): boolean {
  const isHelping = useHelping() !== undefined;
  const { pressureDays } = useUser();
  const visits = useShownVisits() ?? [];
  const own = visits.flatMap(({ saved, queued }) => queued?.entry ?? saved ?? []);
  const days = isHelping ? pressureDays : comingPressureDays(own, today);
  return days !== undefined && days.first <= today && today <= days.last;
}

function readingsOf({ lying, standing }: Seen): SeenReading[] {
  return [...(lying ? [lying] : []), ...standing.map(({ reading }) => reading)];
}

function zoneOf(sitting: Seen): string {
  return readingsOf(sitting)[0]?.timeZone ?? 'UTC';
}

function rowOf(sitting: Seen) {
  const key = readingsOf(sitting)[0]?.readingId ?? '';
  return {
    key,
    at: isoOf(sitting.at),
    zone: zoneOf(sitting),
    row: <SittingRow sitting={sitting} />,
  };
}

/** 'Lying: 128/76', 'Standing, 1 minute: 104/70, difference −24/−6'. */
function textsOf(readings: readonly SeenReading[]): string[] {
  return sittings(readings).flatMap(({ lying, standing }) => [
    ...(lying ? [`${POSITION_WORDS.lying.name}: ${readingText(lying)}`] : []),
    ...standing.map((each) => {
      const difference = differenceText(each);
      return `${POSITION_WORDS[each.reading.position].name}: ${readingText(each.reading)}${
        difference && `, difference ${difference}`
      }`;
    }),
  ]);
}

function textOf(readings: readonly SeenReading[]): string {
  return textsOf(readings).join('. ');
}

/** The offer of a new sitting, on the days before a visit. */
function NewRow() {
  const isHelping = useHelping() !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  const [{ [NEW_SITTING]: unsaved }, changeDraft] = useDrafts(pressureDrafts);
  return (
    <>
      <EntryRow
        title="Blood pressure"
        isUnsaved={unsaved !== undefined}
        onOpen={() => setIsOpen(true)}
      >
        {`Before ${isHelping ? 'the' : 'your'} visit, after waking and at bedtime`}
      </EntryRow>
      {isOpen && (
        <pressureDialog.Component
          of={[]}
          unsaved={unsaved}
          onDraft={(draft) => changeDraft(NEW_SITTING, draft)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** A sitting in Today and in the history. A press opens the dialog that corrects it. */
function SittingRow({ sitting }: { readonly sitting: Seen }) {
  const user = useUser();
  const mayLog = useMayLog();
  const [isOpen, setIsOpen] = useState(false);
  // The mutation is not in the dialog, because the dialog may be closed before the server answers.
  const deleting = useDeletePressure();
  const tellDeleted = useTellDeleted();
  const [drafts, changeDraft] = useDrafts(pressureDrafts);
  const readings = readingsOf(sitting);
  const key = readings[0]?.readingId ?? '';
  const queued = readings.find(({ of }) => of.queued)?.of.queued;

  async function remove(chosen: readonly SeenReading[]) {
    const deleted = await deleting
      .mutateAsync(chosen.map(({ readingId }) => readingId))
      .catch(() => []);
    if (deleted.length === 0) return;
    changeDraft(key, undefined);
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => setIsOpen(false));
    tellDeleted({ view: pressureView, entries: deleted });
  }

  const isFixed = !mayLog || readings.some(({ of }) => of.saved?.readOnly);
  return (
    <>
      <EntryRow
        title={clocks(zoneOf(sitting), user).format(sitting.at)}
        action="Edit blood pressure"
        isUnsaved={drafts[key] !== undefined}
        isWaiting={queued !== undefined && !isRefused(queued)}
        isBusy={deleting.isPending}
        author={queued ? undefined : readings[0]?.of.saved?.author}
        onOpen={isFixed ? undefined : () => setIsOpen(true)}
      >
        Blood pressure
        {textsOf(readings).map((text) => (
          <span key={text} className="pressure-line">
            {text}
          </span>
        ))}
      </EntryRow>
      {queued?.problem && (
        <>
          <ForWhom />
          <Refused queued={queued} />
        </>
      )}
      {isOpen && (
        <pressureDialog.Component
          of={readings}
          unsaved={drafts[key]}
          onDraft={(draft) => changeDraft(key, draft)}
          onClose={() => setIsOpen(false)}
          deleting={deleting}
          onDelete={(chosen) => void remove(chosen)}
        />
      )}
    </>
  );
}

function Refused({ queued }: { readonly queued: NonNullable<SeenReading['of']['queued']> }) {
  const save = useSavePressure();
  const { readings, timeZone } = queued.entry;
  const seen = readings.map((each): SeenReading => {
    const of = { key: each.readingId, queued };
    return { ...each, measuredAt: Date.parse(each.measuredAt), timeZone, of };
  });
  return (
    <Refusal<PressureReading, WaitingSitting>
      of={queued}
      queue={usePressureQueue()}
      name="The blood pressure"
      show={useShowPressure()}
      other={(_, stored) => ({
        reason: 'This reading was changed somewhere else.',
        saved: textOf(asSeen(stored)),
        mine: textOf(seen),
        replace: stored.some(({ readOnly }) => readOnly)
          ? undefined
          : () =>
              void save(
                {
                  saveId: randomUuid(),
                  readings: readings.map((each) => ({
                    ...each,
                    version: stored.find(({ readingId }) => readingId === each.readingId)?.version,
                  })),
                },
                queued,
              ),
      })}
    />
  );
}
