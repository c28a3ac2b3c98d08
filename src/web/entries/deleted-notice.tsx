import { createContext, useContext } from 'react';
import { capitalized } from '../../domain/capitalized.ts';
import { DeletedMessage } from './deleted-entry.tsx';
import { keyOf, useRestore } from './entries-of.ts';
import type { DeletedTogether } from './view.ts';

const NoticeContext = createContext<(deleted: DeletedTogether) => void>(() => {});

/** Takes what was deleted anywhere below, to show a `DeletedNotice`. */
export const DeletedProvider = NoticeContext.Provider;

/** Tells the screen what was deleted, so that it says so and offers Undo. */
export function useTellDeleted(): (deleted: DeletedTogether) => void {
  return useContext(NoticeContext);
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
