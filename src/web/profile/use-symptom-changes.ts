import { useRef, useState } from 'react';
import {
  NO_SYMPTOM_ENTERED,
  SLOT_NUMBERS,
  type SlotNumber,
  symptomKey,
} from '../../domain/symptoms.ts';
import { isStatus, messageOf } from '../platform/client.ts';
import { type SlotTexts, useDeleteSlot, useSaveSlots, useUndoChange } from './queries.ts';
import { type Drafts, withDraft, withoutSlot, withSlot } from './slot-drafts.ts';

/** Presses of Delete within this time after a deletion are ignored, because a tremor repeats them. */
const SETTLE_MS = 1000;

/** Where the result of a change is shown: beside a slot, beside the common symptoms, or below all slots (null). */
type Place = SlotNumber | 'common' | null;

/** The result of a change. */
export interface Outcome {
  readonly slot: Place;
  readonly kind: 'success' | 'danger';
  readonly text: string;
  /** How to undo the change, if that is possible. */
  readonly undo?: Undo;
}

interface Undo {
  /** The revision that the change made. */
  readonly revision: number;
  /** Computes the drafts after the undo. */
  readonly drafts: (now: Drafts) => Drafts;
}

interface ChangeRequest {
  readonly slot: Place;
  /** The slots that are busy during this change. */
  readonly touched: readonly SlotNumber[];
  /** @returns the revision that the change made, if it can be undone */
  readonly make: () => Promise<number | undefined>;
  /** The message after success. */
  readonly done: Pick<Outcome, 'slot' | 'text'>;
  readonly failed: string;
  readonly undoDrafts?: Undo['drafts'];
}

/**
 * The changes of the symptom slots: type, save, add, delete and undo. Drafts and Undo survive a switch to another tab.
 * Undo has no time limit, because some people need longer.
 */
