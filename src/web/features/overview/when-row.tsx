import { useEffect, useId, useRef, useState } from 'react';
import { addDays, dateOf, instantAt, isCalendarDate, timeOf } from '../../../domain/zone.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formTime } from './form-time.ts';

/** How far back a form may be logged: slips of the finger beyond it are named. Days. */
const MAX_DAYS_BACK = 366;

const CLOCK_TIME = /^\d\d:\d\d$/;
const IN_FUTURE = 'Please choose a time that has passed.';

/** As the fields hold them: '' where they are not filled in. */
interface Typed {
  readonly date: string;
  readonly time: string;
}

/** The time a form is for: now, or for someone who comes to it later, an earlier one. */
export function WhenRow({
  loggedAt,
  zone,
  onChange,
}: {
  /** An ISO instant; undefined for now. */
  readonly loggedAt: string | undefined;
  readonly zone: string;
  /** Told of times as they are typed that a form can be for. */
  readonly onChange: (loggedAt: string | undefined) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const now = Date.now();
  const [typed, setTyped] = useState(() => typedOf(loggedAt ? Date.parse(loggedAt) : now, zone));
  const problems = problemsOf(typed, zone, now);
  const heading = useId();
  const row = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);

  // The button that was pressed is gone then, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes with what is shown
  useEffect(() => {
    if (isMoved.current) row.current?.querySelector<HTMLElement>('fieldset, button')?.focus();
  }, [isOpen]);

  function show(open: boolean) {
    isMoved.current = true;
    setIsOpen(open);
  }

  function type(change: Partial<Typed>) {
    const next = { ...typed, ...change };
    setTyped(next);
    if (!isCalendarDate(next.date) || !CLOCK_TIME.test(next.time)) return;
    const { day, time } = problemsOf(next, zone, Date.now());
    if (!day && !time) onChange(new Date(instantAt(next.date, next.time, zone)).toISOString());
  }

  function setNow() {
    setTyped(typedOf(Date.now(), zone));
    show(false);
    onChange(undefined);
  }

  if (!isOpen) {
    return (
      <div ref={row}>
        <Button kind="quiet" wide onPress={() => show(true)}>
          When? {loggedAt ? shownTime(loggedAt, zone) : 'Now'}
        </Button>
      </div>
    );
  }
  return (
    <div ref={row}>
      <fieldset className="when" aria-labelledby={heading} tabIndex={-1}>
        <h3 id={heading}>When?</h3>
        <div className="when-fields">
          <TextField
            label="Day"
            type="date"
            min={addDays(dateOf(now, zone), -MAX_DAYS_BACK)}
            max={dateOf(now, zone)}
            required
            problem={problems.day}
            value={typed.date}
            onChange={(date) => type({ date })}
          />
          <TextField
            label="Time"
            type="time"
            required
            problem={problems.time}
            value={typed.time}
            onChange={(time) => type({ time })}
          />
        </div>
        <Button wide onPress={setNow}>
          Set to now
        </Button>
      </fieldset>
    </div>
  );
}

function shownTime(loggedAt: string, zone: string): string {
  const { day, time } = formTime(loggedAt, zone);
  return `${day}, ${time}`;
}

function typedOf(instant: number, zone: string): Typed {
  return { date: dateOf(instant, zone), time: timeOf(instant, zone) };
}

/** What is wrong with a day and a time, each where it is to be mended; what is not filled in is not judged. */
function problemsOf({ date, time }: Typed, zone: string, now: number): Problems {
  const today = dateOf(now, zone);
  if (isCalendarDate(date)) {
    if (date < addDays(today, -MAX_DAYS_BACK)) {
      return { day: 'Please choose a day within the last year.', time: '' };
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
