import { counted } from '../../domain/counted.ts';
import './charts.css';
import '../ui/chart.css';
import { useEffect, useId, useRef, useState } from 'react';
import type { Dose, Form, Profile } from '../../contract/entities.ts';
import {
  type AfterDose,
  afterDoseFinding,
  apartText,
  BIN_LABELS,
  type DoseBin,
  HOURS_AFTER_DOSE,
  hasFigures,
} from '../../domain/after-dose.ts';
import { afterDoseIn, instantsForAfterDose } from '../../domain/after-dose-window.ts';
import { type DayRange, instantsAround, lastDays, spanOf } from '../../domain/windows.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { useFormsWithin } from '../forms/queries.ts';
import { useDosesWithin } from '../medication/dose-kind.ts';
import { doseOf } from '../medication/medication-row.ts';
import { useMedications } from '../medication/queries.ts';
import { isUnreached, useDataTime, useIsOffline } from '../platform/offline.ts';
import { useNearDay } from '../platform/use-near-day.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { profileSymptoms, useProfile } from '../profile/queries.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { FigureTable } from '../ui/figure-table.tsx';
import { FoldButton } from '../ui/fold-button.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { AsOf, Checklist, LoadingChart, NumbersButton } from './chart-card.tsx';

const boxes = lazy(async () => (await import('../ui/dose-boxes.tsx')).DoseBoxes, <LoadingChart />);

/** The lengths of the window (days). With three ratings a day, 28 days give about ten ratings for each bin. */
const LENGTHS = [28, 90] as const;

/** A window of time, and what was entered in it. */
interface Drawn {
  readonly days: number;
  readonly range: DayRange;
  readonly forms: ReturnType<typeof ratedAt>;
  readonly doses: readonly Dose[];
  /** When the forms were fetched (ms). */
  readonly at: number | undefined;
}

/** What the chart of one symptom shows. */
interface Chart {
  readonly name: string;
  readonly result: AfterDose;
}

/** Severity by the time since the last dose, for people who take levodopa: a small chart for each symptom. */
export function AfterDoseCard() {
  const id = useId();
  const user = useUser();
  const [days, setDays] = useState<number>(LENGTHS[0]);
  /** The symptoms whose boxes differ from the first choice: those of the profile are shown. */
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [isListOpen, setListOpen] = useState(false);
  const [areFiguresOpen, setFiguresOpen] = useState(false);
  /** Whether the charts are shown on a phone. A wide window always shows them. */
  const [isOpen, setOpen] = useState(false);
  const [today] = useToday(user.timeZone);
  useEffect(() => void boxes.load(), []);
  const range = lastDays(days, today);
  const forms = useFormsWithin(user, instantsAround(spanOf(range)), ratedAt);
  const doses = useDosesWithin(instantsForAfterDose(range));
  const versions = useMedications(user.id).data ?? [];
  const profile = useProfile(user.id);
  const symptoms = profile.data ? symptomsOf(profile.data, changed) : [];
  const names = symptoms.flatMap(({ name, checked }) => (checked ? name : []));
  const dayText = useNearDay();
  const isOffline = useIsOffline();
  const dataTime = useDataTime(user.id);
  // The latest window of time whose entries are loaded stays drawn until those of the next one are loaded.
  const drawn = useRef<Drawn>(undefined);
  if (forms.data && doses.data && !doses.isPlaceholderData) {
    const at = forms.dataUpdatedAt || dataTime;
    drawn.current = { days, range, forms: forms.data, doses: doses.data, at };
  }
  const { current } = drawn;
  const entered = current && {
    forms: current.forms,
    doses: current.doses.map((dose) => ({ ...doseOf(dose), timeZone: dose.timeZone })),
    versions,
  };
  const place = { now: Date.now(), zone: user.timeZone };
  const results =
    entered && profile.data ? afterDoseIn(current.range, names, entered, place) : undefined;
  const charts = results?.flatMap((result, index) => {
    const name = names[index];
    return name === undefined ? [] : { name, result };
  });
  // Without any figures, there are no empty frames, and on a phone nothing to fold.
  const isDrawn = charts === undefined || charts.some(({ result }) => hasFigures(result));
  const needed = [forms, doses, profile];
  const isMissing = needed.some((each) => isUnreached(each, isOffline) && !each.data);
  const isFailed = !isMissing && needed.some(({ isError, data }) => isError && !data);
  const isLoading = !charts && !isFailed && !isMissing;
  const className = isLoading ? 'card chart-card after-dose-loading' : 'card chart-card';
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>After a dose</h2>
      {isFailed && (
        <>
          <Message kind="danger">We couldn’t load your data.</Message>
          <Button
            onPress={() => {
              for (const { isError, refetch } of needed) if (isError) void refetch();
            }}
          >
            Try again
          </Button>
        </>
      )}
      {charts && current && (
        <>
          <p className="finding">
            {charts.length === 0 && <b>Select symptoms to see what follows a dose.</b>}
            {charts.length > 0 &&
              afterDoseFinding(charts).map((sentence, index) => (
                // On a phone, the second sentence appears together with the charts.
                <b
                  key={sentence}
                  className={index > 0 && !isOpen ? 'after-dose-folded' : undefined}
                >
                  {index > 0 && ' '}
                  {sentence}
                </b>
              ))}
            <AsOf time={isOffline ? current.at : undefined} />
          </p>
          {isDrawn && !isOpen && (
            <p className="chart-notes after-dose-short">
              From {countOf(charts)} ratings in the last {current.days} days.
            </p>
          )}
          {isDrawn && (
            <div className="after-dose-show">
              <Button kind="quiet" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
                {isOpen ? 'Hide the chart' : 'Show the chart'}
              </Button>
            </div>
          )}
        </>
      )}
      <div
        className={isOpen || isMissing || !isDrawn ? 'after-dose' : 'after-dose after-dose-folded'}
      >
        {isLoading && <LoadingChart />}
        {charts && current && isDrawn && (
          <>
            <p className="chart-notes">
              {dayText(current.range.first)} to {dayText(current.range.last)}, by the hours since
              the last dose of levodopa. The thick line is the middle rating. Half of the ratings
              are in the box.
            </p>
            <boxes.Component charts={charts} />
          </>
        )}
        <div className="chart-controls">
          <SelectField label="Days" value={String(days)} onChange={(text) => setDays(Number(text))}>
            {LENGTHS.map((length) => (
              <option key={length} value={length}>
                Last {length} days
              </option>
            ))}
          </SelectField>
          {symptoms.length > 0 && (
            <FoldButton isOpen={isListOpen} onPress={() => setListOpen(!isListOpen)}>
              {counted(names.length, 'symptom')}
            </FoldButton>
          )}
          {isListOpen && (
            <Checklist
              symptoms={symptoms}
              check={(name) =>
                setChanged((before) =>
                  before.includes(name)
                    ? before.filter((each) => each !== name)
                    : [...before, name],
                )
              }
            />
          )}
          {isMissing && (
            <div className="chart-wide">
              <NotOnDevice what="period" />
            </div>
          )}
          <div className="chart-line" />
          {charts && charts.length > 0 && (
            <>
              <NumbersButton isOpen={areFiguresOpen} onOpen={setFiguresOpen} />
              <p className="chart-notes">{apartText(charts.map(({ result }) => result))}</p>
            </>
          )}
        </div>
        {areFiguresOpen && charts && charts.length > 0 && <Figures charts={charts} />}
      </div>
    </section>
  );
}

