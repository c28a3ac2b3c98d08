/** Elements that can get the focus in place of a removed one. */
const AROUND = 'li, section, fieldset, form, dialog';
/**
 * Screens may move the focus themselves within this time (ms). It is shorter than the time after which a message is
 * spoken (`Message`), because a change of the focus would interrupt the message.
 */
const WAIT_MS = 50;

/**
 * Keeps the focus near where it was. If the focused element is removed, for example together with the list row whose
 * button was pressed, browsers move the focus to the start of the page. This function moves it to the nearest list item
 * or section around the removed element, so that a keyboard or a screen reader continues there.
 *
 * @returns a function that stops it
 */
export function keepFocus(document: Document): () => void {
  /**
   * The focused element, then the elements of `AROUND` that contain it, the nearest first. If the focus is in a dialog,
   * the elements from before the dialog opened follow.
   */
  let focused: readonly HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest('dialog');
    const before = dialog ? focused.filter((element) => !dialog.contains(element)) : [];
    focused = [target, ...ancestorsOf(target), ...before];
  }

  /** Forgets an element that the person has left, for example by a press beside it. */
  function forget({ target, relatedTarget }: FocusEvent): void {
    // An element also loses the focus when it is removed, and when the person goes to another window.
    if (relatedTarget || !document.hasFocus()) return;
    queueMicrotask(() => {
      if (focused[0] === target && focused[0].isConnected) focused = [];
    });
  }

  function look(): void {
    if (focused[0] && !focused[0].isConnected) timer ??= setTimeout(move, WAIT_MS);
  }

  function move(): void {
    timer = undefined;
    if (document.activeElement === document.body) focused.find(focusBriefly);
  }

  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
  };
}

/** Moves the focus to the chosen tab, for an answer whose pressed button is removed. */
export function focusChosenTab(): void {
  document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const nearest = element.parentElement?.closest<HTMLElement>(AROUND);
  return nearest ? [nearest, ...ancestorsOf(nearest)] : [];
}

/**
 * Focuses an element, even one that normally cannot have the focus.
 *
 * @returns whether it has the focus; a removed or hidden element does not get it
 */
export function focusBriefly(element: HTMLElement): boolean {
  const hasFocus = () => element.ownerDocument.activeElement === element;
  if (element.hasAttribute('tabindex')) {
    element.focus({ preventScroll: true });
    return hasFocus();
  }
  /** Removes the `tabindex` after the element has lost the focus, but not if only the window has lost it. */
  function undo(): void {
    if (hasFocus()) return;
    element.removeAttribute('tabindex');
    element.removeEventListener('blur', undo);
  }
  element.tabIndex = -1;
  element.addEventListener('blur', undo);
  element.focus({ preventScroll: true });
  undo();
  return hasFocus();
}
