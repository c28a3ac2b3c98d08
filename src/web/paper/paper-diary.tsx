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
import { KeptHeight } from '../ui/kept-height.tsx';
import { Loading } from '../ui/loading.tsx';

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
  if (!saved.data) {
    return saved.isError ? <NotLoaded what="the diary of this day" query={saved} /> : <Loading />;
  }
  const entries = shownEntries(
    saved.data,
    queued.filter((each) => !isRefused(each)),
  );
  const stateOf = new Map(entries.map(({ slot, state }) => [slot, state]));
  const done = new Set([...stateOf.keys(), ...left]);
  const clock = (slot: Instant) => clocks(zone, user).format(slot);

  function fill(pressed: Instant) {
    const run = runUntil(slots, done, pressed);
    if (brush === 'empty') setLeft(new Set([...left, ...run]));
    else if (run.length > 0) setPress(enter(brush, run));
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
            text={`${clock(Date.parse(press.slots[0] ?? ''))} to ${clock(Date.parse(press.slots.at(-1) ?? '') + HALF_HOUR_MS)}`}
          />
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

/** The half-hours that the server has, and those that wait on this device, in order of time. */
function shownEntries(
  saved: readonly {
    slot: string;
    state: DiaryState;
    enteredAt: string;
    author?: string;
    readOnly?: true;
  }[],
  waiting: readonly { readonly entry: WaitingHalfHours }[],
): ShownHalfHour[] {
  const shown = new Map<string, ShownHalfHour>();
  for (const { slot, enteredAt, ...each } of saved) {
    shown.set(slot, { ...each, slot: Date.parse(slot), enteredAt: Date.parse(enteredAt) });
  }
  for (const { entry } of waiting) {
    for (const slot of entry.slots) {
      shown.set(slot, {
        slot: Date.parse(slot),
        state: entry.state,
        enteredAt: Date.parse(entry.enteredAt),
      });
    }
  }
  return [...shown.values()].sort((one, other) => one.slot - other.slot);
}
