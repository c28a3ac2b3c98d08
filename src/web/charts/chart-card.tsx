import { counted } from '../../domain/counted.ts';
import './charts.css';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isWithin } from '../../domain/severity.ts';
import {
  EARLIEST_CUSTOM_DATE,
  isCustomDate,
  LATEST_CUSTOM_DATE,
  rangeWarnings,
  TIMEFRAMES,
  type Timeframe,
} from '../../domain/windows.ts';
import { daysBetween } from '../../domain/zone.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { Checkbox, SelectField, TextField } from '../ui/fields.tsx';
import { FoldButton } from '../ui/fold-button.tsx';
import { asOfText } from '../ui/form-time.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { scrollAlong } from '../ui/scroll-along.ts';
import type { ChartState, ChartSymptom, Drawn } from './chart-data.ts';

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

/** With fewer forms than this, the card says that more are needed, in place of a finding. */
const FEW_FORMS = 5;
const FEW = 'Log a few more days, and a pattern can show here.';

/** The parts of a card that depend on its data. */
export interface Drawing {
  /** The title of the chart (SPEC). */
  readonly title: string;
  readonly finding: string;
  readonly chart: ReactNode;
  /** Makes the table of the numbers in the chart. */
  readonly figures: () => ReactNode;
}

/**
 * The card of each of the two charts: a finding in words, the chart and the controls. The controls are last, so that
 * using them moves nothing above them.
 */
export function ChartCard({
  title,
  state,
  emptySelection,
  notes,
  draw,
}: {
  readonly title: string;
  readonly state: ChartState;
  /** Shown if no symptom is checked. */
  readonly emptySelection: string;
  readonly notes?: string;
  /** Must be memoized, because each new function draws the chart again, which is slow. */
  readonly draw: (drawn: Drawn) => Drawing;
}) {
  const id = useId();
  const { choice, symptoms, checked, drawn, hasProfile } = state;
  const [isListOpen, setListOpen] = useState(false);
  const [areFiguresOpen, setFiguresOpen] = useState(false);
  const isLoadingMore = state.isFetching && !state.isLoading;
  const isLoaded = !state.isLoading && drawn !== undefined;
  // The buttons below the chart are shown while the chart loads, so that the page does not jump.
  const hasList = (isLoaded || state.isLoading) && hasProfile && symptoms.length > 0;
  const count = isLoaded ? countOf(drawn) : 0;
  const isDrawn = isLoaded && hasProfile && checked.length > 0;
  const drawing = useMemo(() => (isDrawn ? draw(drawn) : undefined), [isDrawn, draw, drawn]);
  const figures = useMemo(
    () => (areFiguresOpen ? drawing?.figures() : undefined),
    [areFiguresOpen, drawing],
  );
  const isEmpty = isLoaded && hasProfile && !state.isError && !state.isMissing && count === 0;
  return (
    <section className="card chart-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {drawing && drawn && (
        <>
          {!isEmpty && (
            <p className="finding">
              <b>{count > 0 && count < FEW_FORMS ? FEW : drawing.finding}</b>
              <AsOf time={state.asOf} />
            </p>
          )}
          <div className="chart-title">
            <h3>{drawing.title}</h3>
            <span> · {counted(count, 'form')}</span>
          </div>
        </>
      )}
      {state.isLoading && (
        <>
          <p className="finding finding-loading" />
          <LoadingChart />
        </>
      )}
      {!state.isLoading && state.isError && (
        <Message kind="danger">We couldn’t load your data. Please press Refresh.</Message>
      )}
      {!isEmpty && drawing?.chart}
      {isLoaded && hasProfile && checked.length === 0 && <p>{emptySelection}</p>}
      {isEmpty && (
        <p>
          No forms in this period.
          <AsOf time={state.asOf} />
        </p>
      )}
      <div className="chart-controls">
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
        {hasList && (
          <FoldButton isOpen={isListOpen} onPress={() => setListOpen(!isListOpen)}>
            {counted(checked.length, 'symptom')}
          </FoldButton>
        )}
        <div className="chart-refresh">
          <Button kind="quiet" icon="refresh" busy={state.isFetching} onPress={state.refresh}>
            Refresh
          </Button>
        </div>
        {isLoaded && hasProfile && symptoms.length === 0 && (
          <p className="chart-wide">No symptoms found</p>
        )}
        {choice.timeframe === 'custom' && <CustomRange state={state} />}
        {/* Below the controls, so that it does not move them. */}
        {!state.isLoading && !state.isError && state.isMissing && (
          <div className="chart-wide">
            <NotOnDevice what="period" />
          </div>
        )}
        {hasList && isListOpen && <Checklist symptoms={symptoms} check={state.check} />}
        <div className="chart-notes">
          {notes && <p>{notes}</p>}
          {/* Both texts are always laid out, so that the page does not jump when they alternate. */}
          <p className="chart-source">
            <span className={isLoadingMore ? undefined : 'unseen'}>Loading patient data...</span>
            <span className={isLoadingMore ? 'unseen' : undefined}>
              Based on patient data for selected timeframe
            </span>
          </p>
        </div>
        <div className="chart-line" />
        {((drawing && !isEmpty) || (hasList && state.isLoading)) && (
          <NumbersButton isOpen={areFiguresOpen} onOpen={setFiguresOpen} />
        )}
      </div>
      {!isEmpty && figures}
    </section>
  );
}

