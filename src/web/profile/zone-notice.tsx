import { useEffect, useState } from 'react';
import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { isTimeZone, zoneName } from '../../domain/time-zones.ts';
import { localTimeOf } from '../../domain/zone.ts';
import { isStatus } from '../platform/client.ts';
import { dropText, keepText, readText } from '../platform/kept-text.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { deviceZone } from '../ui/device-zone.ts';
import { focusChosenTab } from '../ui/kept-focus.ts';
import { LoggedOut } from '../ui/logged-out.tsx';
import { MessageContent } from '../ui/message.tsx';
import { useUpdateProfile } from './queries.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/**
 * Asks once whether new entries use the device's time zone, if a clock there differs from a clock in the person's zone.
 * A person who signs up without the sign-up screen gets the device's zone without being asked.
 */
export function ZoneNotice() {
  const user = useUser();
  const { id, timeZone, isNewUser } = user;
  const { mutate, isPending, error } = useUpdateProfile(id);
  const device = deviceZone();
  const key = `keptZone ${id}`;
  const [kept, setKept] = useState(() => readText(key));
  const [answer, setAnswer] = useState('');
  const now = Date.now();
  const isOther = isTimeZone(device) && localTimeOf(now, device) !== localTimeOf(now, timeZone);
  // True if the server has rejected the device's zone, because the server does not know that zone.
  const isUnknown = isStatus(error, 400);

  useEffect(() => {
    if (isOther && isNewUser) mutate({ timeZone: device });
    // The device is back in the person's zone, so the notice asks again on the next journey.
    if (device === timeZone) dropText(key);
  }, [isOther, isNewUser, device, timeZone, key, mutate]);

  function answered(zone: string) {
    setAnswer(`New entries use ${cityOf(zone, now)} time.`);
    // The pressed button is unmounted, so the focus would be lost.
    focusChosenTab();
  }

  function keep() {
    keepText(key, device);
    setKept(device);
    answered(timeZone);
  }

  function change() {
    mutate({ timeZone: device }, { onSuccess: () => answered(device) });
  }

  if (!isOther || isNewUser || kept === device || isUnknown) {
    return (
      <p className="unseen" role="status">
        {answer}
      </p>
    );
  }
  const [there, here] = [cityOf(device, now), cityOf(timeZone, now)];
  return (
    // Not a `Message`, because its words appear a moment after its box, which would make the opening page jump.
    <section className="message message-info zone-notice" aria-label="Time zone">
      <MessageContent kind="info">
        <p>
          This device is on {there} time ({timeIn(device, now, user)}). Your entries use {here} time
          ({timeIn(timeZone, now, user)}). Use {there} time for new entries?
        </p>
        <div className="message-actions">
          <Button kind="small" busy={isPending} onPress={change}>
            {`Use ${there} time`}
          </Button>
          <Button kind="small" busy={isPending} onPress={keep}>
            {`Keep ${here} time`}
          </Button>
        </div>
        {error && (
          <p role="alert">
            {isStatus(error, 401) ? (
              <LoggedOut>try again.</LoggedOut>
            ) : (
              'We couldn’t change your time zone. Please try again.'
            )}
          </p>
        )}
      </MessageContent>
    </section>
  );
}

function timeIn(zone: string, instant: number, style: DateStyle): string {
  return clocks(zone, style).format(instant);
}

/** The city in the name of a zone, 'Buenos Aires'; for a zone that names no city, its short name. */
function cityOf(zone: string, instant: number): string {
  if (!zone.includes('/') || zone.startsWith('Etc/')) return zoneName(instant, zone);
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