/** The number of ratings in the charts. */
function countOf(charts: readonly Chart[]): number {
  return charts
    .flatMap(({ result }) => HOURS_AFTER_DOSE.map((bin) => result.bins[bin].n))
    .reduce((sum, n) => sum + n, 0);
}

function symptomsOf(profile: Profile, changed: readonly string[]) {
  const isChanged = (name: string) => changed.includes(name);
  return [
    ...profileSymptoms(profile).map(({ name }) => {
      return { name, tag: 'Profile', checked: !isChanged(name) } as const;
    }),
    ...profile.pastSymptoms.map((name) => {
      return { name, tag: 'Past', checked: isChanged(name) } as const;
    }),
  ];
}

const CELL_WORDS =
  'The middle rating, then the range of the box. In brackets: the number of ratings.';

/** The bins of each symptom, and which ratings are in them. */
const TABLES = [
  { caption: 'All doses', key: 'bins' },
  { caption: 'After the first dose of the day', key: 'firstOfDay' },
  { caption: 'After later doses', key: 'laterOfDay' },
] as const;

const APART = [
  { label: 'No dose within 8 hours', key: 'withoutDose' },
  { label: 'A planned dose was not logged', key: 'notLogged' },
] as const;

function Figures({ charts }: { readonly charts: readonly Chart[] }) {
  return (
    <>
      {TABLES.map(({ caption, key }, index) => (
        <FigureTable
          key={key}
          isTitled
          caption={caption}
          rowTitle="Hours"
          groups={charts.map(({ name, result }) => ({
            name,
            rows: HOURS_AFTER_DOSE.map((bin) => ({
              label: BIN_LABELS[bin],
              cell: <BinCell bin={result[key][bin]} />,
            })),
          }))}
          note={index === 0 ? CELL_WORDS : ''}
        />
      ))}
      <FigureTable
        isTitled
        caption="Ratings that are not in the chart"
        rowTitle="Why"
        groups={charts.map(({ name, result }) => ({
          name,
          rows: APART.map(({ label, key }) => ({ label, cell: result[key] })),
        }))}
        note=""
      />
    </>
  );
}

/** '2, 1 to 2.5 (7)' or 'too few (4)'. */
function BinCell({ bin: { n, lower, median, upper } }: { readonly bin: DoseBin }) {
  if (median === undefined) return `too few (${n})`;
  return (
    <>
      <b>{median}</b>, {lower} to {upper} <span className="soft">({n})</span>
    </>
  );
}

function ratedAt(forms: readonly Form[]) {
  return forms.map(({ date, timeZone, symptomData }) => {
    return { at: Date.parse(date), timeZone, ratings: Object.values(symptomData) };
  });
}
