import { useEffect, useState } from 'react';
import { type DateStyle, dateFormats, isTimeZone } from '../domain/formats.ts';
import { localTimeOf } from '../domain/zone.ts';
import { useUpdateProfile } from './api/profile.ts';
import { useUser } from './api/user.ts';
import { dropText, keepText, readText } from './kept-text.ts';
import { Button } from './ui/button.tsx';
import { deviceZone } from './ui/device-zone.ts';
import { Message } from './ui/message.tsx';

const clocks = dateFormats({ timeStyle: 'short' });

/**
 * Asks once whether new entries use the time of a device that shows another time than the person's zone. A person
 * who signs up without the sign-up screen gets the device's zone without being asked.
 */
export function ZoneNotice() {
  const user = useUser();
  const { id, timeZone, isNewUser } = user;
  const { mutate, isPending, isError } = useUpdateProfile(id);
  const device = deviceZone();
  const key = `keptZone ${id}`;
  const [kept, setKept] = useState(() => readText(key));
  const now = Date.now();
  const isOther = isTimeZone(device) && localTimeOf(now, device) !== localTimeOf(now, timeZone);

  useEffect(() => {
    if (isOther && isNewUser) mutate({ timeZone: device });
    // The next journey is a new question.
    if (!isOther) dropText(key);
  }, [isOther, isNewUser, device, key, mutate]);

  function keep() {
    keepText(key, device);
    setKept(device);
  }

  if (!isOther || isNewUser || kept === device) return null;
  const [there, here] = [cityOf(device), cityOf(timeZone)];
  return (
    <div className="zone-notice">
      <Message kind="info">
        <p>
          This device shows the time of {there}, {timeIn(device, now, user)}. Your entries use the
          time of {here}, {timeIn(timeZone, now, user)}. Earlier entries keep their time.
        </p>
        <div className="message-actions">
          <Button
            kind="small"
            busy={isPending}
            onPress={() => mutate({ timeZone: device })}
          >{`Use ${there} time`}</Button>
          <Button kind="small" busy={isPending} onPress={keep}>{`Keep ${here} time`}</Button>
        </div>
        {isError && <p>The time zone could not be changed. Please try again.</p>}
      </Message>
    </div>
  );
}

function timeIn(zone: string, instant: number, style: DateStyle): string {
  return clocks(zone, style).format(instant);
}

/** The city in the name of a zone: 'Buenos Aires'. */
function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