/** Shows and hides the numbers of a chart. */
export function NumbersButton({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  return (
    <div className="chart-numbers">
      <Button kind="quiet" isExpanded={isOpen} onPress={() => onOpen(!isOpen)}>
        {isOpen ? 'Hide the numbers' : 'Show the numbers'}
      </Button>
    </div>
  );
}

/** Says how old the data of a chart is, while there is no connection. @param time in ms; undefined for fresh data */
export function AsOf({ time }: { readonly time: number | undefined }) {
  const user = useUser();
  if (time === undefined) return null;
  return <span className="soft"> As of {asOfText(time, user)}.</span>;
}

/** The number of forms in the chosen days. */
function countOf({ forms, span }: Drawn): number {
  return forms.filter((form) => isWithin(form, span)).length;
}

function CustomRange({ state }: { readonly state: ChartState }) {
  const style = useUser();
  const { choice, range, today, setDates } = state;
  return (
    <div className="custom-days chart-wide">
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
    </div>
  );
}

/** Hides the spec's warning sign visually, because the message has its own icon. Screen readers still read the sign. */
function Warning({ text }: { readonly text: string }) {
  const [, sign, words] = /^(⚠️ )?(.*)$/u.exec(text) ?? [];
  return (
    <>
      {sign && <span className="visually-hidden">{sign}</span>}
      {words}
    </>
  );
}

/**
 * About as high as a chart with its title and legend, so that the content below does not move when the chart appears.
 */
export function LoadingChart() {
  return (
    <div className="chart-loading">
      <Loading>Loading patient data...</Loading>
    </div>
  );
}

/** Checkboxes for the symptoms to draw. */
export function Checklist({
  symptoms,
  check,
}: {
  readonly symptoms: readonly Pick<ChartSymptom, 'name' | 'tag' | 'checked'>[];
  readonly check: (name: string, checked: boolean) => void;
}) {
  const list = useRef<HTMLFieldSetElement>(null);

  /** Scrolls so that the list stays under the finger, even if the chart above changes its height. */
  function checkInPlace(name: string, isChecked: boolean) {
    const top = () => list.current?.getBoundingClientRect().top ?? 0;
    const before = top();
    flushSync(() => check(name, isChecked));
    if (list.current) scrollAlong(list.current)(top() - before);
  }

  return (
    <fieldset className="checklist chart-wide" ref={list}>
      <legend className="visually-hidden">Symptoms</legend>
      {symptoms.map(({ name, tag, checked }) => (
        <Checkbox key={name} checked={checked} onChange={(value) => checkInPlace(name, value)}>
          <span className="checklist-name">{name}</span>
          <span className="tag">{tag}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
