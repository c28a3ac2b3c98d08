import { useState } from 'react';
import type { ReminderAnswer } from '../../../contract/entities.ts';
import { type DateStyle, dateFormats } from '../../../domain/formats.ts';
import { CHANNELS_OF, MAX_REMINDER_TIMES } from '../../../domain/reminders.ts';
import { instantAt } from '../../../domain/zone.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, Switch, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { CHANNEL_WORDS, KIND_WORDS, WEEKDAYS } from './reminder-words.ts';

type Reminder = ReminderAnswer['reminders'][number];
/** A reminder as the page sends it. */
export type ReminderInput = Omit<Reminder, 'weekday'> & { readonly weekday?: number };

const clocks = dateFormats({ timeStyle: 'short' });

/** One kind of reminder: its switch, what is set, and the fields that change it. */
export function ReminderRow({
  reminder,
  canMail,
  onChange,
}: {
  readonly reminder: Reminder;
  readonly canMail: boolean;
  readonly onChange: (reminder: ReminderInput) => void;
}) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const { kind, on } = reminder;
  const needsMail = kind === 'weeklyReport' && !canMail;
  const state = needsMail && !on ? MAIL_MISSING : on ? stateText(reminder, user) : 'Off';
  return (
    <div className="reminder">
      <Switch
        checked={on}
        disabled={needsMail && !on}
        onChange={(wanted) => onChange({ ...inputOf(reminder), on: wanted })}
      >
        <span>
          {KIND_WORDS[kind]}
          <span className="switch-state">{state}</span>
        </span>
      </Switch>
      {on && (
        <Button
          kind="small"
          label={`Change ${KIND_WORDS[kind]}`}
          isExpanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          Change
        </Button>
      )}
      {on && isOpen && (
        <Editor
          reminder={reminder}
          canMail={canMail}
          onSave={(changed) => {
            setIsOpen(false);
            onChange(changed);
          }}
        />
      )}
    </div>
  );
}

const MAIL_MISSING =
  'Needs an email address that you have confirmed, on a server that sends email.';

function inputOf({ weekday, ...reminder }: Reminder): ReminderInput {
  return weekday === null ? reminder : { ...reminder, weekday };
}

/** '8:00 AM, 1:00 PM. On my phone, by email'. */
function stateText({ kind, times, weekday, channels }: Reminder, style: DateStyle): string {
  const shown = times.map((time) => clockText(time, style)).join(', ');
  const day = weekday === null ? '' : `${WEEKDAYS[weekday - 1]}, `;
  const when = kind === 'dose' ? 'At the planned times' : `${day}${shown}`;
  const where = channels.map((channel) => CHANNEL_WORDS[channel].toLowerCase()).join(', ');
  return `${when || 'No time'}. ${where ? `${where.charAt(0).toUpperCase()}${where.slice(1)}` : 'Nowhere'}`;
}

function clockText(time: string, style: DateStyle): string {
  return clocks('UTC', style).format(instantAt('1970-01-01', time, 'UTC'));
}

function Editor({
  reminder,
  canMail,
  onSave,
}: {
  readonly reminder: Reminder;
  readonly canMail: boolean;
  readonly onSave: (reminder: ReminderInput) => void;
}) {
  const { kind } = reminder;
  const [times, setTimes] = useState(reminder.times);
  const [weekday, setWeekday] = useState(reminder.weekday);
  const [channels, setChannels] = useState(reminder.channels);
  const isReport = kind === 'weeklyReport';

  function save() {
    const set = [...new Set(times.filter(Boolean))].sort();
    onSave({ ...inputOf({ ...reminder, weekday }), times: set, channels });
  }

  return (
    <Form className="stack-close" onSubmit={save}>
      {isReport && (
        <SelectField
          label="Day"
          value={String(weekday ?? 1)}
          onChange={(text) => setWeekday(Number(text))}
        >
          {WEEKDAYS.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'dose' ? (
        <p>The times are those that you planned under Profile, Medication.</p>
      ) : (
        times.map((time, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added and removed at the end
          <div key={index} className="time-row">
            <TextField
              label={times.length > 1 ? `Time ${index + 1}` : 'Time'}
              type="time"
              value={time}
              onChange={(text) => setTimes(times.map((each, at) => (at === index ? text : each)))}
            />
          </div>
        ))
      )}
      {kind !== 'dose' && !isReport && (
        <div className="row-actions">
          {times.length < MAX_REMINDER_TIMES && (
            <Button kind="small" onPress={() => setTimes([...times, ''])}>
              Add a time
            </Button>
          )}
          {times.length > 1 && (
            <Button kind="small" onPress={() => setTimes(times.slice(0, -1))}>
              Remove the last time
            </Button>
          )}
        </div>
      )}
      {!isReport && (
        <fieldset className="checklist">
          <legend className="field-label">Where?</legend>
          {CHANNELS_OF[kind]
            .filter((channel) => channel !== 'email' || canMail)
            .map((channel) => (
              <Checkbox
                key={channel}
                checked={channels.includes(channel)}
                onChange={(wanted) =>
                  setChannels(
                    wanted ? [...channels, channel] : channels.filter((each) => each !== channel),
                  )
                }
              >
                {CHANNEL_WORDS[channel]}
              </Checkbox>
            ))}
        </fieldset>
      )}
      <Button type="submit" wide>
        Save
      </Button>
    </Form>
  );
}
