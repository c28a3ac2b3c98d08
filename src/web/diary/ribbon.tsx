import { type DiaryEntry, diaryDay, HALF_HOUR_MS, slotsOfDay } from '../../domain/diary.ts';
import { dateFormats } from '../../domain/formats.ts';
import { type CalendarDate, midnightOf, timeOf } from '../../domain/zone.ts';
import { useUser } from '../platform/user.ts';

const weekdays = dateFormats({ weekday: 'long', day: 'numeric', month: 'short' });
const hours = dateFormats({ hour: 'numeric' });
/** Hours that the axis names. */
const NAMED_HOURS = ['00:00', '06:00', '12:00', '18:00'];

/**
 * The half-hours of a day in a row, with the doses of the day above them. Half-hours without an entry are empty. Screen
 * readers read `DiaryList` instead, which has the same entries in words.
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
  const zone = user.timeZone;
  const slots = slotsOfDay(day, zone);
  const { filled } = diaryDay(day, entries, zone);
  const stateOf = new Map(entries.map(({ slot, state }) => [slot, state]));
  const [first = 0] = slots;
  const share = (instant: number) => (instant - first) / (HALF_HOUR_MS * slots.length);
  const percent = (instant: number) => ({ left: `${100 * share(instant)}%` });
  return (
    <figure className="diary-day">
      <figcaption>
        {weekdays('UTC', user).format(midnightOf(day))}{' '}
        <span className="diary-count soft small">
          {filled} of {slots.length} half-hours
        </span>
      </figcaption>
      <div className="diary-ribbon" aria-hidden="true">
        {doses
          .filter((dose) => share(dose) >= 0 && share(dose) < 1)
          .map((dose) => (
            <span key={dose} className="diary-dose" style={percent(dose)} />
          ))}
        {slots.map((slot) => (
          <span key={slot} className={`diary-slot diary-${stateOf.get(slot) ?? 'empty'}`} />
        ))}
      </div>
      <div className="diary-axis soft small" aria-hidden="true">
        {slots
          .filter((slot) => NAMED_HOURS.includes(timeOf(slot, zone)))
          .map((slot) => (
            <span key={slot} style={percent(slot)}>
              {hours(zone, user).format(slot)}
            </span>
          ))}
      </div>
    </figure>
  );
}
