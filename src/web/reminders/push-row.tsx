import '../ui/devices.css';
import { type ReactNode, useRef } from 'react';
import type { PushDevice, ReminderAnswer } from '../../contract/entities.ts';
import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { dateOf } from '../../domain/zone.ts';
import { Failure } from '../platform/failure.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useNearDayOf } from '../platform/use-near-day.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { Row } from '../ui/row.tsx';
import { isPhone, type PushState } from './push.ts';
import { usePushState, useRemoveDevice, useSendTest, useTurnOnPush } from './queries.ts';
import { SendTest } from './send-test.tsx';

const clocks = dateFormats({ timeStyle: 'short' });

interface PushProps {
  readonly settings: ReminderAnswer;
  /** Without one, the server can reach no phone. */
  readonly pushKey: string;
}

/** Whether this browser gets reminders by push, and the other devices that do. */
export function PushRow(props: PushProps) {
  const { data, isError } = usePushState();
  const here = isPhone() ? 'this phone' : 'this device';
  const isOn = data === 'on' && props.settings.devices.some(isReachedHere);
  const known = data && (isOn ? 'On' : data === 'on' ? 'Off' : STATES[data]);
  return (
    <>
      <Row
        title={`On ${here}`}
        state={isError ? 'Not known' : known}
        onPress={() => openSetting('push')}
      />
      <SettingDialog of="push" title={`On ${here}`}>
        <Push {...props} here={here} />
      </SettingDialog>
    </>
  );
}

const STATES: Readonly<Record<Exclude<PushState, 'on'>, string>> = {
  off: 'Off',
  insecure: 'Not from this address',
  homeScreen: 'Not yet',
  unsupported: 'Not in this browser',
  blocked: 'Blocked',
  blockedApp: 'Blocked',
};

/** Whether this is the present browser, and the server can reach it. */
function isReachedHere({ isThis, endpointHash }: PushDevice): boolean {
  return isThis && endpointHash !== null;
}

