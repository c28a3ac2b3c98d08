import './reminders.css';
import type { ReactNode } from 'react';
import { calls } from '../../contract/calls.ts';
import type { ReminderAnswer } from '../../contract/entities.ts';
import type { ReminderChannel } from '../../domain/reminders.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { NtfyRow } from './ntfy-row.tsx';
import { PushRow } from './push-row.tsx';
import { useReminders } from './queries.ts';
import { MoreChoices, ReminderPause } from './reminder-choices.tsx';
import { ReminderRow } from './reminder-row.tsx';
import { pauseWords, SHOWN_KINDS } from './reminder-words.ts';

/**
 * The reminders, each with its own switch. All are off until the person turns them on.
 *
 * @param props.children rows below them
 */
export function RemindersCard({ children }: { readonly children: ReactNode }) {
  const { id } = useUser();
  const reminders = useReminders(id);
  return (
    <section className="card" aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className="soft small">Reminders are an extra help. Keep your alarm clock or pill box.</p>
      {reminders.isPending && <Loading />}
      {reminders.isError && !reminders.data && (
        <NotLoaded what="your reminders" query={reminders} />
      )}
      {reminders.data && <Reminders settings={reminders.data} />}
      {children}
    </section>
  );
}

function Reminders({ settings }: { readonly settings: ReminderAnswer }) {
  const user = useUser();
  const shown = SHOWN_KINDS.flatMap(
    (kind) => settings.reminders.find((each) => each.kind === kind) ?? [],
  );
  const uses = (channel: ReminderChannel) =>
    shown.some(({ on, channels }) => on && channels.includes(channel));
  return (
    <Rows>
      {shown.map((reminder) => (
        <ReminderRow key={reminder.kind} reminder={reminder} settings={settings} />
      ))}
      {uses('push') && settings.pushKey !== null && (
        <li>
          <PushRow settings={settings} pushKey={settings.pushKey} />
        </li>
      )}
      {uses('ntfy') && (
        <li>
          <NtfyRow saved={settings.ntfy} />
        </li>
      )}
      {uses('calendar') && (
        <li>
          <Row
            title="In my calendar"
            state="A file to download"
            onPress={() => openSetting('calendar')}
          />
          <SettingDialog of="calendar" title="In my calendar">
            <p>
              Download this file and open it. Your calendar then adds the reminders. Do this again
              after each change here. What you turn off here stays in your calendar until you delete
              it there. A pause here does not pause your calendar.
            </p>
            <a
              className="button button-main"
              href={`${calls.getCalendarFile.path}?userId=${encodeURIComponent(user.id)}`}
              download="reminders.ics"
            >
              <Icon name="download" />
              Download for my calendar
            </a>
          </SettingDialog>
        </li>
      )}
      {shown.some(({ on }) => on) && (
        <li>
          <Row
            title="Pause, and more choices"
            state={pauseWords(settings, user)}
            onPress={() => openSetting('pause')}
          />
          <SettingDialog of="pause" title="Pause, and more choices">
            <div>
              <ReminderPause settings={settings} />
              <MoreChoices settings={settings} />
            </div>
          </SettingDialog>
        </li>
      )}
    </Rows>
  );
}
