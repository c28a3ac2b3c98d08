import { counted } from '../../domain/counted.ts';
import '../ui/form-sheet.css';
import '../ui/switches.css';
import { type ReactNode, useRef, useState } from 'react';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { CHANNELS_OF, MAX_REMINDER_TIMES } from '../../domain/reminders.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { CHANNEL_WORDS, WEEKDAYS } from './reminder-words.ts';

export type Reminder = ReminderAnswer['reminders'][number];
/** A reminder as sent to the server. */
type ReminderInput = Omit<Reminder, 'weekday' | 'daysBefore'> & {
  readonly weekday?: number;
  readonly daysBefore?: number;
};

export function inputOf({ weekday, daysBefore, ...reminder }: Reminder): ReminderInput {
  return {
    ...reminder,
    ...(weekday !== null && { weekday }),
    ...(daysBefore !== null && { daysBefore }),
  };
}

/** How many days before the tablets run out a reminder may come. */
const DAYS_BEFORE = [3, 7, 10, 14];

/** The fields for when and where a reminder is sent. */
export function ReminderEditor({
  reminder,
  canMail,
  canPush,
  isSaving,
  failure,
  onChange,
  onSave,
}: {
  /** As it is saved, or as it was changed here. */
  readonly reminder: Reminder;
  readonly canMail: boolean;
  readonly canPush: boolean;
  readonly isSaving: boolean;
  /** Why it could not be saved. */
  readonly failure: ReactNode;
  readonly onChange: (reminder: Reminder) => void;
  readonly onSave: (reminder: ReminderInput) => void;
}) {
  const { kind, times, weekday, daysBefore, channels } = reminder;
  /** How often Save was pressed without a way to get the reminder. */
  const [presses, setPresses] = useState(0);
  const isReport = kind === 'weeklyReport';
  // Fixed while the dialog is open: a box that was just cleared must not go away under the finger.
  const [offered] = useState(() => {
    const isPossible = { push: canPush, email: canMail, calendar: true, ntfy: true };
    return CHANNELS_OF[kind].filter((each) => isPossible[each] || channels.includes(each));
  });

  function save() {
    setPresses(channels.length === 0 ? presses + 1 : 0);
    if (channels.length === 0) return;
    const sorted = [...new Set(times)].sort();
    onSave({ ...inputOf(reminder), times: sorted });
  }

  return (
    <Form className="form-sheet" onSubmit={save}>
      <div className="form-entries">
        {isReport && (
          <SelectField
            label="Day"
            value={String(weekday ?? 1)}
            onChange={(text) => onChange({ ...reminder, weekday: Number(text) })}
          >
            {WEEKDAYS.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {daysBefore !== null && (
          <>
            <p className="soft">For medications whose tablets you have counted.</p>
            <SelectField
              label="How long before"
              value={String(daysBefore)}
              onChange={(text) => onChange({ ...reminder, daysBefore: Number(text) })}
            >
              {[...new Set([...DAYS_BEFORE, daysBefore])]
                .sort((one, other) => one - other)
                .map((days) => (
                  <option key={days} value={days}>
                    {counted(days, 'day')}
                  </option>
                ))}
            </SelectField>
          </>
        )}
        {kind === 'dose' ? (
          <p className="soft">
            The times come from your plan. You can change them under Profile, Medication.
          </p>
        ) : (
          <Times
            times={times}
            isOne={isReport || kind === 'refill'}
            onChange={(changed) => onChange({ ...reminder, times: changed })}
          />
        )}
        {!isReport && (
          <fieldset className="switches">
            <legend className="field-label">How should we remind you?</legend>
            {offered.map((channel) => (
              <Checkbox
                key={channel}
                checked={channels.includes(channel)}
                onChange={(wanted) =>
                  onChange({
                    ...reminder,
                    channels: offered.filter((each) =>
                      each === channel ? wanted : channels.includes(each),
                    ),
                  })
                }
              >
                {CHANNEL_WORDS[channel]}
              </Checkbox>
            ))}
          </fieldset>
        )}
      </div>
      {presses > 0 && channels.length === 0 && (
        <IntoView key={presses}>
          <Message kind="danger">Please choose how to get this reminder, or turn it off.</Message>
        </IntoView>
      )}
      {failure}
      <div className="form-foot">
        <Button kind="main" type="submit" busy={isSaving}>
          Save
        </Button>
      </div>
    </Form>
  );
}

function Times({
  times,
  isOne,
  onChange,
}: {
  readonly times: readonly string[];
  /** Whether there is exactly one time. */
  readonly isOne: boolean;
  readonly onChange: (times: string[]) => void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <>
      {times.map((time, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row holds nothing but its time
        <div key={index} className="reminder-time">
          <TextField
            label={times.length > 1 ? `Time ${index + 1}` : 'Time'}
            type="time"
            missing={times.length > 1 ? `Enter time ${index + 1}.` : 'Enter the time.'}
            value={time}
            onChange={(text) => onChange(times.map((each, at) => (at === index ? text : each)))}
          />
          {times.length > 1 && (
            <Button
              kind="danger"
              label={`Remove time ${index + 1}`}
              onPress={() => {
                onChange(times.filter((_, at) => at !== index));
                // The button that was pressed may be unmounted.
                add.current?.focus({ preventScroll: true });
              }}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {!isOne && times.length < MAX_REMINDER_TIMES && (
        <Button ref={add} kind="quiet" icon="add" onPress={() => onChange([...times, ''])}>
          Add a time
        </Button>
      )}
    </>
  );
}
