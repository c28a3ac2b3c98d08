import '../ui/devices.css';
import { useState } from 'react';
import { Failure } from '../platform/failure.tsx';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useNearDayOf } from '../platform/use-near-day.ts';
import { useUser } from '../platform/user.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { type SignedInDevice, useEndSession, useSessions } from './queries.ts';

/** The browsers in which the account is signed in. Each but this one can be logged out (DECISIONS 46). */
export function DevicesRow() {
  const { id } = useUser();
  const sessions = useSessions(id);
  const [done, setDone] = useState('');
  const [isLeaving, setLeaving] = useState(false);
  const { data, isPending } = sessions;
  return (
    <>
      <Row
        icon="computer"
        title="Signed-in devices"
        state={data && (data.length === 1 ? 'Only this one' : `${data.length} devices`)}
        onPress={() => {
          setDone('');
          openSetting('devices');
        }}
      />
      <SettingDialog of="devices" title="Signed-in devices">
        <p className="soft">If you do not know a device, log it out. Then change your password.</p>
        {isPending && <Loading />}
        {sessions.isError && !data && <NotLoaded what="your devices" query={sessions} />}
        {data && (
          <ul className="devices" aria-label="Signed-in devices">
            {data.map((device) => (
              <Device
                key={device.sessionId}
                device={device}
                onEnded={(name) => setDone(`Logged out: ${name}.`)}
              />
            ))}
          </ul>
        )}
        {done && <Message kind="success">{done}</Message>}
        <Rows>
          <li>
            <Row icon="leave" title="Log out everywhere" onPress={() => setLeaving(true)} />
          </li>
        </Rows>
        {isLeaving && <LogOutEverywhere onClose={() => setLeaving(false)} />}
      </SettingDialog>
    </>
  );
}

function Device({
  device: { sessionId, browser, firstUsedAt, lastUsedAt, isThis },
  onEnded,
}: {
  readonly device: SignedInDevice;
  /** Called with the browser and the day of its first use. */
  readonly onEnded: (name: string) => void;
}) {
  const user = useUser();
  const end = useEndSession(user.id);
  const day = useNearDayOf();
  const name = `${browser}, first used ${day(firstUsedAt)}`;

  function logOut() {
    // Uses the promise, because the row is gone when the answer has arrived and the list is reloaded.
    void end.mutateAsync(sessionId).then(
      () => onEnded(name),
      () => {},
    );
  }

  return (
    <li className="stack-close">
      <p>
        <b>{browser}</b>
        <span className="switch-state">
          First used {day(firstUsedAt)}. Last used {day(lastUsedAt)}.
        </span>
        {isThis && <span className="switch-state">This device</span>}
      </p>
      {!isThis && (
        <div className="message-actions">
          <AskFirst
            name={name}
            question={`${browser} will be logged out. To use it again, sign in there.`}
            verb="Log out"
            busy={end.isPending}
            onSure={logOut}
          >
            <Failure of={end.error} />
          </AskFirst>
        </div>
      )}
    </li>
  );
}
