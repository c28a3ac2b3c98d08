import { type DiaryEntry, diaryDay, slotsOfDay } from '../../../domain/diary.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { type CalendarDate, timeOf } from '../../../domain/zone.ts';
import { useUser } from '../../api/user.ts';

const weekdays = dateFormats({ weekday: 'long', day: 'numeric', month: 'short' });
/** Hours that the axis names. */
const HOURS = ['00:00', '06:00', '12:00', '18:00'];

/**
 * The half-hours of a day in a row, with the doses of the day above them. What is not entered stays empty. The list of
 * what was entered has the same in words.
 */
export function DiaryRibbon({
  day,
  entries,
  doses,
}: {
  readonly day: CalendarDate;
  readonly entries: readonly DiaryEntry[];
  /** When doses were taken (instants). */
  readonly doses: readonly number[];
}) {
  const user = useUser();
  const slots = slotsOfDay(day, user.timeZone);
  const { filled } = diaryDay(day, entries, user.timeZone);
  const stateOf = new Map(entries.map(({ slot, state }) => [slot, state]));
  const [first = 0] = slots;
  const halfHours = (instant: number) => (instant - first) / 1_800_000;
  return (
    <figure className="diary-day">
      <figcaption>
        {weekdays('UTC', user).format(new Date(day))}{' '}
        <span className="soft small">
          {filled} of {slots.length} half-hours
        </span>
      </figcaption>
      <svg
        className="diary-ribbon"
        viewBox={`0 0 ${slots.length} 12`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {slots.map((slot, index) => (
          <rect
            key={slot}
            x={index}
            y={3}
            width={1.02}
            height={9}
            className={`diary-${stateOf.get(slot) ?? 'empty'}`}
          />
        ))}
        {doses
          .filter((dose) => halfHours(dose) >= 0 && halfHours(dose) < slots.length)
          .map((dose) => (
            <rect
              key={dose}
              x={halfHours(dose) - 0.2}
              y={0}
              width={0.4}
              height={3}
              className="diary-dose"
            />
          ))}
      </svg>
      <div className="diary-axis soft small" aria-hidden="true">
        {HOURS.map((hour) => {
          const slot = slots.find((each) => timeOf(each, user.timeZone) === hour);
          return slot === undefined ? null : (
            <span key={hour} style={{ left: `${(100 * halfHours(slot)) / slots.length}%` }}>
              {hourText(hour, user.hourCycle)}
            </span>
          );
        })}
      </div>
    </figure>
  );
}

function hourText(hour: string, hourCycle: string): string {
  if (hourCycle === 'h23') return hour;
  return { '00:00': '12 AM', '06:00': '6 AM', '12:00': 'noon', '18:00': '6 PM' }[hour] ?? hour;
}
