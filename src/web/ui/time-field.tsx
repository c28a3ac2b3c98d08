import './form-sheet.css';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { zoneName } from '../../domain/time-zones.ts';
import { addDays, dateOf, instantAt, isCalendarDate, timeOf } from '../../domain/zone.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import { deviceTime, formTime, recentTime } from './form-time.ts';
import { timeAndDayText } from './time-text.ts';

/** How far back a form may be logged (days). An earlier date is probably a typing error. */
const MAX_DAYS_BACK = 366;

const clocks = dateFormats({ hour: 'numeric', minute: '2-digit' });

const CLOCK_TIME = /^\d\d:\d\d$/;
const IN_FUTURE = 'Choose a time in the past.';

/** The values of the fields; '' for an empty field. */
interface Typed {
  readonly date: string;
  readonly time: string;
}

/** The time that a form is for: now or an earlier time, or the time of a saved form, which can be corrected. */
export const TimeField = memo(function TimeField({
  loggedAt: chosen,
  former,
  offered,
  zone,
  style,
  onChange,
}: {
  /** The chosen time (ISO instant); undefined for now, or for the time of the saved form. */
  readonly loggedAt: string | undefined;
  /** The time of the saved form (ISO instant); undefined for a new form. */
  readonly former: string | undefined;
  /** When the person started the form (ISO instant), if that time is offered for the form. */
  readonly offered: string | undefined;
  /** The zone where the form is made, or was made. */
  readonly zone: string;
  readonly style: DateStyle;
  /** Called with each valid time that is chosen. */
  readonly onChange: (loggedAt: string | undefined) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const loggedAt = chosen ?? former;
  useEachMinute();
  const now = Date.now();
  const today = dateOf(now, zone);
  const yearAgo = addDays(today, -MAX_DAYS_BACK);
  const formerDay = former === undefined ? today : dateOf(Date.parse(former), zone);
  const earliest = formerDay < yearAgo ? formerDay : yearAgo;
  const [typed, setTyped] = useState(() => typedOf(now, zone));
  const problems = problemsOf(typed, { zone, now, earliest });
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);

  // The pressed button is unmounted, so the focus would be lost.
  useEffect(() => {
    if (isMoved.current) row.current?.querySelector<HTMLElement>('fieldset, button')?.focus();
    isMoved.current = false;
  });

  /**
   * Opens the fields and chooses the time that they show, so that this time is saved even if the person submits the
   * form some minutes later.
   */
  function open() {
    const shown = loggedAt === undefined ? startOfMinute(now) : Date.parse(loggedAt);
    setTyped(typedOf(shown, zone));
    setIsOpen(true);
    isMoved.current = true;
    if (loggedAt === undefined) onChange(new Date(shown).toISOString());
  }

  function choose(time: string | undefined) {
    setIsOpen(false);
    isMoved.current = true;
    onChange(time);
  }

  function type(change: Partial<Typed>) {
    const next = { ...typed, ...change };
    setTyped(next);
    const instant = instantOf(next, zone);
    if (instant === undefined) return;
    const { day, time } = problemsOf(next, { zone, now: Date.now(), earliest });
    if (!day && !time) onChange(new Date(instant).toISOString());
  }

  const shown = instantOf(typed, zone) ?? now;
  const isOffered = isOpen || loggedAt === undefined;
  const hint = isOfDevice(shown, zone) ? undefined : `${id}-zone`;
  return (
    <div ref={row} className="when">
      {isOpen ? (
        <fieldset className="when" aria-labelledby={id} aria-describedby={hint} tabIndex={-1}>
          <h3 id={id}>When?</h3>
          <div className="field-row">
            <TextField
              label="Day"
              type="date"
              min={earliest}
              max={today}
              missing="Enter the day."
              problem={problems.day}
              value={typed.date}
              onChange={(date) => type({ date })}
            />
            <TextField
              label={`Time (${zoneName(shown, zone)})`}
              type="time"
              missing="Enter the time."
              problem={problems.time}
              value={typed.time}
              onChange={(time) => type({ time })}
            />
          </div>
          {hint && (
            <p id={hint} className="soft">
              Your device is set to another time zone. On its clock, this time is{' '}
              {deviceTime(shown, style)}.
            </p>
          )}
          <div className="row-actions">
            <Button kind="quiet" icon="undo" onPress={() => choose(undefined)}>
              {former === undefined
                ? 'Use the current time'
                : `Back to ${timeAndDayText(Date.parse(former), now, { ...style, timeZone: zone })}`}
            </Button>
          </div>
        </fieldset>
      ) : (
        <div className="when-row">
          <p id={id}>
            <strong>When?</strong>{' '}
            {loggedAt
              ? shownTime(loggedAt, zone, style)
              : `Now, ${clocks(zone, style).format(now)}`}
          </p>
          <Button kind="quiet" icon="edit" label="Change the time" describedBy={id} onPress={open}>
            Change
          </Button>
        </div>
      )}
      {isOffered && offered !== undefined && offered !== loggedAt && (
        <>
          <p id={`${id}-offered`}>
            You started this form on {recentTime(Date.parse(offered), { ...style, timeZone: zone })}
            .
          </p>
          <Button wide describedBy={`${id}-offered`} onPress={() => choose(offered)}>
            Use that time instead
          </Button>
        </>
      )}
    </div>
  );
});

/** Renders again at the start of each minute, because the current time is shown. */
function useEachMinute(): void {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), startOfMinute(now) + 60_000 - now);
    return () => clearTimeout(timer);
  }, [now]);
}

function shownTime(loggedAt: string, zone: string, style: DateStyle): string {
  const { day, time } = formTime(loggedAt, zone, style);
  return `${day}, ${time}`;
}

function typedOf(instant: number, zone: string): Typed {
  return { date: dateOf(instant, zone), time: timeOf(instant, zone) };
}

/** The instant in the fields; undefined while a field is empty. */
function instantOf({ date, time }: Typed, zone: string): number | undefined {
  if (!isCalendarDate(date) || !CLOCK_TIME.test(time)) return undefined;
  return instantAt(date, time, zone);
}

function startOfMinute(instant: number): number {
  return instant - (instant % 60_000);
}

/** Whether the device's clock shows the same date and time as a clock in `zone`. */
function isOfDevice(instant: number, zone: string): boolean {
  const offset = new Date(instant).getTimezoneOffset() * 60_000;
  const { date, time } = typedOf(instant, zone);
  return new Date(instant - offset).toISOString().startsWith(`${date}T${time}`);
}

/** The problems of a day and a time, each for its own field. An empty field has none. */
function problemsOf(
  { date, time }: Typed,
  {
    zone,
    now,
    earliest,
  }: { readonly zone: string; readonly now: number; readonly earliest: string },
): Problems {
  const today = dateOf(now, zone);
  if (isCalendarDate(date)) {
    if (date < earliest) {
      return { day: 'Choose a day within the last year.', time: '' };
    }
    if (date > today) return { day: IN_FUTURE, time: '' };
    if (CLOCK_TIME.test(time) && instantAt(date, time, zone) > now) {
      return { day: '', time: IN_FUTURE };
    }
  }
  return { day: '', time: '' };
}

interface Problems {
  readonly day: string;
  readonly time: string;
}
