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
  type DoseBins,
  HOURS_AFTER_DOSE,
  hasFigures,
  tooFewText,
} from '../../domain/after-dose.ts';
import { afterDoseIn, instantsForAfterDose } from '../../domain/after-dose-window.ts';
import { type DayRange, instantsAround, lastDays, spanOf } from '../../domain/windows.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { useFormsWithin } from '../forms/queries.ts';
import { useDosesWithin } from '../medication/dose-kind.ts';
import { doseOf } from '../medication/medication-row.ts';
import { useMedications } from '../medication/queries.ts';
import { isUnreached, useDataTime, useIsOffline } from '../platform/offline.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { profileSymptoms, useProfile } from '../profile/queries.ts';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { SelectField } from '../ui/fields.tsx';
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
  // The year is named only if it is another one.
  const dayText = (day: CalendarDate) =>
    calendarDateText(day, day.slice(0, 4) === today.slice(0, 4) ? 'short' : 'medium', user);
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
              {names.length} {names.length === 1 ? 'symptom' : 'symptoms'}
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
        {areFiguresOpen &&
          charts?.map(({ name, result }) => <Figures key={name} name={name} result={result} />)}
      </div>
    </section>
  );
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

function Figures({ name, result }: { readonly name: string; readonly result: AfterDose }) {
  return (
    <div className="figures figures-of-words">
      <table>
        <caption>
          <b>{name}</b>
        </caption>
        <thead>
          <tr>
            <th scope="col">Hours</th>
            <th scope="col">Middle rating (box)</th>
            <th scope="col">Ratings</th>
          </tr>
        </thead>
        <Group name="All doses" bins={result.bins} />
        <Group name="After the first dose of the day" bins={result.firstOfDay} />
        <Group name="After later doses" bins={result.laterOfDay} />
        <tbody>
          <Apart name="No dose within 8 hours" count={result.withoutDose} />
          <Apart name="A planned dose was not logged" count={result.notLogged} />
        </tbody>
      </table>
    </div>
  );
}

function Group({ name, bins }: { readonly name: string; readonly bins: DoseBins }) {
  return (
    <tbody>
      <tr>
        <th className="figures-group" scope="rowgroup" colSpan={3}>
          {name}
        </th>
      </tr>
      {HOURS_AFTER_DOSE.map((bin) => (
        <tr key={bin}>
          <th scope="row">{BIN_LABELS[bin]}</th>
          <Cells bin={bins[bin]} />
        </tr>
      ))}
    </tbody>
  );
}

function Cells({ bin: { n, lower, median, upper } }: { readonly bin: DoseBin }) {
  if (median === undefined) {
    return <td colSpan={2}>{tooFewText(n)}</td>;
  }
  return (
    <>
      <td>
        {median} ({lower} to {upper})
      </td>
      <td>{n}</td>
    </>
  );
}

function Apart({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {name}
      </th>
      <td>{count}</td>
    </tr>
  );
}

function ratedAt(forms: readonly Form[]) {
  return forms.map(({ date, timeZone, symptomData }) => {
    return { at: Date.parse(date), timeZone, ratings: Object.values(symptomData) };
  });
}
