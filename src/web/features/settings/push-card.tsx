import type { PushDevice, ReminderAnswer } from '../../../contract/entities.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { serverMessage } from '../../api/client.ts';
import type { PushState } from '../../api/push.ts';
import { usePushState, useRemoveDevice, useSendTest, useTurnOnPush } from '../../api/reminders.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';

const moments = dateFormats({ dateStyle: 'medium', timeStyle: 'short' });

/** Why this browser gets no reminders, and what helps. */
const PROBLEMS: Readonly<Record<Exclude<PushState, 'off' | 'on'>, string>> = {
  insecure:
    'Phones get reminders only from an address that begins with https. Ask the person who runs this server.',
  homeScreen:
    'On an iPhone or iPad, first put this app on the Home Screen. In Safari, press Share, then Add to Home Screen. Open the app from there, and come back to this page.',
  unsupported: 'This browser can’t show reminders. Try another one, or use your calendar.',
  blocked:
    'This browser blocks reminders. Allow them for this site in its settings. Then load this page again.',
};

/** Whether this browser gets reminders, and which others do. */
export function PushCard({
  settings: { devices, pushKey },
}: {
  readonly settings: ReminderAnswer;
}) {
  const { id } = useUser();
  const state = usePushState();
  const turnOn = useTurnOnPush(id);
  const own = devices.find(({ isThis }) => isThis);
  const others = devices.filter(({ isThis }) => !isThis);
  if (pushKey === null) {
    return (
      <Message kind="info">
        This server can’t send to phones. Its address would have to begin with https.
      </Message>
    );
  }
  if (!state.data) return null;
  const isOn = state.data === 'on' && own !== undefined && own.endpointHash !== null;
  return (
    <div className="stack-close">
      {state.data !== 'on' && state.data !== 'off' ? (
        <Message kind="warning">{PROBLEMS[state.data]}</Message>
      ) : isOn ? (
        <ThisDevice device={own} />
      ) : (
        <>
          <p>
            To get reminders on this phone, allow this site to notify you. The words are neutral,
            such as ‘Time for your 8:00 entry’.
          </p>
          <Button wide busy={turnOn.isPending} onPress={() => turnOn.mutate(pushKey)}>
            Turn on for this phone
          </Button>
        </>
      )}
      {turnOn.data === false && state.data !== 'blocked' && (
        <Message kind="info">You did not allow it. You can press the button again.</Message>
      )}
      {turnOn.isError && (
        <Message kind="danger">
          {serverMessage(turnOn.error, 'It could not be turned on. Please try again.')}
        </Message>
      )}
      {others.length > 0 && (
        <ul className="past-forms" aria-label="Other browsers with reminders">
          {others.map((device) => (
            <li key={device.deviceId}>
              <OtherDevice device={device} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ThisDevice({ device }: { readonly device: PushDevice }) {
  const user = useUser();
  const remove = useRemoveDevice(user.id);
  const test = useSendTest(user.id);
  return (
    <>
      <p>
        Reminders are on for this phone.{' '}
        {device.lastSentAt !== null &&
          `It last got one on ${moments(user.timeZone, user).format(Date.parse(device.lastSentAt))}.`}
      </p>
      <div className="row-actions">
        <Button kind="small" busy={test.isPending} onPress={() => test.mutate()}>
          Send a test
        </Button>
        <Button kind="small" busy={remove.isPending} onPress={() => remove.mutate(device)}>
          Turn off for this phone
        </Button>
      </div>
      {test.isSuccess && (
        <Message kind="success">The test is on its way. It may need a minute.</Message>
      )}
      {(test.isError || remove.isError) && (
        <Message kind="danger">
          {serverMessage(test.error ?? remove.error, 'That did not work. Please try again.')}
        </Message>
      )}
    </>
  );
}

function OtherDevice({ device }: { readonly device: PushDevice }) {
  const remove = useRemoveDevice(useUser().id);
  return (
    <div className="form-row">
      <span>
        {device.name}
        {device.endpointHash === null && (
          <span className="soft"> Gets none at present: open the app there once.</span>
        )}
      </span>
      <Button
        kind="small"
        label={`Remove ${device.name}`}
        busy={remove.isPending}
        onPress={() => remove.mutate(device)}
      >
        Remove
      </Button>
    </div>
  );
}
