import { counted } from '../../domain/counted.ts';
import '../ui/choices.css';
import './states.css';
import './diary.css';
import { useRef, useState } from 'react';
import {
  DIARY_DAYS,
  DIARY_STATES,
  type DiaryDay,
  type DiaryState,
  diaryAverage,
  diaryDay,
  emptySlots,
  HALF_HOUR_MS,
  STATE_WORDS,
  sameAsBefore,
  sleepOfNight,
  slotAt,
  slotsOfNight,
} from '../../domain/diary.ts';
import { addDays, dateOf, type Instant } from '../../domain/zone.ts';
import { useDoses } from '../medication/use-doses.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Message } from '../ui/message.tsx';
import type { WaitingHalfHours } from './kind.ts';
import { DiaryList } from './list.tsx';
import { DiaryPractice, hasPractised } from './practice.tsx';
import { Pressed } from './pressed.tsx';
import { DiaryRefused } from './refused.tsx';
import { DiaryRibbon } from './ribbon.tsx';
import { StateButtons } from './states.tsx';
import { type Diary, useEnterState } from './use-diary.ts';
import { clocks, spansOf } from './words.ts';

/** At most this many empty half-hours are offered as buttons. */
const OFFERED = 6;

/** The motor diary. One press enters a state for the current half-hour or for one of the last empty ones. */
export function DiaryDialog({
  diary,
  onClose,
}: {
  readonly diary: Diary;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const zone = user.timeZone;
  const now = useMinute();
  const today = dateOf(now, zone);
  const { entries } = diary;
  const enter = useEnterState();
  const [isPractice, setIsPractice] = useState(
    () =>
      entries.length === 0 &&
      diary.refused.length === 0 &&
      !diary.isMissing &&
      !hasPractised(user.id),
  );
  const [chosen, setChosen] = useState<Instant>();
  const [press, setPress] = useState<WaitingHalfHours>();
  const question = useRef<HTMLHeadingElement>(null);
  const doses = (useDoses() ?? [])
    .filter(({ status }) => status === 'taken')
    .map(({ takenAt }) => Date.parse(takenAt));

  const clock = (instant: Instant) => clocks(zone, user).format(instant);
  const spanText = (slots: readonly Instant[]) =>
    `${clock(slots[0] ?? now)} to ${clock((slots.at(-1) ?? now) + HALF_HOUR_MS)}`;
  const empty = emptySlots(today, entries, now, zone).slice(0, OFFERED);
  const slot = chosen !== undefined && empty.includes(chosen) ? chosen : empty[0];
  const days = Array.from({ length: DIARY_DAYS + 1 }, (_, index) => addDays(today, -index));
  const before = sameAsBefore(entries, now, zone);

  function fill(state: DiaryState, slots: readonly Instant[]) {
    setPress(enter(state, slots));
    setChosen(undefined);
  }

  if (isPractice) {
    return (
      <Dialog title="Motor diary" onClose={onClose}>
        <DiaryPractice userId={user.id} onEnd={() => setIsPractice(false)} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Motor diary" onClose={onClose}>
      <div className="stack diary">
        {diary.isMissing && (
          <p>We couldn’t load your earlier entries. You can go on. Nothing is lost.</p>
        )}
        <DiaryRefused
          refused={diary.refused.filter(({ entry }) => entry.pressId !== press?.pressId)}
        />
        <section className="stack-close" aria-labelledby="diary-question">
          <h3 id="diary-question" tabIndex={-1} ref={question}>
            {slot === undefined ? (
              'You have entered every half-hour of today so far.'
            ) : (
              <Breakable
                text={
                  slot === slotAt(now, zone)
                    ? `How are you moving now (${spanText([slot])})?`
                    : `How did you move from ${spanText([slot])}?`
                }
              />
            )}
          </h3>
          {slot !== undefined && <StateButtons onChoose={(state) => fill(state, [slot])} />}
          {before && (
            <Button wide onPress={() => fill(before.state, before.slots)}>
              <Breakable
                text={`Still ${STATE_WORDS[before.state].name}? Fill in ${spanText(before.slots)}`}
              />
            </Button>
          )}
          <KeptHeight>
            {press && (
              <IntoView key={press.pressId}>
                <Pressed press={press} text={spanText(press.slots.map(Date.parse))} />
              </IntoView>
            )}
          </KeptHeight>
          {diary.sendProblem && <Message kind="warning">{diary.sendProblem}</Message>}
        </section>
        <DiaryRibbon day={today} entries={entries} doses={doses} />
        {empty.length > 1 && (
          <section className="stack-close" aria-labelledby="diary-empty">
            <h3 id="diary-empty">Not entered yet</h3>
            <div className="choices-row">
              {empty.map((each) => (
                <button
                  key={each}
                  type="button"
                  className="choice"
                  aria-pressed={each === slot}
                  onClick={() => {
                    setChosen(each);
                    question.current?.focus();
                  }}
                >
                  {each === slotAt(now, zone) ? 'Now' : clock(each)}
                </button>
              ))}
            </div>
          </section>
        )}
        <Night entries={entries} spanText={spanText} onFill={(slots) => fill('asleep', slots)} />
        <DiaryList entries={entries} />
        <details className="fold">
          <summary>Earlier days</summary>
          <div className="stack">
            {days.slice(1).map((day) => (
              <DiaryRibbon key={day} day={day} entries={entries} doses={doses} />
            ))}
            <Legend />
            <Sums days={days.map((day) => diaryDay(day, entries, zone))} />
            <p className="soft small">
              The five choices come from a diary that doctors use (Hauser 2000), in our own words.
            </p>
            <Button kind="quiet" icon="refresh" onPress={() => setIsPractice(true)}>
              Practice again
            </Button>
          </div>
        </details>
      </div>
    </Dialog>
  );
}

/** Enters the sleep of last night afterwards, in one step, because nobody can enter it while asleep. */
function Night({
  entries,
  spanText,
  onFill,
}: {
  readonly entries: Diary['entries'];
  readonly spanText: (slots: readonly Instant[]) => string;
  readonly onFill: (slots: readonly Instant[]) => void;
}) {
  const { timeZone } = useUser();
  const now = useMinute();
  const today = dateOf(now, timeZone);
  // Stays as it was when the dialog opened, so that nothing moves under the finger.
  const [entered] = useState(() => spansOf(sleepOfNight(today, entries, timeZone)));
  const [from, setFrom] = useState('22:30');
  const [until, setUntil] = useState('07:00');
  const [problem, setProblem] = useState('');
  const filled = new Set(entries.map(({ slot }) => slot));

  function save() {
    const minutes = { from: minutesOf(from), until: minutesOf(until) };
    const night = slotsOfNight(today, minutes, timeZone);
    const empty = night.filter((slot) => slot <= now && !filled.has(slot));
    setProblem(
      empty.length === 0 ? 'You have already entered this time, or it is in the future.' : '',
    );
    if (empty.length > 0) onFill(empty);
  }

  const fields = (
    <>
      <div className="field-row">
        <TextField label="Asleep from" type="time" value={from} onChange={setFrom} />
        <TextField label="Asleep until" type="time" value={until} onChange={setUntil} />
      </div>
      <Button wide onPress={save}>
        Enter as asleep
      </Button>
      {problem && <Message kind="warning">{problem}</Message>}
    </>
  );
  return (
    <section className="stack-close" aria-labelledby="diary-night">
      <h3 id="diary-night">Last night</h3>
      {entered.length > 0 ? (
        <>
          <p>
            <Breakable text={`Asleep ${entered.map(({ slots }) => spanText(slots)).join(', ')}.`} />
          </p>
          <details className="fold">
            <summary>Enter more sleep</summary>
            <div className="stack-close">{fields}</div>
          </details>
        </>
      ) : (
        fields
      )}
    </section>
  );
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
}

/**
 * The average hours in each state. They are shown as a list, because a chart would suggest more precision than the
 * method has.
 */
function Sums({ days }: { readonly days: readonly DiaryDay[] }) {
  const average = diaryAverage(days);
  const filled = days.reduce((sum, day) => sum + day.filled, 0);
  const recalled = days.reduce((sum, day) => sum + day.recalled, 0);
  return (
    <>
      {average && (
        <>
          <p>Average of {counted(average.days, 'complete day')}:</p>
          <ul className="listed">
            {DIARY_STATES.map((state) => (
              <li key={state}>
                {STATE_WORDS[state].name}: {average.hours[state].toFixed(1)} h
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        {!average && 'No day is complete yet. '}A day is complete when at most four half-hours are
        empty.
      </p>
      {recalled > 0 && (
        <p className="soft small">
          {recalled} of {filled} half-hours were entered more than two hours after they ended. This
          includes sleep.
        </p>
      )}
    </>
  );
}

function Legend() {
  return (
    <ul className="diary-legend">
      {DIARY_STATES.map((state) => (
        <li key={state}>
          <span className={`diary-sample diary-${state}`} aria-hidden="true" />
          {STATE_WORDS[state].name}
        </li>
      ))}
      <li>
        <span className="diary-sample diary-empty" aria-hidden="true" />
        Not entered
      </li>
      <li>
        <span className="diary-dose" aria-hidden="true" />
        Dose taken
      </li>
    </ul>
  );
}
