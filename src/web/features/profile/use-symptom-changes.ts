import { useRef, useState } from 'react';
import {
  NO_SYMPTOM_ENTERED,
  SLOT_NUMBERS,
  type SlotNumber,
  symptomKey,
} from '../../../domain/symptoms.ts';
import { isStatus, messageOf } from '../../api/client.ts';
import {
  type SymptomChange,
  useDeleteSlot,
  useSaveSlot,
  useUndoChange,
} from '../../api/profile.ts';
import { useKeptState } from '../../ui/kept-state.tsx';
import { type Drafts, withDraft, withoutSlot, withSlot } from './slot-drafts.ts';

/** After a deletion, presses of Delete within this time are the same hand's. */
const SETTLE_MS = 1000;

/** What came of a change, and where it is told: beside a slot, or below them all. */
export interface Outcome {
  readonly slot: SlotNumber | null;
  readonly kind: 'success' | 'danger';
  readonly text: string;
  /** How the change is undone, if it can be. */
  readonly undo?: Undo;
}

interface Undo {
  readonly change: SymptomChange;
  /** What becomes of the drafts. */
  readonly drafts: (now: Drafts) => Drafts;
}

interface Wish {
  readonly slot: SlotNumber;
  /** The slots that must wait for it. */
  readonly touched: readonly SlotNumber[];
  readonly make: () => Promise<SymptomChange>;
  /** What to tell of it. */
  readonly done: Pick<Outcome, 'slot' | 'text'>;
  readonly failed: string;
  readonly undoDrafts?: Undo['drafts'];
}

/**
 * What is typed into the slots, saved, added, deleted and undone. Drafts, and what there is to undo, are still
 * there after a look at another tab: there is no time limit for who needs longer.
 */
export function useSymptomChanges(userId: string) {
  const save = useSaveSlot(userId);
  const remove = useDeleteSlot(userId);
  const undo = useUndoChange(userId);
  const [drafts, setDrafts] = useKeptState<Drafts>('slot drafts', {});
  const [outcome, setOutcome] = useKeptState<Outcome | null>('slot outcome', null);
  /** The slots that are being saved, created, deleted or moved. */
  const [busy, setBusy] = useState<readonly SlotNumber[]>([]);
  /** When something was deleted last, on the clock of `performance.now()`. */
  const settledAt = useRef(Number.NEGATIVE_INFINITY);

  /** @returns whether it was made */
  async function change(wish: Wish): Promise<boolean> {
    const { slot, touched, make, done, failed, undoDrafts = (now) => now } = wish;
    if (busy.includes(slot)) return false;
    setBusy((others) => [...others, ...touched]);
    setOutcome(() => null);
    try {
      const made = await make();
      const undoing = { change: made, drafts: undoDrafts };
      setOutcome(() => ({ ...done, kind: 'success', undo: undoing }));
      return true;
    } catch (error) {
      setOutcome(() => ({ slot, kind: 'danger', text: messageOf(error, failed) }));
      return false;
    } finally {
      setBusy((others) => others.filter((other) => !touched.includes(other)));
    }
  }

  return {
    drafts,
    /** What there is to undo waits for what is under way. */
    outcome: outcome && busy.length > 0 ? withoutUndo(outcome) : outcome,
    busy,
    isUndoing: undo.isPending,
    type(slot: SlotNumber, text: string) {
      setDrafts((now) => withDraft(now, slot, text));
    },
    async save(slot: SlotNumber, symptomValue: string) {
      const isSaved = await change({
        slot,
        touched: [slot],
        make: () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue }),
        done: { slot, text: `Symptom${slot} saved successfully!` },
        failed: 'Error saving symptom. Please try again.',
      });
      if (!isSaved) return;
      // What was typed on meanwhile stays.
      setDrafts((now) => (now[slot] === symptomValue ? withDraft(now, slot, undefined) : now));
    },
    /** @returns whether it was added */
    async add(slot: SlotNumber): Promise<boolean> {
      const symptomValue = NO_SYMPTOM_ENTERED;
      return await change({
        slot,
        touched: [slot],
        make: () => save.mutateAsync({ symptomKey: symptomKey(slot), symptomValue }),
        done: { slot, text: `Symptom${slot} created successfully!` },
        failed: `Error creating symptom${slot}. Please try again.`,
      });
    },
    /** @returns whether it was deleted */
    async delete(slot: SlotNumber): Promise<boolean> {
      // Where slot 5 moved up, a second press of the same hand would delete that one too.
      if (busy.length > 0 || performance.now() - settledAt.current < SETTLE_MS) return false;
      const isDeleted = await change({
        slot,
        touched: SLOT_NUMBERS.filter((other) => other >= slot),
        make: () => remove.mutateAsync(slot),
        // The row may hold another symptom now, so this is told below them all.
        done: { slot: null, text: `Symptom ${slot} deleted successfully!` },
        failed: 'Error deleting symptom. Please try again.',
        undoDrafts: (now) => withSlot(now, slot, drafts[slot]),
      });
      if (!isDeleted) return false;
      settledAt.current = performance.now();
      setDrafts((now) => withoutSlot(now, slot));
      return true;
    },
    /** @returns whether it was undone */
    async undo(last: Undo): Promise<boolean> {
      if (undo.isPending) return false;
      try {
        await undo.mutateAsync(last.change);
      } catch (error) {
        // It stays in its place, and so does the button: with it, one tries again.
        const text = messageOf(error, 'We couldn’t undo that. Please try again.');
        const failed = { slot: null, ...outcome, kind: 'danger', text } as const;
        setOutcome(() => (isStatus(error, 409) ? withoutUndo(failed) : failed));
        return false;
      }
      setDrafts(last.drafts);
      setOutcome(() => ({
        slot: null,
        kind: 'success',
        text: 'Undone. Your symptoms are as they were before.',
      }));
      return true;
    },
  };
}

function withoutUndo({ undo: _, ...outcome }: Outcome): Outcome {
  return outcome;
}
