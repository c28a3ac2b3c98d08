import { type ReactNode, useRef, useState } from 'react';
import type { Profile } from '../../../contract/entities.ts';
import {
  MAX_NAME_LENGTH,
  MAX_SLOTS,
  MIN_SLOTS,
  NO_SYMPTOM_ENTERED,
  SLOT_NUMBERS,
  type SlotNumber,
  slotText,
  symptomKey,
} from '../../../domain/symptoms.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteSlot, useSaveSlot, useUndoChange } from '../../api/profile.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useKeptState } from '../../ui/kept-state.tsx';
import { Message } from '../../ui/message.tsx';

/** After a deletion, presses of Delete within this time are the same hand's. */
const SETTLE_MS = 1000;

/** What came of a change, and where it is told: beside a slot, or below them all. */
interface Outcome {
  readonly slot: SlotNumber | null;
  readonly kind: 'success' | 'danger';
  readonly text: string;
}

const ORDINALS: Record<SlotNumber, string> = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' };

/** What was typed and not yet saved, by slot. */
type Drafts = Readonly<Partial<Record<SlotNumber, string>>>;

export function SymptomSlots({ profile }: { readonly profile: Profile }) {
  const { userId, pastSymptoms } = profile;
  const save = useSaveSlot(userId);
  const remove = useDeleteSlot(userId);
  const undo = useUndoChange(userId);
  /** The profile before the change that was made last, if it can be undone. */
  const [former, setFormer] = useState<Profile | null>(null);
  const [drafts, setDrafts] = useKeptState<Drafts>('slot drafts', {});
  const [status, setStatus] = useState<Outcome | null>(null);
  /** The slots that are being saved, created or deleted. */
  const [busy, setBusy] = useState<readonly SlotNumber[]>([]);
  /** When something was deleted last, on the clock of `performance.now()`. */
  const settledAt = useRef(Number.NEGATIVE_INFINITY);
  const fields = useRef<HTMLElement>(null);
  const visible = SLOT_NUMBERS.filter((slot) => slot <= MIN_SLOTS || profile[symptomKey(slot)]);
  const next = SLOT_NUMBERS[visible.length];

  /** Makes a change and tells its success or failure beside the slot. */
  async function change(
    slot: SlotNumber,
    make: () => Promise<unknown>,
    done: string,
    failed: string,
  ): Promise<boolean> {
    if (busy.includes(slot)) return false;
    setBusy((others) => [...others, slot]);
    setStatus(null);
    setFormer(null);
    try {
      await make();
      setStatus({ slot, kind: 'success', text: done });
      setFormer(profile);
      return true;
    } catch (error) {
      setStatus({ slot, kind: 'danger', text: messageOf(error, failed) });
      return false;
    } finally {
      setBusy((others) => others.filter((other) => other !== slot));
    }
  }

  async function saveSlot(slot: SlotNumber, symptomValue: string) {
    const saved = await change(
      slot,
      () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue }),
      `Symptom${slot} saved successfully!`,
      'Error saving symptom. Please try again.',
    );
    // What was typed on meanwhile stays.
    if (saved) {
      setDrafts(({ [slot]: draft, ...others }) =>
        draft === undefined || draft === symptomValue ? others : { ...others, [slot]: draft },
      );
    }
  }

  async function addSlot(slot: SlotNumber) {
    const added = await change(
      slot,
      () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue: NO_SYMPTOM_ENTERED }),
      `Symptom${slot} created successfully!`,
      `Error creating symptom${slot}. Please try again.`,
    );
    if (added) focusField(slot);
  }

  async function deleteSlot(slot: SlotNumber) {
    // Where slot 5 moved up, a second press of the same hand would delete that one too.
    if (busy.length > 0 || performance.now() - settledAt.current < SETTLE_MS) return;
    const deleted = await change(
      slot,
      () => remove.mutateAsync(slot),
      deletedText(slot),
      'Error deleting symptom. Please try again.',
    );
    if (!deleted) return;
    settledAt.current = performance.now();
    // What was typed into the last slot moves with it.
    setDrafts(({ 4: fourth, 5: fifth, ...others }) => {
      const rest = slot === 4 ? fifth : fourth;
      return rest === undefined ? others : { ...others, 4: rest };
    });
    // The row may hold another symptom now, so this is told below them all.
    setStatus({ slot: null, kind: 'success', text: deletedText(slot) });
    fields.current?.querySelector('h2')?.focus({ preventScroll: true });
  }

  async function undoLast(to: Profile) {
    if (undo.isPending) return;
    try {
      await undo.mutateAsync({ from: profile, to });
    } catch (error) {
      // It stays in its place, and so does the button: with it, one tries again.
      const text = messageOf(error, 'This was not undone. Please try again.');
      setStatus((told) => ({ slot: told?.slot ?? null, kind: 'danger', text }));
      return;
    }
    setFormer(null);
    setStatus({
      slot: null,
      kind: 'success',
      text: 'Undone. Your symptoms are as they were before.',
    });
    fields.current?.querySelector('h2')?.focus({ preventScroll: true });
  }

  const undoButton = former ? (
    <Button kind="small" busy={undo.isPending} onPress={() => undoLast(former)}>
      Undo
    </Button>
  ) : null;

  /** After the screen has changed: the keyboard goes on at a slot. */
  function focusField(slot: SlotNumber) {
    requestAnimationFrame(() => {
      fields.current?.querySelectorAll('input')[slot - 1]?.focus();
    });
  }

  return (
    <section className="card" aria-labelledby="symptoms" ref={fields}>
      <div className="stack-close">
        <h2 id="symptoms" tabIndex={-1}>
          Symptoms
        </h2>
        <p className="soft">Name the 3 to 5 symptoms that affect your daily life most.</p>
      </div>
      {visible.map((slot) => {
        const saved = slotText(profile[symptomKey(slot)]);
        const text = drafts[slot] ?? saved;
        return (
          <form
            key={slot}
            className="slot-row"
            onSubmit={(event) => {
              event.preventDefault();
              saveSlot(slot, text);
            }}
          >
            <TextField
              label={`Symptom ${slot}`}
              placeholder={`Enter your ${ORDINALS[slot]} symptom`}
              maxLength={MAX_NAME_LENGTH}
              value={text}
              onChange={(value) => setDrafts((current) => ({ ...current, [slot]: value }))}
            />
            <Button
              type="submit"
              busy={busy.includes(slot)}
              label={busy.includes(slot) ? undefined : `Save symptom ${slot}`}
            >
              {busy.includes(slot) ? 'Saving...' : 'Save'}
            </Button>
            {slot > MIN_SLOTS && (
              <Button
                kind="danger"
                busy={busy.includes(slot)}
                label={`Delete symptom ${slot}`}
                onPress={() => deleteSlot(slot)}
              >
                Delete
              </Button>
            )}
            {status?.slot === slot && <Status outcome={status} undo={undoButton} />}
          </form>
        );
      })}
      {visible.length < MAX_SLOTS && next && (
        <Button busy={busy.includes(next)} onPress={() => addSlot(next)}>
          Add Symptom
        </Button>
      )}
      {status && !visible.some((slot) => slot === status.slot) && (
        <Status outcome={status} undo={undoButton} />
      )}
      {pastSymptoms.length > 0 && (
        <div className="stack-close">
          <h3>Past symptoms</h3>
          <ul className="plain-list">
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

function deletedText(slot: SlotNumber): string {
  return `Symptom ${slot} deleted successfully!`;
}

function Status({ outcome, undo }: { readonly outcome: Outcome; readonly undo: ReactNode }) {
  return (
    <div className="slot-status">
      <Message kind={outcome.kind}>
        {outcome.text} {undo}
      </Message>
    </div>
  );
}
