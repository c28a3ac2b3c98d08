import '../entries/entry-row.css';
import { useState } from 'react';
import { addDays, type CalendarDate, instantAt, isoOf, startOfDay } from '../../domain/zone.ts';
import { useDrafts } from '../entries/drafts.ts';
import type { AnyKindView } from '../entries/view.ts';
import { fallDrafts } from '../falls/kind.ts';
import { fallView } from '../falls/view.tsx';
import { useUser } from '../platform/user.ts';
import { pressureDrafts } from '../pressure/kind.ts';
import { pressureView } from '../pressure/view.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { TextField } from '../ui/fields.tsx';
import { recentTime } from '../ui/form-time.ts';
import { lazy } from '../ui/lazy.tsx';
import { Row, Rows } from '../ui/row.tsx';

const earlierFall = lazy(
  async () => (await import('../falls/dialog.tsx')).EarlierFall,
  <DialogLoading />,
);
const pressureDialog = lazy(
  async () => (await import('../pressure/dialog.tsx')).PressureDialog,
  <DialogLoading />,
);

type What = 'fall' | 'pressure';

/** The key of a draft from a sheet. @param at its time as it was typed (ISO instant) */
const keyOf = (at: string) => `paper ${at}`;

/** The times of the drafts that are from sheets, of any day. */
function timesOf(drafts: Readonly<Record<string, unknown>>): string[] {
  const prefix = keyOf('');
  const keys = Object.keys(drafts).filter((key) => key.startsWith(prefix));
  return keys.map((key) => key.slice(prefix.length)).sort();
}

/**
 * Falls and blood pressure of a day from paper. Their time has no usual value: it has to be typed, because a guess would
 * say how long after a dose the person fell.
 */
export function PaperOthers({ day }: { readonly day: CalendarDate }) {
  const user = useUser();
  const [clock, setClock] = useState('');
  const [problem, setProblem] = useState('');
  const [open, setOpen] = useState<{ readonly what: What; readonly at: string }>();
  const [fallsUnsaved, changeFall] = useDrafts(fallDrafts);
  const [pressureUnsaved, changePressure] = useDrafts(pressureDrafts);
  const unsaved = [
    ...timesOf(fallsUnsaved).map((at) => ({ what: 'fall', at }) as const),
    ...timesOf(pressureUnsaved).map((at) => ({ what: 'pressure', at }) as const),
  ];

  function begin(what: What) {
    const instant = clock === '' ? undefined : instantAt(day, clock, user.timeZone);
    if (instant === undefined) setProblem('Enter the time first.');
    else if (instant > Date.now()) setProblem('Choose a time in the past.');
    else setOpen({ what, at: isoOf(instant) });
  }

  function close() {
    setOpen(undefined);
    setClock('');
  }

  return (
    <div className="stack">
      <TextField
        label="Time of the fall or reading"
        type="time"
        value={clock}
        onChange={(typed) => {
          setClock(typed);
          setProblem('');
        }}
        refusal={problem}
      />
      <Rows>
        <li>
          <Row
            icon="add"
            title="Type in a fall"
            state="To the floor, or nearly"
            onPress={() => begin('fall')}
          />
        </li>
        <li>
          <Row
            icon="add"
            title="Type in blood pressure"
            state="Lying, then standing"
            onPress={() => begin('pressure')}
          />
        </li>
        {unsaved.map((each) => (
          <li key={`${each.what} ${each.at}`}>
            <Row
              icon="edit"
              title={
                each.what === 'fall' ? 'A fall, not saved yet' : 'Blood pressure, not saved yet'
              }
              state={recentTime(Date.parse(each.at), user)}
              onPress={() => setOpen(each)}
            />
          </li>
        ))}
      </Rows>
      <OfDay view={fallView} name="Falls" day={day} />
      <OfDay view={pressureView} name="Blood pressure" day={day} />
      {open?.what === 'fall' && (
        <earlierFall.Component
          at={open.at}
          unsaved={fallsUnsaved[keyOf(open.at)]}
          onDraft={(draft) => changeFall(keyOf(open.at), draft)}
          onClose={close}
        />
      )}
      {open?.what === 'pressure' && (
        <pressureDialog.Component
          of={[]}
          at={open.at}
          unsaved={pressureUnsaved[keyOf(open.at)]}
          onDraft={(draft) => changePressure(keyOf(open.at), draft)}
          onClose={close}
        />
      )}
    </div>
  );
}

/** What the day has already of a kind, waiting entries included, so that nothing is typed in twice. */
function OfDay({
  view: { usePast = none, useToday = none },
  name,
  day,
}: {
  readonly view: Pick<AnyKindView, 'usePast' | 'useToday'>;
  readonly name: string;
  readonly day: CalendarDate;
}) {
  const { timeZone } = useUser();
  const from = startOfDay(day, timeZone);
  const to = startOfDay(addDays(day, 1), timeZone);
  const recent = (useToday(day) ?? []).flatMap((row) => ('at' in row ? [row] : []));
  const rows = new Map([...usePast({ from, to }), ...recent].map((row) => [row.key, row] as const));
  const shown = [...rows.values()].filter(
    ({ at }) => from <= Date.parse(at) && Date.parse(at) < to,
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label={`${name} of this day`}>
      <p className="soft">{name} of this day:</p>
      <ul className="entry-list">
        {shown.map(({ key, row }) => (
          <li key={key}>{row}</li>
        ))}
      </ul>
    </section>
  );
}

function none(): readonly never[] {
  return [];
}
