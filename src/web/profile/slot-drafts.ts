import { SLOT_NUMBERS, type SlotNumber, slotText } from '../../domain/symptoms.ts';

/** Unsaved text in the slots. */
export type Drafts = Readonly<Partial<Record<SlotNumber, string>>>;

/** The drafts with the text of one slot set, or removed if `text` is undefined. */
export function withDraft(drafts: Drafts, slot: SlotNumber, text: string | undefined): Drafts {
  const { [slot]: _, ...others } = drafts;
  return text === undefined ? others : { ...others, [slot]: text };
}

/** Whether a slot's draft differs from its saved text. */
export function isUnsaved(draft: string | undefined, saved: string): boolean {
  return draft !== undefined && slotText(draft) !== saved;
}

/** The drafts after a slot was deleted: each draft of a later slot moves to the slot before its own. */
export function withoutSlot(drafts: Drafts, deleted: SlotNumber): Drafts {
  return SLOT_NUMBERS.filter((slot) => slot >= deleted).reduce(
    (moved, slot) => withDraft(moved, slot, drafts[(slot + 1) as SlotNumber]),
    drafts,
  );
}

/**
 * The drafts after a deleted slot was restored: the slot gets its draft back, and each draft of a later slot moves to
 * the slot after its own.
 */
export function withSlot(drafts: Drafts, restored: SlotNumber, text: string | undefined): Drafts {
  return SLOT_NUMBERS.filter((slot) => slot > restored).reduce(
    (moved, slot) => withDraft(moved, slot, drafts[(slot - 1) as SlotNumber]),
    withDraft(drafts, restored, text),
  );
}
