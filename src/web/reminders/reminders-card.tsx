import '../ui/card-part.css';
import './reminders.css';
import { calls } from '../../contract/calls.ts';
import type { ReminderAnswer } from '../../contract/entities.ts';
import type { ReminderChannel } from '../../domain/reminders.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Row } from '../ui/row.tsx';
import { PushPart } from './push-part.tsx';
import { useReminders } from './queries.ts';
import { MoreChoices, ReminderPause } from './reminder-choices.tsx';
import { ReminderRow } from './reminder-row.tsx';
import { SHOWN_KINDS } from './reminder-words.ts';

/** The reminders, each with its own switch. All are off until the person turns them on. */
export function RemindersCard() {
  const { id } = useUser();
  const reminders = useReminders(id);
  return (
    <section className="card" aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p className="soft small">
        Reminders are an extra help. A phone can miss them, so keep using your alarm clock or pill
        box.
      </p>
      {reminders.isPending && <Loading />}
      {reminders.isError && !reminders.data && (
        <NotLoaded what="your reminders" query={reminders} />
      )}
      {reminders.data && <Reminders settings={reminders.data} />}
    </section>
  );
}

function Reminders({ settings }: { readonly settings: ReminderAnswer }) {
  const { id } = useUser();
  const shown = SHOWN_KINDS.flatMap(
    (kind) => settings.reminders.find((each) => each.kind === kind) ?? [],
  );
  const uses = (channel: ReminderChannel) =>
    shown.some(({ on, channels }) => on && channels.includes(channel));
  return (
    <div>
      <ul className="reminders">
        {shown.map((reminder) => (
          <ReminderRow key={reminder.kind} reminder={reminder} settings={settings} />
        ))}
      </ul>
      {uses('push') && <PushPart settings={settings} />}
      {uses('calendar') && (
        <div className="card-part">
          <h3>In my calendar</h3>
          <p>
            Download this file and open it. Your calendar then adds the reminders. Do this again
            after each change here. What you turn off here stays in your calendar until you delete
            it there. A pause here does not pause your calendar.
          </p>
          <a
            className="button button-plain button-wide"
            href={`${calls.getCalendarFile.path}?userId=${encodeURIComponent(id)}`}
            download="reminders.ics"
          >
            <Icon name="download" />
            Download for my calendar
          </a>
        </div>
      )}
      {shown.some(({ on }) => on) && (
        <div className="rows reminder-rows">
          <Row title="Pause, and more choices" onPress={() => openSetting('pause')} />
          <SettingDialog of="pause" title="Pause, and more choices">
            <div>
              <ReminderPause settings={settings} />
              <MoreChoices settings={settings} />
            </div>
          </SettingDialog>
        </div>
      )}
    </div>
  );
}
