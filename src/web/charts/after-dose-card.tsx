import './charts.css';
import '../ui/chart.css';
import { useEffect, useId, useRef, useState } from 'react';
import { seriesStyles } from '../../charts/series-style.ts';
import type { Dose, Form } from '../../contract/entities.ts';
import {
  type AfterDose,
  afterDoseSentence,
  apartText,
  BIN_LABELS,
  type DoseBin,
  type DoseBins,
  HOURS_AFTER_DOSE,
  tooFewText,
} from '../../domain/after-dose.ts';
import { afterDoseIn, instantsForAfterDose } from '../../domain/after-dose-window.ts';
import { type DayRange, instantsAround, lastDays, spanOf } from '../../domain/windows.ts';
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
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { AsOf, LoadingChart } from './chart-card.tsx';

const chart = lazy(
  async () => (await import('./after-dose-view.tsx')).AfterDoseView,
  <LoadingChart />,
);

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

/** Severity by the time since the last dose, for people who take levodopa. */
export function AfterDoseCard() {
  const id = useId();
  const user = useUser();
  const [days, setDays] = useState<number>(LENGTHS[0]);
  const [chosen, setChosen] = useState('');
  const [today] = useToday(user.timeZone);
  useEffect(() => void chart.load(), []);
  const range = lastDays(days, today);
  const forms = useFormsWithin(user, instantsAround(spanOf(range)), ratedAt);
  const doses = useDosesWithin(instantsForAfterDose(range));
  const versions = useMedications(user.id).data ?? [];
  const profile = useProfile(user.id);
  const names = profile.data
    ? [...profileSymptoms(profile.data).map(({ name }) => name), ...profile.data.pastSymptoms]
    : [];
  const name = names.includes(chosen) ? chosen : names[0];
  const style = seriesStyles(names)[names.indexOf(name ?? '')];
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
  const [result] = entered && name ? afterDoseIn(current.range, [name], entered, place) : [];
  const title = `${name}, severity after a dose of levodopa`;
  const needed = [forms, doses, profile];
  const isMissing = needed.some((each) => isUnreached(each, isOffline) && !each.data);
  const isFailed = !isMissing && needed.some(({ isError, data }) => isError && !data);
  const isLoading = !result && !isFailed && !isMissing;
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
      {name && result && current && style && (
        <>
          <p className="finding">
            <b>{afterDoseSentence(name, current.days, result)}</b>{' '}
            {calendarDateText(current.range.first, 'medium', user)} to{' '}
            {calendarDateText(current.range.last, 'medium', user)}.
            <AsOf time={isOffline ? current.at : undefined} />
          </p>
          <chart.Component title={title} name={name} style={style} result={result} />
        </>
      )}
      {isLoading && <LoadingChart />}
      <div className="chart-controls">
        <SelectField label="Symptom" value={name ?? ''} onChange={setChosen}>
          {names.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
        <SelectField label="Days" value={String(days)} onChange={(text) => setDays(Number(text))}>
          {LENGTHS.map((length) => (
            <option key={length} value={length}>
              Last {length} days
            </option>
          ))}
        </SelectField>
        {result && <Figures caption={title} result={result} />}
      </div>
      {isMissing && <NotOnDevice what="period" />}
      {result && (
        <p className="chart-notes">
          Each mark is the middle rating (the median). Each bar leaves out the lowest and the
          highest quarter of the ratings. {apartText(result)}
        </p>
      )}
    </section>
  );
}

function Figures({ caption, result }: { readonly caption: string; readonly result: AfterDose }) {
  return (
    <details className="fold figures figures-of-words">
      <summary>Show the numbers</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Hours</th>
            <th scope="col">Middle rating (bar)</th>
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
    </details>
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
