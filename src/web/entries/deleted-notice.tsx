import { createContext, useContext } from 'react';
import { DeletedMessage } from './deleted-entry.tsx';
import { keyOf, useSetDeleted } from './entries-of.ts';
import { capitalized, type DeletedEntries } from './view.ts';

const NoticeContext = createContext<(deleted: DeletedEntries) => void>(() => {});

/** Takes what was deleted anywhere below, to show a `DeletedNotice`. */
export const DeletedTaker = NoticeContext.Provider;

/** Tells the screen what was deleted, so that it says so and offers Undo. */
export function useTellDeleted(): (deleted: DeletedEntries) => void {
  return useContext(NoticeContext);
}

/** Says that entries were deleted, and restores them. */
export function DeletedNotice({
  of: { view, entries },
  onRestored,
}: {
  readonly of: DeletedEntries;
  readonly onRestored?: () => void;
}) {
  const { kind } = view;
  const restoring = useSetDeleted(kind);
  const keys = entries.map((entry) => keyOf(kind, entry));
  return (
    <DeletedMessage
      name={capitalized(view.useWords().name(entries))}
      kind={kind.name}
      restoring={restoring}
      onRestore={() =>
        restoring.mutate({ keys, isDeleted: false }, { onSuccess: () => onRestored?.() })
      }
    />
  );
}
