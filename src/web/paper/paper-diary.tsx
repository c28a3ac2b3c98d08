import type { DiaryHalfHour } from '../../contract/entities.ts';
import '../diary/states.css';
import '../ui/choices.css';
import './paper.css';
import { useState } from 'react';
import {
  DIARY_STATES,
  type DiaryState,
  HALF_HOUR_MS,
  STATE_WORDS,
  slotsOfDay,
} from '../../domain/diary.ts';
import { dateFormats } from '../../domain/formats.ts';
import { runUntil } from '../../domain/paper.ts';
import { type CalendarDate, type Instant, startOfDay } from '../../domain/zone.ts';
import { useDiaryWithin, useQueuedDiary, type WaitingHalfHours } from '../diary/kind.ts';
import { DiaryList } from '../diary/list.tsx';
import { Pressed } from '../diary/pressed.tsx';
import { type ShownHalfHour, useEnterState } from '../diary/use-diary.ts';
import { isRefused } from '../entries/device-queue.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';

const clocks = dateFormats({ timeStyle: 'short' });

/** What a press enters: a state, or nothing for half-hours without a cross. */
type Brush = DiaryState | 'empty';

/**
 * A day of the diary from paper, in two presses for each stretch: the state, then the last half-hour that has it. The
 * press fills the empty half-hours before it, too.
 */
export function PaperDiary({ day }: { readonly day: CalendarDate }) {
  const user = useUser();
  const zone = user.timeZone;
  const now = useMinute();
  const slots = slotsOfDay(day, zone).filter((slot) => slot <= now);
  const from = startOfDay(day, zone);
  const saved = useDiaryWithin({ from, to: (slots.at(-1) ?? from) + HALF_HOUR_MS });
  const { queued } = useQueuedDiary();
  const enter = useEnterState();
  const [brush, setBrush] = useState<Brush>('asleep');
  const [left, setLeft] = useState<ReadonlySet<Instant>>(new Set());
  const [press, setPress] = useState<WaitingHalfHours>();
  /** The half-hours of the last press on 'No cross', until the next press. */
  const [lastLeft, setLastLeft] = useState<readonly Instant[]>([]);
  /** What was pressed here: for a moment after it was sent, neither the queue nor the list has it. */
  const [presses, setPresses] = useState<readonly WaitingHalfHours[]>([]);
  if (!saved.data) {
    return saved.isError ? <NotLoaded what="the diary of this day" query={saved} /> : <Loading />;
  }
  const refused = new Set(queued.filter(isRefused).map(({ entry }) => entry.pressId));
  const here = presses.filter(({ pressId }) => !refused.has(pressId));
  const entries = shownEntries(
    saved.data,
    queued.filter((each) => !isRefused(each)).map(({ entry }) => entry),
    here,
  );
  const stateOf = new Map(entries.map(({ slot, state }) => [slot, state]));
  const done = new Set([...stateOf.keys(), ...left]);
  const clock = (slot: Instant) => clocks(zone, user).format(slot);
  const spanText = (run: readonly Instant[]) =>
    `${clock(run[0] ?? from)} to ${clock((run.at(-1) ?? from) + HALF_HOUR_MS)}`;

  function fill(pressed: Instant) {
    const run = runUntil(slots, done, pressed);
    if (run.length === 0) return;
    if (brush === 'empty') {
      setLeft(new Set([...left, ...run]));
      setLastLeft(run);
      setPress(undefined);
      return;
    }
    const entered = enter(brush, run);
    setPress(entered);
    setPresses([...presses, entered]);
    setLastLeft([]);
  }

  function takeLeftBack() {
    setLeft(new Set([...left].filter((slot) => !lastLeft.includes(slot))));
    setLastLeft([]);
  }

  const [first] = slots;
  if (first === undefined) return null;
  return (
    <div className="stack">
      <p>
        Press a state. Then press the last half-hour that has it. All empty half-hours before are
        filled too.
      </p>
      <fieldset className="paper-states">
        <legend className="visually-hidden">State</legend>
        {[...DIARY_STATES, 'empty' as const].map((each) => (
          <button
            key={each}
            type="button"
            className="choice paper-state"
            aria-pressed={each === brush}
            onClick={() => setBrush(each)}
          >
            <span className={`diary-sample diary-${each}`} aria-hidden="true" />
            {each === 'empty' ? 'No cross' : STATE_WORDS[each].name}
          </button>
        ))}
      </fieldset>
      <KeptHeight>
        {press && (
          <Pressed
            press={press}
            text={spanText(press.slots.map(Date.parse))}
            onUndone={() => setPresses(presses.filter((each) => each !== press))}
          />
        )}
        {lastLeft.length > 0 && (
          <Message kind="info">
            <span>Left empty: {spanText(lastLeft)}.</span>{' '}
            <Button kind="quiet" icon="undo" onPress={takeLeftBack}>
              Undo
            </Button>
          </Message>
        )}
      </KeptHeight>
      <fieldset className="paper-slots">
        <legend>
          Half-hours, {entries.length} of {slots.length} filled
        </legend>
        {slots.map((slot) => {
          const state = stateOf.get(slot);
          const words = state ? STATE_WORDS[state].name : left.has(slot) ? 'no cross' : 'empty';
          return (
            <button
              key={slot}
              type="button"
              className="choice paper-slot"
              aria-label={`${clock(slot)}, ${words}`}
              aria-disabled={done.has(slot) || undefined}
              onClick={() => fill(slot)}
            >
              {clock(slot)}
              <span
                className={`paper-mark diary-${state ?? (left.has(slot) ? 'left' : 'empty')}`}
                aria-hidden="true"
              />
            </button>
          );
        })}
      </fieldset>
      <DiaryList entries={entries} />
    </div>
  );
}

/**
 * The half-hours that were pressed here, that the server has, and that wait on this device, in order of time. Of those for
 * the same time, the later list has the truth.
 */
function shownEntries(
  saved: readonly DiaryHalfHour[],
  waiting: readonly WaitingHalfHours[],
  here: readonly WaitingHalfHours[],
): ShownHalfHour[] {
  const shown = new Map<number, ShownHalfHour>();
  const add = ({ slots, state, enteredAt }: WaitingHalfHours) => {
    for (const each of slots) {
      const slot = Date.parse(each);
      shown.set(slot, { slot, state, enteredAt: Date.parse(enteredAt) });
    }
  };
  here.forEach(add);
  for (const { slot: at, state, enteredAt, author, readOnly } of saved) {
    const slot = Date.parse(at);
    shown.set(slot, { slot, state, enteredAt: Date.parse(enteredAt), author, readOnly });
  }
  waiting.forEach(add);
  return [...shown.values()].sort((one, other) => one.slot - other.slot);
}
