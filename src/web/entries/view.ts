import type { ReactNode } from 'react';
import type { Kind, SavedEntry } from './kind.ts';

/** What a person sees of a kind of entry wherever all kinds look alike. */
export interface KindView<Saved extends SavedEntry> {
  readonly kind: Kind;
  useWords(): Words<Saved>;
  /** A deleted entry in a list, or several that are restored together. */
  Deleted(props: { readonly entries: readonly Saved[] }): ReactNode;
  /** Groups the deleted entries that are restored together. By default, each is restored alone. */
  together?(deleted: readonly Saved[]): readonly (readonly Saved[])[];
}

interface Words<Saved> {
  /** 'the check-in of Nov 18, 2026', 'Form #12'. Several entries are named together only if they are restored together. */
  name(entries: readonly Saved[]): string;
}

export type AnyKindView = KindView<SavedEntry>;

/** Entries that were deleted together. */
export interface DeletedTogether {
  readonly view: AnyKindView;
  readonly entries: readonly SavedEntry[];
}
