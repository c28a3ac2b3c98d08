import { useRef, useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Sign } from '../ui/message.tsx';
import { timeText } from '../ui/time-text.ts';
import { AnotherButton } from './another-button.tsx';
import { loggedText, NotChanged } from './logged-dose.tsx';
import { OneMedication } from './one-medication.tsx';
import { RemovedDoses } from './removed-doses.tsx';
import { type TimeGroup as Group, togetherText } from './rows-by-time.ts';
import { type RemovedDose, useLogDose, useUndoDose } from './use-doses.ts';

/** Pills planned for one time: one press logs them all, and one Undo takes back what that press has logged. */
export function TimeGroup({
  of,
  at,
  saved,
  now,
}: {
  readonly of: Group;
  /** The planned time (ms). */
  readonly at: number;
  readonly saved: readonly Dose[];
  /** To the minute (ms). */
  readonly now: number;
}) {
  const user = useUser();
  const place = useRef<HTMLFieldSetElement>(null);
  const log = useLogDose();
  const undoing = useUndoDose();
  const [removed, setRemoved] = useState<readonly RemovedDose[]>([]);
  // The pressed button is unmounted, so the focus would be lost.
  const keepFocus = () => place.current?.focus({ preventScroll: true });
  function onLogged() {
    setRemoved([]);
    keepFocus();
  }

  const { rows, together, pressed } = of;
  const [first] = pressed;
  const offered = rows.filter(({ row }) => row.kind === 'offer');
  const time = capitalized(timeText(at, now, user));
  const logged = first && capitalized(loggedText(first, now, user));
  return (
    <fieldset ref={place} className="time-group" tabIndex={-1} aria-label={time}>
      <p className="visually-hidden" role="status">
        {logged && `${pressed.length} medications, ${logged}`}
      </p>
      <KeptHeight>
        {/* The whole line takes the press, as that of one medication does. */}
        <div className="time-head" data-press-nearest={together.length > 0 ? 'action' : undefined}>
          <div className="dose-text">
            <b>{time}</b>
            {logged ? (
              <span className="dose-done">
                <Sign kind="success" />
                <Breakable text={logged} />
              </span>
            ) : (
              <span className="soft">{rows.length} medications</span>
            )}
          </div>
          {together.length > 0 && (
            <button
              type="button"
              className="dose-all"
              aria-label={`${togetherText(of)}, ${time}`}
              onClick={() => {
                log(together);
                onLogged();
              }}
            >
              {togetherText(of)}
            </button>
          )}
          {together.length === 0 && pressed.length > 0 && (
            <Button
              kind="quiet"
              icon="undo"
              label={`Undo, ${time}`}
              busy={undoing.isPending}
              onPress={() => {
                void undoing.undo(pressed).then(setRemoved);
                keepFocus();
              }}
            >
              Undo
            </Button>
          )}
        </div>
        {rows.map((row) => {
          const { medicationId } = row.medication;
          return (
            <OneMedication
              key={medicationId}
              of={row}
              saved={saved}
              now={now}
              isInGroup
              isUndoneWithGroup={pressed.some((dose) => dose.medicationId === medicationId)}
            />
          );
        })}
        {offered.length > 0 && <AnotherButton rows={offered} of={time} onLogged={onLogged} />}
      </KeptHeight>
      {undoing.isError && <NotChanged />}
      <RemovedDoses removed={removed} onRestored={keepFocus} />
    </fieldset>
  );
}
