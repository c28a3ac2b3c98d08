import './entry-row.css';
import type { ReactNode } from 'react';
import { EnteredBy } from './entered-by.tsx';
import { WaitingTag } from './waiting-tag.tsx';

/** An entry in Today and in the history. A press opens it. */
export function EntryRow({
  title,
  action,
  children,
  note,
  isUnsaved = false,
  isWaiting = false,
  isBusy = false,
  author,
  onOpen,
}: {
  /** Its time, or the name of its kind. */
  readonly title: ReactNode;
  /** What a press does, for screen readers: 'Edit dose'. Without it, the row's words say it. */
  readonly action?: string | undefined;
  readonly children: ReactNode;
  readonly note?: string | undefined;
  /** Whether its dialog has input that is not saved. */
  readonly isUnsaved?: boolean;
  /** Whether it waits on this device to be sent. */
  readonly isWaiting?: boolean;
  readonly isBusy?: boolean;
  readonly author?: string | undefined;
  /** Undefined if the signed-in person must not change the entry. */
  readonly onOpen: (() => void) | undefined;
}) {
  const text = (
    <>
      <b>{title}</b>
      <span className="today-text">
        {action && onOpen && <span className="visually-hidden">{action}: </span>}
        {children}
        {note && <span className="today-note soft">“{note}”</span>}
        {isUnsaved && <span className="soft"> (not saved yet)</span>}
        {isWaiting && <WaitingTag />}
        <EnteredBy author={author} />
      </span>
    </>
  );
  return (
    <RowPress isBusy={isBusy} onOpen={onOpen}>
      {text}
    </RowPress>
  );
}

/** A row that a press opens. */
export function RowPress({
  isBusy = false,
  onOpen,
  children,
}: {
  readonly isBusy?: boolean;
  /** Undefined if the signed-in person must not change the entry. */
  readonly onOpen: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  if (!onOpen) return <div className="today-row today-row-fixed">{children}</div>;
  return (
    <button
      type="button"
      className="today-row"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onOpen()}
    >
      {children}
    </button>
  );
}
