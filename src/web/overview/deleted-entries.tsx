import { useRef, useState } from 'react';
import { DeletedList, useDeletedList } from '../entries/deleted-list.tsx';
import { Icon } from '../ui/icon.tsx';
import { VIEWS } from './views.ts';

// Visits have a list of their own, in their dialog.
const { visits: _, ...others } = VIEWS;
const LISTED = Object.values(others);

/**
 * The entries that were deleted in the last 30 days, in a fold below the list of past forms. They are fetched when the
 * fold is opened. If there is no list of past forms, they are fetched at once, and the fold is shown only if there are
 * deleted entries.
 *
 * @param hasPast whether the list of past forms exists
 * @param isPast whether the list of past forms is shown
 */
export function DeletedEntries({
  hasPast,
  isPast,
}: {
  readonly hasPast: boolean;
  readonly isPast: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const deleted = useDeletedList(LISTED, isOpen || !hasPast);
  const summary = useRef<HTMLElement>(null);
  if (!isPast && !isOpen && (hasPast || deleted.rows.length === 0)) return null;
  return (
    <details
      className="fold history-deleted"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary ref={summary}>
        <Icon name="bin" />
        Deleted in the last 30 days
      </summary>
      {isOpen && (
        <DeletedList of={deleted} onGone={() => summary.current?.focus({ preventScroll: true })} />
      )}
    </details>
  );
}
