import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Profile } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import {
  COMMON_SYMPTOMS,
  MAX_NAME_LENGTH,
  MAX_SLOTS,
  MIN_SLOTS,
  SLOT_NUMBERS,
  type SlotNumber,
  slotText,
  symptomKey,
} from '../../domain/symptoms.ts';
import { Link } from '../platform/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { isUnsaved } from './slot-drafts.ts';
import { type Outcome, useSymptomChanges } from './use-symptom-changes.ts';

const ORDINALS: Record<SlotNumber, string> = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' };

export function SymptomSlots({
  profile,
  heading,
}: {
  readonly profile: Profile;
  /** Receives the focus when the element that had it is unmounted. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}) {
  const changes = useSymptomChanges(profile.userId);
  const { drafts, outcome, busy } = changes;
  const { pastSymptoms } = profile;
  const fields = useRef<HTMLElement>(null);
  const visible = SLOT_NUMBERS.filter((slot) => slot <= MIN_SLOTS || profile[symptomKey(slot)]);
  const next = SLOT_NUMBERS[visible.length];
  const savedText = (slot: SlotNumber) => slotText(profile[symptomKey(slot)]);
  const names = visible.map(savedText).filter(Boolean);
  const emptySlot = visible.find(
    (slot) => !(drafts[slot] ?? savedText(slot)) && !busy.includes(slot),
  );
  const isFull =
    visible.length === MAX_SLOTS && visible.every((slot) => drafts[slot] ?? savedText(slot));
  // Once shown, the common names stay, so that the fields below do not move under the hand.
  const [isOffered, setOffered] = useState(emptySlot !== undefined);
  if (emptySlot && !isOffered) setOffered(true);
  const unsaved = visible.filter((slot) => isUnsaved(drafts[slot], savedText(slot)));

  /** The slot that was added last, until it is rendered; its field then receives the focus. */
  const [added, setAdded] = useState<SlotNumber>();
  const isAddedShown = added !== undefined && visible.includes(added);
  useEffect(() => {
    if (!isAddedShown) return;
    fields.current?.querySelectorAll('input')[added - 1]?.focus();
    setAdded(undefined);
  }, [isAddedShown, added]);

  async function addSlot(slot: SlotNumber) {
    const isAdded = await changes.add(slot);
    // While another tab of the app is shown, the ref is null, and the new field must not take the focus later.
    if (isAdded && fields.current) setAdded(slot);
  }

  async function focusHeadingAfter(isMade: Promise<boolean>) {
    if (await isMade) heading.current?.focus({ preventScroll: true });
  }

  const undo = outcome?.undo;
  const undoButton = undo ? (
    <Button
      kind="quiet"
      icon="undo"
      busy={changes.isUndoing}
      onPress={() => focusHeadingAfter(changes.undo(undo))}
    >
      Undo
    </Button>
  ) : null;

  return (
    <section className="card" aria-labelledby="symptoms" ref={fields}>
      <div className="stack-close">
        <h2 id="symptoms" tabIndex={-1} ref={heading}>
          Symptoms
        </h2>
        <p className="soft small">Name the 3 to 5 symptoms that affect your daily life most.</p>
      </div>
      {isOffered && (
        <CommonSymptoms
          saved={names}
          typed={visible.map((slot) => drafts[slot] ?? '')}
          isFull={isFull}
          onChoose={async (name) => {
            const slot = emptySlot ?? next;
            if (!slot || busy.includes(slot)) return;
            heading.current?.focus({ preventScroll: true });
            await changes.choose(slot, name, slot === emptySlot);
          }}
        >
          {outcome?.slot === 'common' && <Status outcome={outcome} undo={undoButton} />}
        </CommonSymptoms>
      )}
      {visible.map((slot) => {
        const text = drafts[slot] ?? savedText(slot);
        return (
          <form
            key={slot}
            className={unsaved.includes(slot) ? 'slot-row' : 'slot-row slot-saved'}
            data-unsaved={unsaved.includes(slot) ? 'symptoms' : undefined}
            data-change={savedText(slot) ? true : undefined}
            onSubmit={(event) => {
              event.preventDefault();
              changes.save(slot, text);
            }}
          >
            <TextField
              label={`Symptom ${slot}`}
              hint={unsaved.includes(slot) ? 'Not saved yet' : undefined}
              placeholder={`Enter your ${ORDINALS[slot]} symptom`}
              maxLength={MAX_NAME_LENGTH}
              value={text}
              onChange={(value) => changes.type(slot, value)}
              button={
                <Button
                  type="submit"
                  busy={busy.includes(slot)}
                  label={busy.includes(slot) ? undefined : `Save symptom ${slot}`}
                >
                  {busy.includes(slot) ? 'Saving...' : 'Save'}
                </Button>
              }
            />
            <WholeName text={text} />
            {slot > MIN_SLOTS && (
              <Button
                kind="danger"
                busy={busy.includes(slot)}
                label={`Delete symptom ${slot}`}
                onPress={() => focusHeadingAfter(changes.delete(slot))}
              >
                Delete
              </Button>
            )}
            {outcome?.slot === slot && <Status outcome={outcome} undo={undoButton} />}
          </form>
        );
      })}
      {unsaved.length === 0 && names.length >= MIN_SLOTS && outcome?.kind === 'success' && (
        <Link className="button button-main" to="/dashboard?track" replace>
          Log how you feel now
        </Link>
      )}
      {unsaved.length > 0 && (
        <Button
          kind="main"
          busy={busy.length > 0}
          onPress={() => focusHeadingAfter(changes.saveAll(unsaved))}
        >
          Save all
        </Button>
      )}
      {visible.length < MAX_SLOTS && next && (
        <Button busy={busy.includes(next)} onPress={() => addSlot(next)}>
          Add Symptom
        </Button>
      )}
      {outcome && outcome.slot !== 'common' && !visible.some((slot) => slot === outcome.slot) && (
        <Status outcome={outcome} undo={undoButton} />
      )}
      {pastSymptoms.length > 0 && (
        <div className="stack-close">
          <h3 id="past-symptoms">Past symptoms</h3>
          <ul className="plain-list" aria-labelledby="past-symptoms">
            {pastSymptoms.map((name) => (
              <li key={name} className="tag">
                {name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Shows the whole text of the preceding field, if that text is longer than the field. */
function WholeName({ text }: { readonly text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another length
  useEffect(() => {
    const input = line.current?.closest('form')?.querySelector('input');
    if (!input) return;
    const observer = new ResizeObserver(() => setIsCut(input.scrollWidth > input.clientWidth));
    observer.observe(input);
    return () => observer.disconnect();
  }, [text]);
  // Hidden from screen readers, because they read the field itself.
  return (
    <p ref={line} className="slot-whole soft small" aria-hidden="true" hidden={!isCut}>
      {isCut && text}
    </p>
  );
}

/** Names to choose with one press, because typing is hard for an unsteady hand. */
function CommonSymptoms({
  saved,
  typed,
  isFull,
  onChoose,
  children,
}: {
  readonly saved: readonly string[];
  /** The names in the fields, saved or not. */
  readonly typed: readonly string[];
  /** Whether all five slots have a name. */
  readonly isFull: boolean;
  /** Must move the focus, because the button that was pressed is unmounted. */
  readonly onChoose: (name: string) => Promise<void>;
  /** The message about the last press. */
  readonly children: ReactNode;
}) {
  const [chosen, setChosen] = useState('');
  const keyOf = (name: string) => name.trim().toLowerCase();
  const savedNames = new Set(saved.map(keyOf));
  const used = new Set([...saved, ...typed, chosen].map(keyOf));

  async function choose(name: string) {
    // Removes the button at once, so that the person does not press again.
    setChosen(name);
    await onChoose(name);
    setChosen('');
  }

  return (
    <div className="stack-close">
      <h3>Add and save with one press</h3>
      <ul className="plain-list chips">
        {COMMON_SYMPTOMS.map((name) => (
          <li key={name}>
            {used.has(keyOf(name)) || isFull ? (
              // A used name keeps its position and its size, so that a second press hits no other name.
              <span className="chip-used">
                <span className="chip-sign">{savedNames.has(keyOf(name)) && '✓'}</span> {name}
              </span>
            ) : (
              <Button kind="small" label={`Add ${name}`} onPress={() => choose(name)}>
                <span className="chip-sign">+</span>
                {name}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isFull && <p className="soft">You have five symptoms. You can’t add more.</p>}
      {children}
    </div>
  );
}

function Status({ outcome, undo }: { readonly outcome: Outcome; readonly undo: ReactNode }) {
  return (
    <div className="slot-status">
      <Message kind={outcome.kind}>
        {outcome.text === errors.signedOut.message ? (
          <LoggedOut>try again. What you typed is still here.</LoggedOut>
        ) : (
          outcome.text
        )}{' '}
        {undo}
      </Message>
    </div>
  );
}
