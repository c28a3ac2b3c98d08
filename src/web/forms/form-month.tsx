import { counted } from '../../domain/counted.ts';
import './form-month.css';
import './rating-chips.css';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import {
  averageOver,
  daysOfMonth,
  type FormDay,
  FormDays,
  monthOf,
} from '../../domain/form-days.ts';
import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { SEVERITIES } from '../../domain/symptoms.ts';
import {
  addDays,
  type CalendarDate,
  daysBetween,
  localTimeOf,
  midnightOf,
} from '../../domain/zone.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { useWaitingForms } from '../entries/use-waiting.ts';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { profileSymptoms, useProfile } from '../profile/queries.ts';
import { Button } from '../ui/button.tsx';
import { shownDisplay } from '../ui/display.ts';
import { Message } from '../ui/message.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { useIsAtLeast } from '../ui/use-is-wide.ts';
import { keptSince, useFormDays } from './queries.ts';
import { waitingForm } from './waiting-row.tsx';

const titles = dateFormats({ month: 'long', year: 'numeric' });
const shortDays = dateFormats({ month: 'short', day: 'numeric' });
const weekdays = dateFormats({ weekday: 'long' });

/** From this width of the window on (px), the seven days of a week fit side by side. */
const MONTH_FITS = 360;
const A_SUNDAY = '2026-11-01';

interface MonthProps {
  /** The day of the newest form. Its month is shown first. */
  readonly newest: CalendarDate;
  readonly chosen: CalendarDate | undefined;
  /** Called with undefined if the chosen day is pressed again. */
  readonly onChoose: (day: CalendarDate | undefined) => void;
}

/**
 * A month in which each day with forms has the colour of one symptom's average, and can be pressed. With large controls,
 * and where the days would be too small to press, the weeks of the month in place of its days.
 */