export function useSymptomChanges(userId: string) {
  const save = useSaveSlots(userId);
  const remove = useDeleteSlot(userId);
  const undo = useUndoChange(userId);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** Slots that are being saved, created, deleted or moved. */
  const [busy, setBusy] = useState<readonly SlotNumber[]>([]);
  /** When the last deletion was made, on the clock of `performance.now()`. */
  const settledAt = useRef(Number.NEGATIVE_INFINITY);

  /** @returns whether the change was made */
  async function change(request: ChangeRequest): Promise<boolean> {
    const { slot, touched, make, done, failed, undoDrafts = (now) => now } = request;
    if (touched.some((each) => busy.includes(each))) return false;
    setBusy((others) => [...others, ...touched]);
    setOutcome(null);
    try {
      const revision = await make();
      const undoing = revision === undefined ? {} : { undo: { revision, drafts: undoDrafts } };
      setOutcome({ ...done, kind: 'success', ...undoing });
      return true;
    } catch (error) {
      setOutcome({ slot, kind: 'danger', text: messageOf(error, failed) });
      return false;
    } finally {
      setBusy((others) => others.filter((other) => !touched.includes(other)));
    }
  }

  /** @returns whether the slots were saved */
  async function saveSlots(
    slots: readonly SlotNumber[],
    textOf: (slot: SlotNumber) => string,
    done: ChangeRequest['done'],
  ): Promise<boolean> {
    const texts: SlotTexts = Object.fromEntries(
      slots.map((slot) => [symptomKey(slot), textOf(slot)]),
    );
    const isSaved = await change({
      slot: done.slot,
      touched: slots,
      make: () => save.mutateAsync(texts),
      done,
      failed: 'Error saving symptom. Please try again.',
    });
    // Drafts that were typed during the save are kept.
    const isTyped = (now: Drafts, slot: SlotNumber) => now[slot] !== texts[symptomKey(slot)];
    if (isSaved) {
      setDrafts((now) =>
        slots.reduce(
          (left, slot) => (isTyped(now, slot) ? left : withDraft(left, slot, undefined)),
          now,
        ),
      );
    }
    return isSaved;
  }

  return {
    drafts,
    /** Undo is hidden while a change is under way. */
    outcome: outcome && busy.length > 0 ? withoutUndo(outcome) : outcome,
    busy,
    isUndoing: undo.isPending,
    type(slot: SlotNumber, text: string) {
      setDrafts((now) => withDraft(now, slot, text));
    },
    /** @returns whether the slot was saved */
    save: (slot: SlotNumber, text: string) =>
      saveSlots([slot], () => text, { slot, text: `Symptom${slot} saved successfully!` }),
    /**
     * Names an empty slot with one press. Adds slot 4 or 5 first if it does not exist.
     *
     * @param isThere whether the slot exists
     * @returns whether the slot was named
     */
    async choose(slot: SlotNumber, name: string, isThere: boolean): Promise<boolean> {
      const key = symptomKey(slot);
      const isNamed = await change({
        slot: 'common',
        touched: [slot],
        make: async () => {
          if (!isThere) await save.mutateAsync({ [key]: NO_SYMPTOM_ENTERED });
          return await save.mutateAsync({ [key]: name });
        },
        done: { slot: 'common', text: `Symptom${slot} saved successfully!` },
        failed: 'Error saving symptom. Please try again.',
      });
      if (isNamed) setDrafts((now) => (now[slot] ? now : withDraft(now, slot, undefined)));
      return isNamed;
    },
    /**
     * Saves the drafts of slots, all or none, so that two slots may swap their names.
     *
     * @returns whether they were saved
     */
    saveAll: (slots: readonly SlotNumber[]) =>
      saveSlots(slots, (slot) => drafts[slot] ?? '', {
        slot: null,
        text: 'All symptoms saved successfully!',
      }),
    /** @returns whether the slot was added */
    async add(slot: SlotNumber): Promise<boolean> {
      const symptomValue = NO_SYMPTOM_ENTERED;
      return await change({
        slot,
        touched: [slot],
        make: () => save.mutateAsync({ [symptomKey(slot)]: symptomValue }),
        done: { slot, text: `Symptom${slot} created successfully!` },
        failed: `Error creating symptom${slot}. Please try again.`,
      });
    },
    /** @returns whether the slot was deleted */
    async delete(slot: SlotNumber): Promise<boolean> {
      // After slot 4 was deleted, slot 5 becomes slot 4. A second press would delete it too.
      if (busy.length > 0 || performance.now() - settledAt.current < SETTLE_MS) return false;
      const isDeleted = await change({
        slot,
        touched: SLOT_NUMBERS.filter((other) => other >= slot),
        make: () => remove.mutateAsync(slot),
        // The slot may hold another symptom now, so the message is shown below all slots.
        done: { slot: null, text: `Symptom ${slot} deleted successfully!` },
        failed: 'Error deleting symptom. Please try again.',
        undoDrafts: (now) => withSlot(now, slot, drafts[slot]),
      });
      if (!isDeleted) return false;
      settledAt.current = performance.now();
      setDrafts((now) => withoutSlot(now, slot));
      return true;
    },
    /** @returns whether the change was undone */
    async undo(last: Undo): Promise<boolean> {
      if (undo.isPending) return false;
      try {
        await undo.mutateAsync(last.revision);
      } catch (error) {
        // The error is shown where the message was. The Undo button stays for another try, except after a conflict
        // (409).
        const text = messageOf(error, 'We couldn’t undo that. Please try again.');
        const failed = { slot: null, ...outcome, kind: 'danger', text } as const;
        setOutcome(isStatus(error, 409) ? withoutUndo(failed) : failed);
        return false;
      }
      setDrafts(last.drafts);
      // The message replaces the one with Undo.
      const slot = outcome?.slot ?? null;
      setOutcome({ slot, kind: 'success', text: 'Your change was undone.' });
      return true;
    },
  };
}

function withoutUndo({ undo: _, ...outcome }: Outcome): Outcome {
  return outcome;
}
