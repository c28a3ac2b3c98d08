/** Elements that can get the focus in place of a removed one. */
const AROUND = 'li, section, fieldset, form, dialog, [role="tabpanel"], main';
/** Screens may move the focus themselves within this time (ms). */
const WAIT_MS = 100;

/**
 * Keeps the focus near where it was. If the focused element is removed, for example together with the list row whose
 * button was pressed, browsers move the focus to the start of the page. This function moves it to the nearest list item
 * or section around the removed element, so that a keyboard or a screen reader continues there.
 *
 * @returns a function that stops it
 */
export function keepFocus(document: Document): () => void {
  /** The focused element, then the elements of `AROUND` that contain it, the nearest first. */
  let focused: readonly HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function remember({ target }: FocusEvent): void {
    focused = target instanceof HTMLElement ? [target, ...ancestorsOf(target)] : [];
  }

  function look(): void {
    if (focused[0] && !focused[0].isConnected) timer ??= setTimeout(move, WAIT_MS);
  }

  function move(): void {
    timer = undefined;
    if (document.activeElement !== document.body) return;
    const place = focused.find(({ isConnected }) => isConnected);
    if (place) focusBriefly(place);
  }

  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', remember);
  };
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const nearest = element.parentElement?.closest<HTMLElement>(AROUND);
  return nearest ? [nearest, ...ancestorsOf(nearest)] : [];
}

/** Focuses an element that cannot have the focus otherwise. */
function focusBriefly(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
