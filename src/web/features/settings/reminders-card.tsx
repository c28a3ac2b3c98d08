import { useState } from 'react';
import { calls } from '../../../contract/calls.ts';
import type { ReminderAnswer } from '../../../contract/entities.ts';
import { addDays, dateOf } from '../../../domain/zone.ts';
import { serverMessage, UNKNOWN_OUTCOME } from '../../api/client.ts';
import { type ReminderChange, useReminders, useSaveReminders } from '../../api/reminders.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { calendarDateText } from '../../ui/calendar-date-text.ts';
import { Switch, TextField } from '../../ui/fields.tsx';
import { FoldButton } from '../../ui/fold-button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { PushCard } from './push-card.tsx';
import { ReminderRow } from './reminder-row.tsx';
import { SHOWN_KINDS } from './reminder-words.ts';

/** The reminders, each behind its own switch. Everything is off until the person turns it on. */
export function RemindersCard() {
  const { id } = useUser();
  const reminders = useReminders(id);
  return (
    <section className="card" aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className="soft">
        An extra help. Phones can delay or drop reminders: keep the ones you rely on.
      </p>
      {reminders.isPending && <Loading />}
      {reminders.isError && !reminders.data && (
        <>
          <Message kind="danger">Your reminders could not be loaded.</Message>
          <Button onPress={reminders.refetch}>Try again</Button>
        </>
      )}
      {reminders.data && <Reminders settings={reminders.data} />}
    </section>
  );
}

function Reminders({ settings }: { readonly settings: ReminderAnswer }) {
  const { id } = useUser();
  const save = useSaveReminders(id);
  const change = (made: ReminderChange) => save.mutate(made);
  const shown = SHOWN_KINDS.flatMap(
    (kind) => settings.reminders.find((each) => each.kind === kind) ?? [],
  );
  const isOn = shown.some(({ on }) => on);
  const usesPush = shown.some(({ on, channels }) => on && channels.includes('push'));
  const usesCalendar = shown.some(({ on, channels }) => on && channels.includes('calendar'));
  return (
    <>
      <div className="stack-close">
        {shown.map((reminder) => (
          <ReminderRow
            key={reminder.kind}
            reminder={reminder}
            canMail={settings.canMail}
            onChange={(changed) => change({ reminders: [changed] })}
          />
        ))}
      </div>
      {save.isError && (
        <Message kind="danger">{serverMessage(save.error, UNKNOWN_OUTCOME)}</Message>
      )}
      {usesPush && <PushCard settings={settings} />}
      {usesCalendar && (
        <a
          className="button button-plain button-wide"
          href={`${calls.getCalendarFile.path}?userId=${encodeURIComponent(id)}`}
          download="reminders.ics"
        >
          Download for my calendar
        </a>
      )}
      {isOn && (
        <>
          <Pause settings={settings} onChange={change} />
          <More settings={settings} onChange={change} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly settings: ReminderAnswer;
  readonly onChange: (change: ReminderChange) => void;
}

/** No reminders today, or until the end of a trip. */
function Pause({ settings: { pausedUntil }, onChange }: PartProps) {
  const user = useUser();
  const today = dateOf(Date.now(), user.timeZone);
  const [isOpen, setIsOpen] = useState(false);
  const [until, setUntil] = useState(addDays(today, 7));
  if (pausedUntil !== null && pausedUntil >= today) {
    return (
      <Message kind="info">
        {pausedUntil === today
          ? 'No more reminders today.'
          : `No reminders until the end of ${calendarDateText(pausedUntil, 'medium', user)}.`}{' '}
        <Button kind="small" onPress={() => onChange({ pausedUntil: null })}>
          Go on with reminders
        </Button>
      </Message>
    );
  }
  return (
    <div className="stack-close">
      <div className="row-actions">
        <Button kind="small" onPress={() => onChange({ pausedUntil: today })}>
          Not today
        </Button>
        <Button kind="small" isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          Pause for a trip
        </Button>
      </div>
      {isOpen && (
        <>
          <TextField
            label="Last day without reminders"
            type="date"
            min={today}
            value={until}
            onChange={setUntil}
          />
          <Button
            wide
            onPress={() => {
              if (until < today) return;
              setIsOpen(false);
              onChange({ pausedUntil: until });
            }}
          >
            Pause
          </Button>
        </>
      )}
    </div>
  );
}

const USUAL_QUIET = { from: '22:00', to: '07:00' };

/** What people need rarely: quiet hours, a repeat, and names on the locked phone. */
function More({ settings: { quiet, repeats, showsNames }, onChange }: PartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <FoldButton isOpen={isOpen} onPress={() => setIsOpen(!isOpen)}>
        More choices
      </FoldButton>
      {isOpen && (
        <div className="stack-close">
          <Switch
            checked={quiet !== null}
            onChange={(on) => onChange({ quiet: on ? USUAL_QUIET : null })}
          >
            Quiet hours
          </Switch>
          {quiet && (
            <div className="field-row">
              <TextField
                label="From"
                type="time"
                value={quiet.from}
                onChange={(from) => from && onChange({ quiet: { ...quiet, from } })}
              />
              <TextField
                label="To"
                type="time"
                value={quiet.to}
                onChange={(to) => to && onChange({ quiet: { ...quiet, to } })}
              />
            </div>
          )}
          <Switch checked={repeats} onChange={(on) => onChange({ repeats: on })}>
            Remind me once more after 15 minutes
          </Switch>
          <Switch checked={showsNames} onChange={(on) => onChange({ showsNames: on })}>
            <span>
              Show the medication’s name
              <span className="switch-state">Others may read it on the locked phone.</span>
            </span>
          </Switch>
        </div>
      )}
    </>
  );
}
