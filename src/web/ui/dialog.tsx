import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useBlockedSteps } from '../navigation.tsx';
import { Button } from './button.tsx';

/**
 * A modal dialog; full screen on phones. Pressing outside does not close it, so that a slipped finger cannot
 * discard the input.
 */
export function Dialog({
  title,
  progress,
  onClose,
  closeButton = true,
  children,
}: {
  readonly title: string;
  /** Which screen of several is shown; screen readers speak it when it changes. */
  readonly progress?: string | undefined;
  /** Called for Close, Escape and Back. The dialog closes when it is unmounted. */
  readonly onClose: () => void;
  readonly closeButton?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Android's Back cancels the dialog; in other browsers Back is a step in the history.
  useBlockedSteps(onClose);
  useLayoutEffect(() => (dialog.current ? openModal(dialog.current) : undefined), []);
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog-frame"
      aria-labelledby={id}
      tabIndex={-1}
      onCancel={(event) => {
        // The file chooser of a field in the dialog also sends `cancel`, which must not close the dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // Chrome closes a dialog by itself if Escape or Back is pressed twice without another key, so it is opened
        // again.
        if (currentTarget.open) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      <div className="dialog">
        <div className="dialog-head">
          <div className="dialog-title">
            <h2 id={id}>{title}</h2>
            {progress !== undefined && (
              <p className="soft small" role="status">
                {progress}
              </p>
            )}
          </div>
          {closeButton && (
            <Button kind="small" onPress={onClose}>
              Close
            </Button>
          )}
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}

/** Opens a dialog. @returns a function that closes it and moves the focus back to where it was before */
function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  // Otherwise the first button has the focus, and a screen reader does not speak the title.
  dialog.focus();
  lockPage();
  return () => {
    dialog.close();
    lockPage();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

/** Keeps the page from scrolling while a dialog is open. */
function lockPage(): void {
  const { style, clientWidth } = document.documentElement;
  const isOpen = document.querySelector('dialog[open]') !== null;
  // The space of the hidden scroll bar stays reserved, so that the page does not jump.
  style.scrollbarGutter = isOpen && clientWidth < innerWidth ? 'stable' : '';
  style.overflow = isOpen ? 'hidden' : '';
}
