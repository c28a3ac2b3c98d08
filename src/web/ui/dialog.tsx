import './dialog.css';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useBlockedSteps } from '../platform/navigation.tsx';
import { Breakable } from './breakable.tsx';
import { Button } from './button.tsx';
import { ForWhom, ForWhomContext } from './for-whom.tsx';

/** Whether the dialogs below have an address, so that a step back in the history closes them by itself. */
export const HasAddress = createContext(false);

/** A page that a dialog shows in place of its own content. */
interface Shown {
  readonly titleId: string;
  readonly close: () => void;
}

interface Outer {
  readonly frame: HTMLDialogElement | null;
  readonly show: (page: Shown | undefined) => void;
}

const OuterDialog = createContext<Outer | undefined>(undefined);

interface DialogProps {
  readonly title: string;
  /** Which screen of several is shown; screen readers speak it when it changes. */
  readonly progress?: string | undefined;
  /** Called for Close, Escape and Back. The dialog closes when it is unmounted. */
  readonly onClose: () => void;
  readonly closeButton?: boolean;
  /** A question with at most two answers: as tall as its content, on a phone at the bottom of the screen. */
  readonly isQuestion?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog; full screen on phones. Pressing outside does not close it, so that a slipped finger cannot
 * discard the input. If the page's entries are not the signed-in person's own (`ForWhomContext`), every dialog says
 * so under its title. A dialog inside of another one becomes a page of that one, with a button back.
 */
export function Dialog(props: DialogProps) {
  const outer = useContext(OuterDialog);
  return outer ? <InnerPage {...props} outer={outer} /> : <OwnDialog {...props} />;
}

function InnerPage({ title, onClose, children, outer }: DialogProps & { readonly outer: Outer }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What had the focus before the page was opened. */
  const opener = useRef<Element>(null);
  const { frame, show } = outer;
  const close = useEffectEvent(onClose);
  useBlockedSteps(onClose);
  // A layout effect, so that the content from before is shown again as soon as the page has gone: only then can
  // something in it have the focus.
  useLayoutEffect(() => {
    if (!frame) return undefined;
    opener.current ??= document.activeElement;
    show({ titleId: id, close: () => close() });
    heading.current?.focus();
    return () => {
      show(undefined);
      // The button that opened the page has the focus again, unless what closed the page has moved it.
      queueMicrotask(() => {
        const isFree = document.activeElement === document.body;
        if (isFree && opener.current instanceof HTMLElement) opener.current.focus();
      });
    };
  }, [id, frame, show]);
  return (
    frame &&
    createPortal(
      <div className="dialog dialog-page">
        <div className="dialog-head">
          <Button kind="quiet" icon="back" onPress={onClose}>
            Back
          </Button>
          <div className="dialog-title">
            <h2 id={id} tabIndex={-1} ref={heading}>
              <Breakable text={title} />
            </h2>
          </div>
        </div>
        {children}
      </div>,
      frame,
    )
  );
}

function OwnDialog({
  title,
  progress,
  onClose,
  closeButton = true,
  isQuestion = false,
  children,
}: DialogProps) {
  const id = useId();
  const [frame, setFrame] = useState<HTMLDialogElement | null>(null);
  const [shown, show] = useState<Shown>();
  const outer = useMemo(() => ({ frame, show }), [frame]);
  const leave = shown?.close ?? onClose;
  const dialog = useRef<HTMLDialogElement>(null);
  const isForOther = useContext(ForWhomContext) !== undefined;
  // Android's Back cancels the dialog; in other browsers Back is a step in the history.
  useBlockedSteps(useContext(HasAddress) ? undefined : onClose);
  useLayoutEffect(() => (dialog.current ? openModal(dialog.current) : undefined), []);
  // A page starts at its top, wherever the row that opens it stood.
  useLayoutEffect(() => {
    if (shown && dialog.current) dialog.current.scrollTop = 0;
  }, [shown]);
  const classes = [
    'dialog-frame',
    isForOther && 'dialog-for-other',
    isQuestion && 'dialog-question',
  ];
  const step = progress !== undefined && (
    <p className="dialog-progress soft small" role="status">
      {progress}
    </p>
  );
  return createPortal(
    <dialog
      ref={(element) => {
        dialog.current = element;
        setFrame(element);
      }}
      className={classes.filter(Boolean).join(' ')}
      // Part of the name and not only a description, which some screen readers do not speak when a dialog opens.
      aria-labelledby={isForOther ? `${id} ${id}-for` : (shown?.titleId ?? id)}
      tabIndex={-1}
      onCancel={(event) => {
        // The file chooser of a field in the dialog also sends `cancel`, which must not close the dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={({ currentTarget }) => {
        // Chrome closes a dialog by itself if Escape or Back is pressed twice without another key, so it is opened
        // again.
        if (currentTarget.open) return;
        currentTarget.showModal();
        leave();
      }}
    >
      <div className="dialog" hidden={shown !== undefined}>
        <div className="dialog-head">
          <div className="dialog-title">
            <h2 id={id}>
              <Breakable text={title} />
            </h2>
            {!isForOther && step}
          </div>
          {closeButton && (
            <Button kind="quiet" onPress={onClose}>
              Close
            </Button>
          )}
          {isForOther && (
            <div className="dialog-whose">
              <ForWhom id={`${id}-for`} />
              {step}
            </div>
          )}
        </div>
        <OuterDialog value={outer}>{children}</OuterDialog>
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
