import '../diary-states.css';
import { useId } from 'react';
import { DIARY_STATES } from '../../../domain/diary.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { clockText } from '../../../domain/regimen.ts';
import { visitDayText } from '../../../domain/visit-days.ts';
import type { VisitDiary, VisitDiaryDay } from '../../../domain/visit-summary.ts';
import {
  badShare,
  diaryBasis,
  diaryTotals,
  hoursText,
  STATE_TERMS,
} from '../../../domain/visit-words.ts';
import { VisitTable } from './visit-table.tsx';

/** The half-hours of a day on which clocks do not change. */
const USUAL_SLOTS = 48;
/** The hours that the axis names. */
const HOURS = [0, 6, 12, 18, 24];

/** The motor diary: a ribbon for each day with its doses, and the hours in each state. */
export function VisitDiaryCard({
  diary,
  style,
}: {
  readonly diary: VisitDiary;
  readonly style: DateStyle;
}) {
  const id = useId();
  const [first, ...rest] = diaryTotals(diary);
  const share = badShare(diary);
  const hasDoses = diary.days.some(({ doses }) => doses.length > 0);
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Motor diary</h2>
      <p>
        <b>{first}</b>
        {rest.map((part) => ` · ${part}`)}
      </p>
      {share && <p>{share}</p>}
      <p className="soft small">{diaryBasis(diary)}</p>
      <div className="visit-ribbons">
        {diary.days.map((day) => (
          <Ribbon key={day.day} day={day} style={style} />
        ))}
      </div>
      <ul className="diary-legend">
        {DIARY_STATES.map((state) => (
          <li key={state}>
            <span className={`diary-sample diary-${state}`} aria-hidden="true" />
            {STATE_TERMS[state]}
          </li>
        ))}
        <li>
          <span className="diary-sample diary-empty" aria-hidden="true" />
          Not entered
        </li>
        {hasDoses && (
          <li>
            <span className="diary-dose" aria-hidden="true" />A dose
          </li>
        )}
      </ul>
      <details className="fold">
        <summary>Show the numbers</summary>
        <VisitTable
          caption="Hours in each state, by day"
          head={[
            'Day',
            ...DIARY_STATES.map((state) => STATE_TERMS[state]),
            'Filled in',
            'Over 2 h later',
          ]}
          rows={diary.days.map((day) => ({
            key: day.day,
            cells: [
              `${visitDayText(day.day, style)}${day.isComplete ? '' : ', not complete'}`,
              ...DIARY_STATES.map((state) => hoursText(day.hours[state])),
              `${day.filled} of ${day.slots}`,
              day.recalled,
            ],
          }))}
        />
        {diary.days.map((day) => (
          <RunsOfDay key={day.day} day={day} style={style} />
        ))}
      </details>
    </section>
  );
}

function Ribbon({ day, style }: { readonly day: VisitDiaryDay; readonly style: DateStyle }) {
  const percent = (at: number) => ({ left: `${(100 * at) / day.slots}%` });
  return (
    <figure className="visit-day">
      <figcaption>
        <div>{visitDayText(day.day, style)}</div>
        <div className="soft small">
          {day.filled} of {day.slots}
          {day.slots !== USUAL_SLOTS && ` (${day.slots / 2} hours: the clocks changed)`}
        </div>
      </figcaption>
      <div className="visit-ribbon" aria-hidden="true">
        {day.doses.map(({ at, time }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two doses may share a time
          <span key={index} className="diary-dose" style={percent(at)} title={time} />
        ))}
        {day.runs.map(({ halfHours, state }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a clock may show a time twice
            key={index}
            className={`diary-${state ?? 'empty'}`}
            style={{ flex: halfHours }}
          />
        ))}
      </div>
      {day.slots === USUAL_SLOTS && (
        <div className="visit-axis soft small" aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} style={percent(2 * hour)}>
              {hour === 0 ? '0 h' : hour}
            </span>
          ))}
        </div>
      )}
    </figure>
  );
}

/** What was entered for a day, in words. */
function RunsOfDay({ day, style }: { readonly day: VisitDiaryDay; readonly style: DateStyle }) {
  const { runs, doses } = day;
  return (
    <>
      <h3>{visitDayText(day.day, style)}</h3>
      <ul className="visit-lines">
        {runs.map(({ from, halfHours, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clock may show a time twice
          <li key={index}>
            From {clockText(from, style)}, {hoursText(halfHours / 2)} h:{' '}
            {state === null ? 'not entered' : STATE_TERMS[state]}
          </li>
        ))}
        {doses.length > 0 && (
          <li>
            Doses:{' '}
            {doses.map(({ time, name }) => `${name} at ${clockText(time, style)}`).join(', ')}
          </li>
        )}
      </ul>
    </>
  );
}
