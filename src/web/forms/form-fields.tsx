import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { scrollAlong } from '../ui/scroll-along.ts';
import { useStable } from '../ui/use-stable.ts';
import type { Change, DraftRating } from './store/draft.ts';
import { SymptomFields } from './symptom-fields.tsx';
import type { Steps } from './use-steps.ts';

/** How far a press on the strip above Submit scrolls the form: the height of about one symptom (px). */
const EDGE_SCROLL = 160;

/**
 * Handles a press on the strip above Submit, which covers part of the form. If the press is over a stop of an unrated
 * symptom, it rates the symptom. Otherwise it only scrolls the form, because it may have been meant for Submit.
 */
function pressEdge({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): void {
  const stop = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element.matches('.stop'));
  if (
    !(stop instanceof HTMLElement) ||
    stop.parentElement?.querySelector('[data-place="chosen"]')
  ) {
    scrollAlong(currentTarget)(EDGE_SCROLL);
    return;
  }
  stop.click();
  stop.scrollIntoView({ block: 'nearest' });
}

/**
 * After this many presses on one symptom, larger stops are offered, because the earlier presses were probably misses.
 */
const PRESSES_UNTIL_OFFER = 3;

/** Offers larger stops, above Submit. Submit stays at its place, so nothing moves under a finger. */
function EnlargeOffer({ onEnlarge }: { readonly onEnlarge: () => void }) {
  return (
    <div className="form-offer">
      <Message kind="info">
        Is it hard to press the right number?{' '}
        <Button kind="small" onPress={onEnlarge}>
          Use large controls
        </Button>
      </Message>
    </div>
  );
}

/** The fields of a form and its Submit button. */
export function FormFields({
  ratings,
  onChange,
  onEnlarge,
  onSubmit,
  busy,
  fields,
  send,
  steps,
  time,
  deleteButton,
  children,
}: {
  readonly ratings: readonly DraftRating[];
  readonly onChange: (change: Change) => void;
  /** Turns on 'Large controls' and shows the named symptom; undefined if 'Large controls' is on already. */
  readonly onEnlarge: ((name: string) => void) | undefined;
  readonly onSubmit: () => void;
  /** Submit's label while the form is being sent or deleted (its fields are then inert); undefined at other times. */
  readonly busy: string | undefined;
  readonly fields: RefObject<HTMLDivElement | null>;
  /** The Submit button. */
  readonly send: RefObject<HTMLButtonElement | null>;
  /** Undefined if all symptoms are shown together. */
  readonly steps: Steps | undefined;
  /** The field for the form's time. */
  readonly time: ReactNode;
  /** Shown above Submit, so that it never appears where Submit or Next was pressed. */
  readonly deleteButton: ReactNode;
  /** Messages above Submit. */
  readonly children: ReactNode;
}) {
  const changeSymptom = useStable(onChange);
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const ratingPressed = useStable((name: string) => setPressed([...pressed, name]));
  const missed = pressed.filter((name) => pressesOn(name) >= PRESSES_UNTIL_OFFER).at(-1);

  function pressesOn(name: string): number {
    return pressed.filter((each) => each === name).length;
  }
  const isOnward = steps !== undefined && !steps.isLast;
  const shown = steps ? ratings.slice(steps.at, steps.at + 1) : ratings;

  function submit() {
    // Enter in a field also submits. Move the focus, because the field becomes inert.
    if (fields.current?.contains(document.activeElement)) send.current?.focus();
    onSubmit();
  }

  return (
    <Form className="form-sheet" onSubmit={() => (isOnward ? steps.go(steps.at + 1) : submit())}>
      <div ref={fields} className="form-entries" inert={busy !== undefined}>
        {!steps && time}
        {shown.map((rating) => (
          // Keyed by name, because the symptom may be in another slot once the newest profile has arrived.
          <SymptomFields
            key={rating.name}
            {...rating}
            onChange={changeSymptom}
            onRatingPressed={ratingPressed}
          />
        ))}
        {/* The time is below the large stops, so that all stops are in view. */}
        {steps?.at === 0 && time}
      </div>
      {!isOnward && deleteButton}
      {children}
      <div className="form-foot">
        {/* A shortcut for a press on a half-hidden symptom. Keyboards do not need it, because they can scroll. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
        <div className="form-edge" onClick={pressEdge} />
        {onEnlarge && missed !== undefined && <EnlargeOffer onEnlarge={() => onEnlarge(missed)} />}
        {steps && steps.at > 0 && (
          <Button busy={busy !== undefined} onPress={() => steps.go(steps.at - 1)}>
            Back
          </Button>
        )}
        <Button kind="main" type="submit" ref={send} busy={busy !== undefined}>
          {busy ?? (isOnward ? 'Next' : 'Submit')}
        </Button>
      </div>
    </Form>
  );
}
