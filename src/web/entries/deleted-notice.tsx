import { createContext, useContext } from 'react';
import { capitalized } from '../../domain/capitalized.ts';
import { DeletedMessage } from './deleted-entry.tsx';
import { useRestore } from './entries-of.ts';
import { keyOf } from './kind-calls.ts';
import type { DeletedTogether } from './view.ts';

interface Tellings {
  readonly deleted: (deleted: DeletedTogether) => void;
  readonly saved: (text: string) => void;
}

const TellContext = createContext<Tellings>({ deleted() {}, saved() {} });

/** Takes what was deleted or saved anywhere below, to show a notice. */
export const TellProvider = TellContext.Provider;

/** Tells the screen what was deleted, so that it says so and offers Undo. */
export function useTellDeleted(): Tellings['deleted'] {
  return useContext(TellContext).deleted;
}

/** Tells the screen where a saved entry is, if it is not where the person pressed. */
export function useTellSaved(): Tellings['saved'] {
  return useContext(TellContext).saved;
}

/** Says that entries were deleted, and restores them. */
export function DeletedNotice({
  of: { view, entries },
  isRestored,
  onRestored,
}: {
  readonly of: DeletedTogether;
  /** By default, after Undo. */
  readonly isRestored?: boolean | undefined;
  readonly onRestored?: () => void;
}) {
  const { kind } = view;
  const restoring = useRestore(kind);
  const keys = entries.map((entry) => keyOf(kind, entry));
  return (
    <DeletedMessage
      name={capitalized(view.useWords().name(entries))}
      kind={kind.name}
      restoring={restoring}
      isRestored={isRestored}
      onRestore={() => restoring.mutate(keys, { onSuccess: () => onRestored?.() })}
    />
  );
}
