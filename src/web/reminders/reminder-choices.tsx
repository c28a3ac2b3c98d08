import '../ui/card-part.css';
import { useRef, useState } from 'react';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { addDays, dateOf } from '../../domain/zone.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Switch, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { useSaveReminders } from './queries.ts';

interface PartProps {
  readonly settings: ReminderAnswer;
}

/** Pauses all reminders: for today, or until a day such as the last one of a trip. */
export function ReminderPause({ settings: { pausedUntil } }: PartProps) {
  const user = useUser();
  const save = useSaveReminders(user.id);
  const today = dateOf(Date.now(), user.timeZone);
  const [isOpen, setIsOpen] = useState(false);
  const [until, setUntil] = useState(addDays(today, 7));
  const heading = useRef<HTMLHeadingElement>(null);

  function pause(last: string | null) {
    setIsOpen(false);
    save.mutate({ pausedUntil: last });
    // The pressed button is unmounted, so the focus would be lost.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <div className="card-part">
      <h3 tabIndex={-1} ref={heading}>
        Pause reminders
      </h3>
      {pausedUntil !== null && pausedUntil >= today ? (
        <Message kind="info">
          {pausedUntil === today
            ? 'No more reminders today.'
            : `No reminders until the end of ${nearDayText(pausedUntil, today, user)}.`}
          <Button kind="small" onPress={() => pause(null)}>
            End the pause now
          </Button>
        </Message>
      ) : (
        <div className="row-actions">
          <Button kind="small" onPress={() => pause(today)}>
            No reminders today
          </Button>
          <Button kind="quiet" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            Pause for a trip
          </Button>
        </div>
      )}
      {isOpen && (
        <Form className="stack-close" onSubmit={() => pause(until)}>
          <TextField
            label="Last day without reminders"
            type="date"
            missing="Enter the last day without reminders."
            min={today}
            problem={until !== '' && until < today ? 'Choose today or a later day.' : ''}
            value={until}
            onChange={setUntil}
          />
          <Button type="submit" wide>
            Pause
          </Button>
        </Form>
      )}
      <Failure of={save.error} />
    </div>
  );
}

const USUAL_QUIET = { from: '22:00', to: '07:00' };

/** Rarely needed settings: quiet hours, a repeat, and names on the locked phone. */
export function MoreChoices({ settings: { quiet, repeats, showsNames } }: PartProps) {
  const save = useSaveReminders(useUser().id);
  return (
    <div className="card-part">
      <h3>More choices</h3>
      <Switch
        checked={quiet !== null}
        onChange={(on) => save.mutate({ quiet: on ? USUAL_QUIET : null })}
      >
        <span>
          Quiet hours
          <span className="switch-state">Times of the day without reminders.</span>
        </span>
      </Switch>
      {quiet && <QuietHours quiet={quiet} save={save} />}
      <Switch checked={repeats} onChange={(on) => save.mutate({ repeats: on })}>
        <span>
          Remind me once more
          <span className="switch-state">
            After 15 minutes, if you have not made your entry by then.
          </span>
        </span>
      </Switch>
      <Switch checked={showsNames} onChange={(on) => save.mutate({ showsNames: on })}>
        <span>
          Show the medication’s name
          <span className="switch-state">Others may read it on the locked phone.</span>
        </span>
      </Switch>
      <Failure of={save.error} />
    </div>
  );
}

/** The times are saved with a button, because a time field changes with every key. */
function QuietHours({
  quiet,
  save,
}: {
  readonly quiet: NonNullable<ReminderAnswer['quiet']>;
  readonly save: ReturnType<typeof useSaveReminders>;
}) {
  const [from, setFrom] = useState(quiet.from);
  const [to, setTo] = useState(quiet.to);
  const isSaved = from === quiet.from && to === quiet.to;
  return (
    <Form className="stack-close" onSubmit={() => save.mutate({ quiet: { from, to } })}>
      <div className="field-row">
        <TextField
          label="From"
          type="time"
          missing="Enter when the quiet hours begin."
          value={from}
          onChange={setFrom}
        />
        <TextField
          label="To"
          type="time"
          missing="Enter when the quiet hours end."
          value={to}
          onChange={setTo}
        />
      </div>
      <Button type="submit" wide busy={save.isPending}>
        Save quiet hours
      </Button>
      <p className="soft small" role="status">
        {isSaved && 'These hours are saved.'}
      </p>
    </Form>
  );
}
