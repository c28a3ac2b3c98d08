import './off-now.css';
import { useState } from 'react';
import { HALF_HOUR_MS, offTime, slotAt } from '../../domain/diary.ts';
import { dateFormats } from '../../domain/formats.ts';
import type { Instant } from '../../domain/zone.ts';
import { keepText, readText } from '../platform/kept-text.ts';
import { navigate } from '../platform/navigation.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Message } from '../ui/message.tsx';
import type { WaitingHalfHours } from './kind.ts';
import { Pressed } from './pressed.tsx';
import { useDiary, useEnterState } from './use-diary.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** The result of the last press. */
interface Done {
  readonly verb: 'Off now' | 'On again';
  /** The half-hours that the press entered; undefined if it entered none. */
  readonly press: WaitingHalfHours | undefined;
  /** The off time that the message names, from the start of its first half-hour to the end of its last one. */
  readonly from: Instant;
  readonly to: Instant;
}

/** 'Off now' and 'On again', which fill half-hours of the motor diary (decision 44). */
export function OffNow() {
  const user = useUser();
  const { timeZone } = user;
  const now = useMinute();
  const diary = useDiary();
  const enter = useEnterState();
  const [done, setDone] = useState<Done>();
  const endKey = `offEnded ${user.id}`;
  /** The last half-hour of the off time that ended with 'On again' on this device; 0 if there is none. */
  const [ended, setEnded] = useState(() => Number(readText(endKey) ?? 0));
  if (!diary) return null;
  const off = offTime(diary.entries, now, timeZone);
  const isOff = off !== undefined && off.last > ended;
  const clock = (instant: Instant) => clocks(timeZone, user).format(instant);

  function end(last: Instant) {
    setEnded(last);
    keepText(endKey, String(last));
  }

  function press() {
    if (off && isOff) {
      const last = off.untilNow.at(-1) ?? off.last;
      const press = off.untilNow.length > 0 ? enter('off', off.untilNow) : undefined;
      setDone({ verb: 'On again', press, from: off.since, to: last + HALF_HOUR_MS });
      end(last);
      return;
    }
    const slot = slotAt(Date.now(), timeZone);
    const stored = diary?.entries.find((entry) => entry.slot === slot);
    if (stored && stored.state !== 'off') {
      // The current half-hour already has another state, which only the diary can correct.
      navigate('/dashboard?diary', { replace: true });
      return;
    }
    end(0);
    const press = stored ? undefined : enter('off', [slot]);
    setDone({ verb: 'Off now', press, from: slot, to: slot + HALF_HOUR_MS });
  }

  function undone() {
    if (done?.verb === 'On again') end(0);
    setDone(undefined);
  }

  return (
    <section className="card off-card" aria-label="Off times">
      <ForWhom />
      <button type="button" className="off-now" onClick={press}>
        <b className="off-text">
          <Breakable text={isOff ? `Off since ${clock(off.since)}` : 'Stiff, slow or shaking?'} />
        </b>
        <span className="off-verb">{isOff ? 'On again' : 'Off now'}</span>
      </button>
      <KeptHeight>
        {done && (
          <Outcome
            done={done}
            text={`${clock(done.from)} to ${clock(done.to)}`}
            onUndone={undone}
          />
        )}
      </KeptHeight>
    </section>
  );
}

function Outcome({
  done: { verb, press },
  text,
  onUndone,
}: {
  readonly done: Done;
  readonly text: string;
  readonly onUndone: () => void;
}) {
  if (press) return <Pressed press={press} text={text} onUndone={onUndone} />;
  if (verb === 'Off now') return null;
  return (
    <Message kind="success">
      <span>Entered: Off, {text}.</span>{' '}
      <Button kind="quiet" icon="undo" onPress={onUndone}>
        Undo
      </Button>
    </Message>
  );
}
