import { type DiaryState, HALF_HOUR_MS, STATE_WORDS } from '../../domain/diary.ts';
import { dateFormats, type TimePreferences } from '../../domain/formats.ts';
import { dateOf } from '../../domain/zone.ts';
import { nearDayText } from '../ui/calendar-date-text.ts';

export const clocks = dateFormats({ timeStyle: 'short' });
const weekdays = dateFormats({ weekday: 'long' });

/** Consecutive half-hours with the same state. */
export interface DiarySpan {
  readonly state: DiaryState;
  /** Instants. */
  readonly slots: readonly number[];
}

/** Joins half-hours that follow one another and have the same state. @param entries in order of time */
export function spansOf(
  entries: readonly { readonly slot: number; readonly state: DiaryState }[],
): DiarySpan[] {
  const spans: { state: DiaryState; slots: number[] }[] = [];
  for (const { slot, state } of entries) {
    const last = spans.at(-1);
    if (last?.state === state && last.slots.at(-1) === slot - HALF_HOUR_MS) last.slots.push(slot);
    else spans.push({ state, slots: [slot] });
  }
  return spans;
}

/** Half-hours in words, such as 'Monday, 8:00 AM to 9:00 AM: Off', or with the date of an older day. */
export function spanText(
  { state, slots }: DiarySpan,
  user: TimePreferences,
  day: 'weekday' | 'date',
): string {
  const [first = 0, last = first] = [slots[0], slots.at(-1)];
  const zone = user.timeZone;
  const clock = clocks(zone, user);
  const dayText =
    day === 'weekday'
      ? weekdays(zone, user).format(first)
      : nearDayText(dateOf(first, zone), dateOf(Date.now(), zone), user);
  const from = `${dayText}, ${clock.format(first)}`;
  return `${from} to ${clock.format(last + HALF_HOUR_MS)}: ${STATE_WORDS[state].name}`;
}
