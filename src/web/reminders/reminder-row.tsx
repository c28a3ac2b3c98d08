import { useState } from 'react';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { counted } from '../../domain/counted.ts';
import type { DateStyle } from '../../domain/formats.ts';
import { listed } from '../../domain/listed.ts';
import { clockText } from '../../domain/regimen.ts';
import { useNoMail } from '../platform/config.ts';
import { Failure, FailureInView } from '../platform/failure.tsx';
import { closeSetting, openSetting, useSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/fields.tsx';
import { Sign } from '../ui/message.tsx';
import { usePushState, useSaveReminders } from './queries.ts';
import { inputOf, type Reminder, ReminderEditor } from './reminder-editor.tsx';
import { CHANNEL_WORDS, KIND_WORDS, WEEKDAYS } from './reminder-words.ts';

/** One kind of reminder: its switch, its settings in words, and the dialog that changes them. */
export function ReminderRow({
  reminder,
  settings: { canMail, devices, pushKey, ntfy },
}: {
  readonly reminder: Reminder;
  readonly settings: ReminderAnswer;
}) {
  const user = useUser();
  const save = useSaveReminders(user.id);
  const { kind, on, times, channels } = reminder;
  const setting = `remind-${kind}` as const;
  const isOpen = useSetting() === setting;
  /** What was changed in the dialog and not saved, so that Close loses nothing. */
  const [draft, setDraft] = useState<Reminder>();
  const isMailed = useNoMail() === undefined;
  const noEmail = isMailed
    ? 'First, please confirm your email address under Account.'
    : 'This server has no email.';
  const isImpossible = kind === 'weeklyReport' && !canMail;
  const isReached = devices.some(({ endpointHash }) => endpointHash !== null);
  // If the browser cannot tell whether it gets reminders, no warning is shown, because it may get them.
  const isPushKnown = usePushState().data !== undefined || pushKey === null;
  const missing = [
    on && times.length === 0 && kind !== 'dose' && 'No time is set yet.',
    on && channels.length === 0 && 'You will not get this reminder yet. Choose how to get it.',
    on &&
      channels.includes('push') &&
      !isReached &&
      isPushKnown &&
      (pushKey === null ? unreachedWords(channels) : 'No phone gets this reminder yet.'),
    on && channels.includes('email') && !canMail && noEmail,
    on && channels.includes('ntfy') && !ntfy && 'The ntfy app is not set up yet.',
    on && channels.includes('ntfy') && ntfy?.isEnded && 'Reminders with the ntfy app have stopped.',
    draft && on && 'Your changes are not saved yet.',
  ].filter((line) => typeof line === 'string');
  return (
    <li className="reminder">
      <Switch
        checked={on}
        disabled={isImpossible && !on}
        onChange={(wanted) => save.mutate({ reminders: [{ ...inputOf(reminder), on: wanted }] })}
      >
        <span>
          {KIND_WORDS[kind]}
          <span className="switch-state">
            {on ? stateOf(reminder, user) : isImpossible ? noEmail : 'Off'}
          </span>
          {missing.map((line) => (
            <span key={line} className="switch-state reminder-missing">
              <Sign kind="warning" />
              <span>{line}</span>
            </span>
          ))}
        </span>
      </Switch>
      {on && (
        <>
          <Button
            kind="quiet"
            icon="edit"
            label={`Change ${KIND_WORDS[kind]}`}
            onPress={() => openSetting(setting)}
          >
            Change
          </Button>
          <SettingDialog of={setting} title={KIND_WORDS[kind]}>
            <ReminderEditor
              reminder={draft ?? reminder}
              canMail={canMail}
              canPush={pushKey !== null}
              isSaving={save.isPending}
              failure={<FailureInView of={save.error} />}
              onChange={(changed) =>
                setDraft(JSON.stringify(changed) === JSON.stringify(reminder) ? undefined : changed)
              }
              onSave={(changed) =>
                save.mutate(
                  { reminders: [changed] },
                  {
                    onSuccess: () => {
                      setDraft(undefined);
                      closeSetting(setting);
                    },
                  },
                )
              }
            />
          </SettingDialog>
        </>
      )}
      <Failure of={isOpen ? null : save.error} />
    </li>
  );
}

const OTHER_WORDS = { email: 'email', calendar: 'calendar', ntfy: 'ntfy' } as const;

/** Which reminders come although the server sends none to phones. */
function unreachedWords(channels: Reminder['channels']): string {
  const others = channels.filter((channel) => channel !== 'push');
  const words = others.map((channel) => OTHER_WORDS[channel]);
  const only = words.length === 0 ? 'You will not get this' : `${capitalized(listed(words))} only`;
  return `${only}: this server can’t reach phones.`;
}

/** When and how the reminder is sent: '8:00 AM, 1:00 PM. On my phone, by email'. */
function stateOf(
  { kind, times, weekday, daysBefore, channels }: Reminder,
  style: DateStyle,
): string {
  const shown = times.map((time) => clockText(time, style).replace(' ', '\u00a0')).join(', ');
  const before = daysBefore === null ? '' : `${counted(daysBefore, 'day')} before: `;
  const day = weekday === null ? '' : `${WEEKDAYS[weekday - 1]}, `;
  const days = kind === 'diary' ? 'On the three days before a visit: ' : before || day;
  const when = kind === 'dose' ? 'At the planned times' : `${days}${shown}`;
  const where = capitalized(
    channels
      .map((each) => CHANNEL_WORDS[each])
      .join(', ')
      .toLowerCase(),
  );
  return [when, where].filter(Boolean).join('. ');
}
