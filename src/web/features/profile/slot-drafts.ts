import { SLOT_NUMBERS, type SlotNumber } from '../../../domain/symptoms.ts';

/** What was typed into the slots and not yet saved. */
export type Drafts = Readonly<Partial<Record<SlotNumber, string>>>;

/** The drafts with one more, or with none for that slot. */
export function withDraft(drafts: Drafts, slot: SlotNumber, text: string | undefined): Drafts {
  const { [slot]: _, ...others } = drafts;
  return text === undefined ? others : { ...others, [slot]: text };
}

/** The drafts after a slot was deleted: what was typed into those behind it moves up with them. */
export function withoutSlot(drafts: Drafts, deleted: SlotNumber): Drafts {
  return SLOT_NUMBERS.filter((slot) => slot >= deleted).reduce(
    (moved, slot) => withDraft(moved, slot, drafts[(slot + 1) as SlotNumber]),
    drafts,
  );
}

/** The drafts after a deleted slot is back, with what was typed into it. */
export function withSlot(drafts: Drafts, restored: SlotNumber, text: string | undefined): Drafts {
  return SLOT_NUMBERS.filter((slot) => slot > restored).reduce(
    (moved, slot) => withDraft(moved, slot, drafts[(slot - 1) as SlotNumber]),
    withDraft(drafts, restored, text),
  );
}