function Push({
  settings: { devices, showsNames },
  pushKey,
  here,
}: PushProps & { readonly here: string }) {
  const { id } = useUser();
  const state = usePushState();
  const turnOn = useTurnOnPush(id);
  const part = useRef<HTMLDivElement>(null);
  const own = devices.find(isReachedHere);
  const others = devices.filter(({ isThis }) => !isThis);

  // The pressed button is unmounted, so the focus would be lost.
  const focus = () => part.current?.focus({ preventScroll: true });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs inside a form
    <div className="stack" role="group" aria-label={`On ${here}`} tabIndex={-1} ref={part}>
      {state.isError ? (
        <>
          <Message kind="danger">
            We could not find out whether {here} gets reminders. Press Try again.
          </Message>
          <Button onPress={() => state.refetch()}>Try again</Button>
        </>
      ) : state.data === undefined ? null : state.data !== 'on' && state.data !== 'off' ? (
        <Problem state={state.data} onCheck={() => state.refetch()} />
      ) : state.data === 'on' && own ? (
        <ThisDevice device={own} here={here} onOff={focus} />
      ) : (
        <>
          <p>
            {here.charAt(0).toUpperCase()}
            {here.slice(1)} gets no reminders yet. Press the button, and allow them when the browser
            asks.
            {!showsNames &&
              ' For your privacy, a reminder does not name your medication. It says words like ‘Time for your 8:00 entry’.'}
          </p>
          <Button
            kind="main"
            busy={turnOn.isPending}
            onPress={() => turnOn.mutate(pushKey, { onSuccess: (isOn) => isOn && focus() })}
          >
            Turn on reminders on {here}
          </Button>
        </>
      )}
      {turnOn.data === false && state.data === 'off' && (
        <Message kind="info">You did not allow reminders. To try again, press the button.</Message>
      )}
      <Failure of={turnOn.error} otherwise="We couldn’t turn on reminders. Please try again." />
      {others.length > 0 && (
        <>
          <p className="field-label" id="other-devices">
            Other devices with reminders
          </p>
          <ul className="devices" aria-labelledby="other-devices">
            {others.map((device) => (
              <OtherDevice key={device.deviceId} device={device} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type ProblemState = Exclude<PushState, 'off' | 'on'>;

/** Says why this browser cannot get reminders, and what to do. */
function Problem({
  state,
  onCheck,
}: {
  readonly state: ProblemState;
  readonly onCheck: () => void;
}) {
  const { words, steps = [] } = PROBLEMS[state];
  return (
    <>
      <Message kind="warning">{words}</Message>
      {steps.length > 0 && (
        <ol className="steps">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
            <li key={index}>{step}</li>
          ))}
        </ol>
      )}
      {state.startsWith('blocked') && <Button onPress={onCheck}>Check again</Button>}
    </>
  );
}

const PROBLEMS: Readonly<
  Record<ProblemState, { readonly words: string; readonly steps?: readonly ReactNode[] }>
> = {
  insecure: {
    words:
      'Reminders can’t reach your phone from this address. Please ask the person who runs Symptom Tracker for help.',
  },
  homeScreen: {
    words: 'On an iPhone or iPad, reminders need this app on the Home Screen.',
    steps: [
      <>
        In Safari, press <Icon name="share" />
        {'\u00a0'}Share.
      </>,
      <>
        Press <Icon name="addToHomeScreen" />
        {'\u00a0'}Add to Home Screen.
      </>,
      'Open Symptom Tracker from the Home Screen. Come back to this page there.',
    ],
  },
  unsupported: {
    words:
      'This browser can’t show reminders. Try another browser. Or get them in your calendar: close this, and press Change.',
  },
  blocked: {
    words: 'This browser blocks reminders from Symptom Tracker.',
    steps: [
      'Press the small icon beside the address of this page.',
      'Find Notifications, and allow them.',
      'Come back to this page, and press Check again.',
    ],
  },
  blockedApp: {
    words: 'This device blocks reminders from Symptom Tracker.',
    steps: [
      'Open the app Settings of your iPhone or iPad.',
      'Press Notifications, and then Symptom Tracker.',
      'Turn on Allow Notifications.',
      'Come back to this page, and press Check again.',
    ],
  },
};

function ThisDevice({
  device,
  here,
  onOff,
}: {
  readonly device: PushDevice;
  readonly here: string;
  readonly onOff: () => void;
}) {
  const user = useUser();
  const remove = useRemoveDevice(user.id);
  const test = useSendTest(user.id);
  async function turnOff() {
    // Awaits the promise, because removing the device unmounts this part, and `mutate` then calls no callback.
    const isOff = await remove.mutateAsync(device).then(
      () => true,
      () => false,
    );
    if (isOff) onOff();
  }

  return (
    <>
      <p>
        Reminders are on for {here}.{' '}
        {device.lastSentAt !== null &&
          `The last reminder came ${momentText(device.lastSentAt, user)}.`}
      </p>
      <div className="row-actions">
        <SendTest test={test} />
        <Button kind="quiet" icon="clear" busy={remove.isPending} onPress={() => void turnOff()}>
          Turn off reminders on {here}
        </Button>
      </div>
      <Failure
        of={remove.error}
        otherwise="We couldn’t turn off the reminders. Please try again."
      />
    </>
  );
}

/** 'at 8:00 AM' for today, or 'on Nov 17, at 8:00 AM'. */
function momentText(at: string, user: DateStyle & { readonly timeZone: string }): string {
  const zone = user.timeZone;
  const clock = `at ${clocks(zone, user).format(Date.parse(at))}`;
  const [day, today] = [dateOf(Date.parse(at), zone), dateOf(Date.now(), zone)];
  return day === today ? clock : `on ${nearDayText(day, today, user)}, ${clock}`;
}

function OtherDevice({ device }: { readonly device: PushDevice }) {
  const remove = useRemoveDevice(useUser().id);
  const dayOf = useNearDayOf();
  return (
    <li>
      <div className="device">
        <span>
          {device.name}
          <span className="switch-state">
            {device.endpointHash === null
              ? 'Gets no reminders now. Open the app on that device once.'
              : `Since ${dayOf(device.addedAt)}`}
          </span>
        </span>
        <Button
          kind="danger"
          label={`Remove ${device.name}`}
          busy={remove.isPending}
          onPress={() => remove.mutate(device)}
        >
          Remove
        </Button>
      </div>
      <Failure of={remove.error} otherwise="We couldn’t remove this device. Please try again." />
    </li>
  );
}
