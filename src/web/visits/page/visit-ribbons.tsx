import '../../diary/states.css';
import { DIARY_STATES } from '../../../domain/diary.ts';
import { visitDayText } from '../../../domain/visit-days.ts';
import type { VisitDiary, VisitDiaryDay, VisitSummary } from '../../../domain/visit-summary.ts';
import { filledText, madeOn, STATE_TERMS } from '../../../domain/visit-words.ts';

/** The half-hours of a day on which clocks do not change. */
const USUAL_SLOTS = 48;
/** The hours that the axis names. */
const HOURS = [0, 6, 12, 18, 24];

/** The days of the motor diary as ribbons, with the doses. */
export function VisitRibbons({
  diary: { days },
  summary,
}: {
  readonly diary: VisitDiary;
  readonly summary: VisitSummary;
}) {
  const hasDoses = days.some(({ doses }) => doses.length > 0);
  const lastUsual = days.filter(({ slots }) => slots === USUAL_SLOTS).at(-1);
  return (
    <>
      <div className="visit-ribbons">
        {days.map((day) => (
          <Ribbon key={day.day} day={day} hasAxis={day === lastUsual} summary={summary} />
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
    </>
  );
}

function Ribbon({
  day,
  hasAxis,
  summary,
}: {
  readonly day: VisitDiaryDay;
  readonly hasAxis: boolean;
  readonly summary: VisitSummary;
}) {
  const percent = (at: number) => ({ left: `${(100 * at) / day.slots}%` });
  return (
    <figure className="visit-day">
      <figcaption>
        <b>{visitDayText(day.day, summary.style)}</b>
        <div className="soft small">
          {filledText(day, madeOn(summary))}
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
      {hasAxis && (
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
