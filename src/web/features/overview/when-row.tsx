import { useEffect, useId, useRef, useState } from 'react';
import { addDays, dateOf, instantAt, isCalendarDate, timeOf } from '../../../domain/zone.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Message } from '../../ui/message.tsx';
import { formTime } from './form-time.ts';

/** How far back a form may be logged: slips of the finger beyond it are named. Days. */
const MAX_DAYS_BACK = 366;

/** The time a form is for: now, or for someone who comes to it later, an earlier one. */
export function WhenRow({
  loggedAt,
  zone,
  problem,
  onProblem,
  onChange,
}: {
  /** An ISO instant; undefined for now. */
  readonly loggedAt: string | undefined;
  readonly zone: string;
  /** What is wrong with the time as it is typed: the form is not submitted with it. */
  readonly problem: string;
  readonly onProblem: (problem: string) => void;
  readonly onChange: (loggedAt: string | undefined) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const now = Date.now();
  const [typed, setTyped] = useState(() => typedOf(loggedAt ? Date.parse(loggedAt) : now, zone));
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

  function type(change: Partial<typeof typed>) {
    const next = { ...typed, ...change };
    setTyped(next);
    const wrong = problemOf(next, zone, Date.now());
    onProblem(wrong);
    if (!wrong) onChange(new Date(instantAt(next.date, next.time, zone)).toISOString());
  }

  function setNow() {
    setTyped(typedOf(Date.now(), zone));
    show(false);
    onProblem('');
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
            value={typed.date}
            onChange={(date) => type({ date })}
          />
          <TextField
            label="Time"
            type="time"
            value={typed.time}
            onChange={(time) => type({ time })}
          />
        </div>
        {problem && <Message kind="danger">{problem}</Message>}
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

function typedOf(instant: number, zone: string): { date: string; time: string } {
  return { date: dateOf(instant, zone), time: timeOf(instant, zone) };
}

function problemOf({ date, time }: { date: string; time: string }, zone: string, now: number) {
  if (!isCalendarDate(date) || !/^\d\d:\d\d$/.test(time)) return 'Please enter a day and a time.';
  const instant = instantAt(date, time, zone);
  if (instant > now) return 'Please choose a time that has passed.';
  const earliest = addDays(dateOf(now, zone), -MAX_DAYS_BACK);
  return date < earliest ? 'Please choose a day within the last year.' : '';
}