export function FormMonth({ newest, chosen, onChoose }: MonthProps) {
  const user = useUser();
  const client = useQueryClient();
  const [month, setMonth] = useState(() => monthOf(newest));
  /** The month that was shown before. Without a connection it is the only neighbour that is known. */
  const [former, setFormer] = useState('');
  const { days, answer } = useDaysWithWaiting(month);
  const [wanted, setWanted] = useState('');
  const names = useNames(days);
  const name = names.find((each) => each === wanted) ?? names[0] ?? '';
  const isUnreachable = isUnreached(answer, useIsOffline());
  const since = answer.isOfDevice ? keptSince(client, user, user.timeZone) : undefined;
  const { first, last } = daysOfMonth(month);
  const isSmall = !useIsAtLeast(MONTH_FITS) || shownDisplay().includes('largeControls');
  const shown = { month, days, name, chosen, onChoose };
  const { older, newer } = answer.data ?? {
    older: former && former < month ? former : null,
    newer: former > month ? former : null,
  };

  function goTo(next: string) {
    setFormer(month);
    setMonth(next);
  }

  return (
    <section className="form-month" aria-label="Forms by day">
      <div className="month-head">
        <Step to={older} isBack onPress={goTo} />
        <h3 aria-live="polite">{monthText(month, user)}</h3>
        <Step to={newer} onPress={goTo} />
      </div>
      {isUnreachable && !answer.data ? (
        <NotOnDevice what="period" />
      ) : isSmall ? (
        <Weeks {...shown} />
      ) : (
        <Days {...shown} />
      )}
      {isUnreachable && since && first < since && since <= last && (
        <p className="soft small">
          Days before {shortDays('UTC', user).format(midnightOf(since))} are not stored on this
          device.
        </p>
      )}
      {answer.isError && !isUnreachable && (
        <Message kind="danger">
          We couldn’t load this month.{' '}
          <Button kind="quiet" icon="refresh" onPress={answer.refetch}>
            Try again
          </Button>
        </Message>
      )}
      {names.length > 0 && (
        <label>
          <span className="visually-hidden">Symptom of the month</span>
          <select
            className="field-control"
            value={name}
            onChange={({ target }) => setWanted(target.value)}
          >
            {names.map((each) => (
              <option key={each} value={each}>
                {each}, average of a {isSmall ? 'week' : 'day'}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isSmall && names.length > 0 && <Legend />}
    </section>
  );
}

/** The days of a month with forms, those included that wait on this device. */
function useDaysWithWaiting(month: string) {
  const user = useUser();
  const answer = useFormDays(user, month);
  const waiting = useWaitingForms().filter(({ draft }) => !draft.edited);
  const counted = new FormDays();
  for (const day of answer.data?.days ?? []) counted.addDay(day);
  for (const entry of waiting) {
    const { at, timeZone, symptomData } = waitingForm(entry, user.timeZone);
    counted.add({
      localTime: localTimeOf(Date.parse(at), timeZone),
      ratings: Object.values(symptomData),
    });
  }
  return { answer, days: counted.within(daysOfMonth(month)) };
}

/** The symptoms that can be shown: those that are tracked, and those with ratings in the month. */
function useNames(days: readonly FormDay[]): string[] {
  const { data: profile } = useProfile(useUser().id);
  const tracked = profile ? profileSymptoms(profile).map(({ name }) => name) : [];
  const rated = days.flatMap(({ averages }) => averages.map(({ name }) => name));
  return [...new Set([...tracked, ...rated])];
}

/** Goes to the nearest month with forms. */
function Step({
  to,
  isBack = false,
  onPress,
}: {
  readonly to: string | null | undefined;
  readonly isBack?: boolean;
  readonly onPress: (month: string) => void;
}) {
  const user = useUser();
  const none = isBack ? 'No older month' : 'No newer month';
  return (
    <button
      type="button"
      className={isBack ? 'month-step month-step-back' : 'month-step'}
      aria-label={to ? monthText(to, user) : none}
      aria-disabled={!to || undefined}
      onClick={() => to && onPress(to)}
    />
  );
}

interface ShownDays {
  readonly month: string;
  readonly days: readonly FormDay[];
  readonly name: string;
  readonly chosen: CalendarDate | undefined;
  readonly onChoose: (day: CalendarDate | undefined) => void;
}

function Days({ month, days, name, chosen, onChoose }: ShownDays) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const { first, last } = daysOfMonth(month);
  const starts = weeksOf(first, last, user);
  // The Tab key reaches one day. The arrow keys go on from there.
  const reached = days.find(({ day }) => day === chosen) ?? days.at(-1);
  return (
    <table
      className="month-grid"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move within it, as in a grid
      role="grid"
      aria-label={monthText(month, user)}
      onKeyDown={moveFocus}
      data-press-nearest="action"
    >
      <thead>
        <tr>
          {daysFrom(startOfWeek(A_SUNDAY, user)).map((day) => {
            const weekday = weekdays('UTC', user).format(midnightOf(day));
            return (
              <th key={day} scope="col" aria-label={weekday} data-press-nothing>
                {weekday.charAt(0)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {starts.map((start) => (
          <tr key={start}>
            {daysFrom(start).map((day) => {
              const found = days.find((each) => each.day === day);
              const isInMonth = first <= day && day <= last;
              return found ? (
                <td key={day}>
                  <DayButton
                    of={found}
                    name={name}
                    isToday={day === today}
                    isChosen={day === chosen}
                    isReached={found === reached}
                    onPress={() => onChoose(day === chosen ? undefined : day)}
                  />
                </td>
              ) : (
                // A press on it must not reach the nearest day that can be pressed.
                <td key={day} data-press-nothing>
                  {isInMonth && Number(day.slice(-2))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayButton({
  of: { day, forms, averages },
  name,
  isToday,
  isChosen,
  isReached,
  onPress,
}: {
  readonly of: FormDay;
  readonly name: string;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  /** Whether the Tab key reaches it. */
  readonly isReached: boolean;
  readonly onPress: () => void;
}) {
  const user = useUser();
  const mean = averages.find((each) => each.name === name)?.mean;
  const kind = mean === undefined ? 'month-day-unrated' : `rating-chip-${Math.round(mean)}`;
  return (
    <button
      type="button"
      className={`month-day ${kind}`}
      value={day}
      tabIndex={isReached ? 0 : -1}
      aria-label={`${shortDays('UTC', user).format(midnightOf(day))}, ${valueText(name, mean)}${counted(forms, 'form')}`}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={onPress}
    >
      {Number(day.slice(-2))}
    </button>
  );
}

/** The arrow keys, Home and End move the focus between the days that can be pressed. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.month-day')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const day = buttons[at]?.value;
  if (day === undefined) return;
  const to = {
    ArrowLeft: buttons[at - 1],
    ArrowRight: buttons[at + 1],
    ArrowUp: buttons.filter(({ value }) => value <= addDays(day, -7)).at(-1),
    ArrowDown: buttons.find(({ value }) => value >= addDays(day, 7)),
    Home: buttons[0],
    End: buttons.at(-1),
  }[event.key];
  if (!to && !event.key.startsWith('Arrow')) return;
  event.preventDefault();
  to?.focus();
}

/** The weeks with forms, the newest first. */
function Weeks({ month, days, name, chosen, onChoose }: ShownDays) {
  const user = useUser();
  const { first, last } = daysOfMonth(month);
  const weeks = weeksOf(first, last, user)
    .map((start) => {
      const end = addDays(start, 6);
      return {
        from: start < first ? first : start,
        to: end > last ? last : end,
        days: days.filter(({ day }) => start <= day && day <= end),
      };
    })
    .filter((week) => week.days.length > 0)
    .reverse();
  return (
    <Rows label={monthText(month, user)}>
      {weeks.map(({ from, to, days: ofWeek }) => {
        const { forms, mean } = averageOver(ofWeek, name);
        const newest = ofWeek.at(-1)?.day;
        const isChosen = ofWeek.some(({ day }) => day === chosen);
        return (
          <li key={from}>
            <Row
              title={spanText(from, to, user)}
              state={`${valueText(name, mean)}${counted(forms, 'form')}`}
              isPressed={isChosen}
              onPress={() => onChoose(isChosen ? undefined : newest)}
            />
          </li>
        );
      })}
    </Rows>
  );
}

function Legend() {
  return (
    <p className="month-legend">
      <span aria-hidden="true">
        {SEVERITIES.map((severity) => (
          <span key={severity} className={`rating-chip rating-chip-${severity}`}>
            {severity}
          </span>
        ))}
      </span>
      5 worst, 1 mildest
    </p>
  );
}

function monthText(month: string, style: DateStyle): string {
  return titles('UTC', style).format(midnightOf(`${month}-01`));
}

/** 'Nov 15 to Nov 21', or one day. */
function spanText(from: CalendarDate, to: CalendarDate, style: DateStyle): string {
  const format = shortDays('UTC', style);
  const start = format.format(midnightOf(from));
  return from === to ? start : `${start} to ${format.format(midnightOf(to))}`;
}

/** 'Tremor 3.7, '. */
function valueText(name: string, mean: number | undefined): string {
  if (!name) return '';
  return `${name} ${mean === undefined ? 'not rated' : mean.toFixed(1)}, `;
}

/** The first days of the weeks of a month. */
function weeksOf(first: CalendarDate, last: CalendarDate, style: DateStyle): CalendarDate[] {
  const start = startOfWeek(first, style);
  const count = Math.ceil(daysBetween(start, last) / 7);
  return Array.from({ length: count }, (_, week) => addDays(start, 7 * week));
}

/** Where dates begin with the month, weeks begin with Sunday; elsewhere with Monday. */
function startOfWeek(day: CalendarDate, { dateOrder }: DateStyle): CalendarDate {
  const weekday = new Date(midnightOf(day)).getUTCDay();
  return addDays(day, dateOrder === 'mdy' ? -weekday : -((weekday + 6) % 7));
}

function daysFrom(start: CalendarDate): CalendarDate[] {
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}
