import { useState } from 'react';
import type { ReminderAnswer } from '../../contract/entities.ts';
import type { DateStyle } from '../../domain/formats.ts';
import { clockText } from '../../domain/regimen.ts';
import { shortDay } from '../../domain/visit-days.ts';
import { dateOf } from '../../domain/zone.ts';
import { useNoMail } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/fields.tsx';
import { Sign } from '../ui/message.tsx';
import { usePushState, useSaveReminders } from './queries.ts';
import { inputOf, type Reminder, ReminderEditor } from './reminder-editor.tsx';
import { CHANNEL_WORDS, KIND_WORDS, WEEKDAYS } from './reminder-words.ts';

/** One kind of reminder: its switch, its settings in words, and the fields that change them. */
export function ReminderRow({
  reminder,
  settings: { canMail, devices, pushKey, pausedUntil },
}: {
  readonly reminder: Reminder;
  readonly settings: ReminderAnswer;
}) {
  const user = useUser();
  const save = useSaveReminders(user.id);
  const [isOpen, setIsOpen] = useState(false);
  const isMailed = useNoMail() === undefined;
  const { kind, on, times, channels } = reminder;
  const noEmail = isMailed
    ? 'First, please confirm your email address under Account.'
    : 'This server sends no email.';
  const isImpossible = kind === 'weeklyReport' && !canMail;
  const isReached = devices.some(({ endpointHash }) => endpointHash !== null);
  // If the browser cannot tell whether it gets reminders, no warning is shown, because it may get them.
  const isPushKnown = usePushState().data !== undefined || pushKey === null;
  const today = dateOf(Date.now(), user.timeZone);
  // A pause does not affect reminders in a calendar.
  const isPaused =
    on &&
    pausedUntil !== null &&
    pausedUntil >= today &&
    channels.some((channel) => channel !== 'calendar');
  const states = [
    ...statesOf(reminder, user),
    ...(isPaused
      ? [pausedUntil === today ? 'Paused today' : `Paused until ${shortDay(pausedUntil, user)}`]
      : []),
  ];
  const missing = [
    on &&
      times.length === 0 &&
      kind !== 'dose' &&
      `No time is set yet. ${isOpen ? 'Add one below.' : 'Press Change to add one.'}`,
    on &&
      channels.length === 0 &&
      `You will not get this reminder yet. ${isOpen ? 'Choose below how to get it.' : 'Press Change to choose how to get it.'}`,
    on &&
      channels.includes('push') &&
      !isReached &&
      isPushKnown &&
      'No phone gets this reminder now. You can change this below.',
    on && channels.includes('email') && !canMail && noEmail,
  ].filter((line) => line !== false);
  return (
    <li className="reminder">
      <Switch
        checked={on}
        disabled={isImpossible && !on}
        onChange={(wanted) => save.mutate({ reminders: [{ ...inputOf(reminder), on: wanted }] })}
      >
        <span>
          {KIND_WORDS[kind]}
          {(on ? states : [isImpossible ? noEmail : 'Off']).map((line) => (
            <span key={line} className="switch-state">
              {line}
            </span>
          ))}
          {missing.map((line) => (
            <span key={line} className="switch-state reminder-missing">
              <Sign kind="warning" />
              <span>{line}</span>
            </span>
          ))}
        </span>
      </Switch>
      {on && (
        <Button
          kind="quiet"
          icon="edit"
          label={`Change ${KIND_WORDS[kind]}`}
          isExpanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          Change
        </Button>
      )}
      {on && isOpen && (
        <ReminderEditor
          reminder={reminder}
          canMail={canMail}
          isSaving={save.isPending}
          onSave={(changed) =>
            save.mutate({ reminders: [changed] }, { onSuccess: () => setIsOpen(false) })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
      <Failure of={save.error} />
    </li>
  );
}

/** When and how the reminder is sent, in two lines: '8:00 AM, 1:00 PM' and 'On my phone, by email'. */
function statesOf({ kind, times, weekday, channels }: Reminder, style: DateStyle): string[] {
  const shown = times.map((time) => clockText(time, style).replace(' ', '\u00a0')).join(', ');
  const day = weekday === null ? '' : `${WEEKDAYS[weekday - 1]}, `;
  const days = kind === 'diary' ? 'On the three days before a visit: ' : day;
  const when = kind === 'dose' ? 'At the planned times' : `${days}${shown}`;
  const where = channels.map((each) => CHANNEL_WORDS[each]).join(', ');
  return [when, `${where.slice(0, 1)}${where.slice(1).toLowerCase()}`].filter(Boolean);
}
