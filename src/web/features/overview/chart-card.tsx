import { type ReactNode, useId } from 'react';
import {
  EARLIEST_CUSTOM_DATE,
  isCustomDate,
  LATEST_CUSTOM_DATE,
  rangeWarnings,
  TIMEFRAMES,
  type Timeframe,
} from '../../../domain/windows.ts';
import { daysBetween } from '../../../domain/zone.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { calendarDateText } from '../../ui/calendar-date-text.ts';
import { Checkbox, SelectField, TextField } from '../../ui/fields.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import type { ChartState, Drawn } from './chart-data.ts';

const TIMEFRAME_WORDS: Record<Timeframe, string> = {
  '7days': 'Last 7 days',
  month: 'Last month',
  '6weeks': 'Last 6 weeks',
  '3months': 'Last 3 months',
  custom: 'Custom',
};

/** The name of each timeframe in the chart titles. */
export const PERIODS: Record<Timeframe, string> = {
  '7days': 'Last 7 Days',
  month: 'Last Month',
  '6weeks': 'Last 6 Weeks',
  '3months': 'Last 3 Months',
  custom: 'Custom Period',
};

/** The card of both charts: timeframe, dates, checklist and notes about the data. */
export function ChartCard({
  title,
  state,
  emptySelection,
  notes,
  children,
}: {
  readonly title: string;
  readonly state: ChartState;
  /** Shown if no symptom is checked. */
  readonly emptySelection: string;
  readonly notes?: string;
  readonly children: (drawn: Drawn) => ReactNode;
}) {
  const id = useId();
  const { choice, symptoms, drawn } = state;
  const isLoadingMore = state.isFetching && !state.isLoading;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="timeframe">
        <SelectField
          label="Timeframe"
          value={choice.timeframe}
          onChange={(value) => state.choose(value as Timeframe)}
        >
          {TIMEFRAMES.map((timeframe) => (
            <option key={timeframe} value={timeframe}>
              {TIMEFRAME_WORDS[timeframe]}
            </option>
          ))}
        </SelectField>
        <Button busy={state.isFetching} onPress={state.refresh}>
          Refresh
        </Button>
      </div>
      {choice.timeframe === 'custom' && <CustomRange state={state} />}
      {state.isLoading || !drawn ? (
        <LoadingData />
      ) : (
        <>
          {state.isError && (
            <Message kind="danger">Your data could not be loaded. Please press Refresh.</Message>
          )}
          {state.hasProfile && (
            <>
              <Checklist state={state} />
              {symptoms.some(({ checked }) => checked) ? children(drawn) : <p>{emptySelection}</p>}
              {!state.isError && drawn.forms.length === 0 && <p>No forms in this period.</p>}
            </>
          )}
        </>
      )}
      <div className="chart-notes">
        {notes && <p>{notes}</p>}
        {/* Both take up the space of the longer one, so that the page does not jump. */}
        <p className="chart-source">
          <span className={isLoadingMore ? undefined : 'unseen'}>Loading patient data...</span>
          <span className={isLoadingMore ? 'unseen' : undefined}>
            Based on patient data for selected timeframe
          </span>
        </p>
      </div>
    </section>
  );
}

function CustomRange({ state }: { readonly state: ChartState }) {
  const style = useUser();
  const { choice, range, today, setDates } = state;
  return (
    <>
      <div className="custom-range">
        <TextField
          label="Start Date"
          type="date"
          min={EARLIEST_CUSTOM_DATE}
          max={LATEST_CUSTOM_DATE}
          value={choice.start}
          onChange={(start) => setDates({ start })}
        />
        <TextField
          label="End Date"
          type="date"
          min={EARLIEST_CUSTOM_DATE}
          max={LATEST_CUSTOM_DATE}
          value={choice.end}
          onChange={(end) => setDates({ end })}
        />
      </div>
      {isCustomDate(choice.start) && isCustomDate(choice.end) ? (
        <p>
          Custom date range: {calendarDateText(choice.start, 'medium', style)} to{' '}
          {calendarDateText(choice.end, 'medium', style)}
        </p>
      ) : (
        <p>
          Enter both dates. For now, you see the last {daysBetween(range.first, range.last)} days.
        </p>
      )}
      {rangeWarnings(choice, today).map((warning) => (
        <Message key={warning} kind="warning">
          <Warning text={warning} />
        </Message>
      ))}
    </>
  );
}

/** Hides the spec's warning sign, because the message has one of its own. Screen readers read it. */
function Warning({ text }: { readonly text: string }) {
  const [, sign, words] = /^(⚠️ )?(.*)$/u.exec(text) ?? [];
  return (
    <>
      {sign && <span className="visually-hidden">{sign}</span>}
      {words}
    </>
  );
}

export function LoadingData() {
  return <Loading>Loading patient data...</Loading>;
}

function Checklist({ state }: { readonly state: ChartState }) {
  if (state.symptoms.length === 0) return <p>No symptoms found</p>;
  return (
    <fieldset className="checklist">
      <legend className="visually-hidden">Symptoms</legend>
      {state.symptoms.map(({ name, tag, checked }) => (
        <Checkbox key={name} checked={checked} onChange={(value) => state.check(name, value)}>
          <span className="checklist-name">{name}</span>
          <span className="tag">{tag}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
