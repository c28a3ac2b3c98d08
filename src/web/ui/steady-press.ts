import { isCancelled, isSamePress, type PressPoint, placeOf } from './press-path.ts';
import { scrollAlong } from './scroll-along.ts';

/**
 * Presses for hands with tremor, on every control. A press belongs to the control where the contact starts, and takes
 * effect when the contact ends, even a little outside the control. Moving away cancels the press and, except with a
 * mouse, scrolls; a second contact soon after a press is ignored as a repetition.
 *
 * The listeners run in the capture phase, before all others. At the end of a press a control receives the focus and one
 * synthetic click, like a click from the keyboard, and none of the pointer's own events.
 */

const CONTROLS = 'button, [role="tab"], summary, label.check, label.switch, a[href]';
/**
 * An element that can be pressed anywhere: a press on it presses its nearest button. It contains no other controls than
 * buttons.
 */
const GROUP = '[data-press-nearest]';
/** A group in which a wrong press is seen at once, and another press on it corrects that. */
const CHOICES = '[data-press-nearest="choice"]';

/**
 * Some browsers do not say which pointer a click belongs to. They send their own click within this time after
 * the contact (ms), unless the press has started slow work.
 */
const OWN_CLICK_MS = 400;

interface Press {
  readonly control: HTMLElement;
  readonly pointer: number;
  readonly path: PressPoint[];
  /** Whether this is the second press of a mouse's double click. */
  isRepeat: boolean;
  /** Scrolls to a distance from the start; absent until the contact starts to scroll. */
  scroll?: (by: number) => void;
}

interface Ended extends PressPoint {
  readonly isMouse: boolean;
  /** What was pressed, and where it was in the window (px). */
  pressed?: { readonly target: HTMLElement; readonly top: number };
}

/** A control that has moved further than this since it was pressed is not under the finger any more (px). */
const MOVED_AWAY_PX = 32;

/** A contact whose mouse events and click are suppressed, and the element that it hit. */
interface Swallowed {
  readonly pointer: number;
  readonly target: Element;
  readonly at: number;
}

/** Installs steady press in a document. */
export function installSteadyPress(document: Document): void {
  let press: Press | undefined;
  /**
   * When and where the last press ended, what it pressed, and whether a mouse made it, because presses of a mouse are not
   * checked for repetition.
   */
  let ended: Ended = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY, isMouse: false };
  let swallowed: Swallowed | undefined;

  function begin(event: PointerEvent): void {
    swallowed = undefined;
    // Assistive technology has no tremor and its point is arbitrary, so the browser's own click is right.
    if (isAssistive(event)) return;
    // A primary contact starts a new gesture; drop a press whose end was never reported.
    if (event.isPrimary) press = undefined;
    const isMouse = event.pointerType === 'mouse';
    const control = controlAt(event.target);
    if (!event.isTrusted || event.button !== 0) return;
    // Ignore a second contact of the same finger, even if it hits another control by now, and a second finger
    // on a control.
    const isChoice = control?.matches(CHOICES) === true;
    const isReplaced = control !== null && !isChoice && isPressedAway(ended.pressed);
    const isRepeat = !isMouse && !ended.isMouse && isSamePress(ended, pointOf(event), isReplaced);
    if (isRepeat || (control && press)) {
      swallow(event);
      return;
    }
    // With a modifier key, browsers open a link in another way.
    if (!control || (control.matches('a') && hasModifier(event))) return;
    event.stopPropagation();
    control.setPointerCapture(event.pointerId);
    press = { control, pointer: event.pointerId, path: [pointOf(event)], isRepeat: false };
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== press?.pointer) return;
    event.stopPropagation();
    const points = event.getCoalescedEvents?.() ?? [];
    press.path.push(...(points.length > 0 ? points : [event]).map(pointOf));
    if (event.pointerType !== 'mouse' && isCancelled(press.path)) follow(press, event.clientY);
  }

  /** Scrolls with the contact, because the browser does not scroll for contacts on a control. */
  function follow(press: Press, y: number): void {
    press.scroll ??= scrollAlong(press.control);
    press.scroll((press.path[0]?.y ?? y) - y);
  }

  function end(event: PointerEvent): void {
    if (event.pointerId === swallowed?.pointer) swallow(event);
    if (event.pointerId !== press?.pointer) {
      remember(event);
      return;
    }
    const { control, path, isRepeat } = press;
    press = undefined;
    swallow(event, control);
    path.push(pointOf(event));
    if (isRepeat || isCancelled(path)) return;
    ended = { ...pointOf(event), isMouse: event.pointerType === 'mouse' };
    if (!control.isConnected) return;
    const target = pressed(control, placeOf(path));
    ended.pressed = { target, top: target.getBoundingClientRect().top };
    // A mouse has focused the control already, but of a group the button where the press began.
    const isFocused = ended.isMouse && target === control;
    // Before the click, which may move the focus elsewhere.
    if (!isFocused && target.tabIndex >= 0) target.focus({ preventScroll: true });
    target.click();
  }

  /**
   * Remembers where a touch outside all controls ended. The touch may have opened something, such as a row of the
   * history, and a second touch by the same tremor must not press what is at that point now.
   */
  function remember(event: PointerEvent): void {
    const isTouch = event.isTrusted && event.pointerType !== 'mouse' && !isAssistive(event);
    if (isTouch && swallowed?.pointer !== event.pointerId) {
      ended = { ...pointOf(event), isMouse: false };
    }
  }

  function mouseDown(event: MouseEvent): void {
    // Browsers send compatibility mouse events after a contact. These events would move the focus to the
    // element that is now at that point.
    if (swallowed && event.isTrusted) keepFrom(event);
    // For a mouse, the browser itself counts the presses of a double click, in `detail`.
    if (press && event.detail > 1 && isSamePress(ended, pointOf(event))) press.isRepeat = true;
  }

  function cancel(event: PointerEvent): void {
    if (event.pointerId === press?.pointer) press = undefined;
  }

  function swallow(event: PointerEvent, target = event.target): void {
    event.stopPropagation();
    if (!(target instanceof Element)) return;
    swallowed = { pointer: event.pointerId, target, at: event.timeStamp };
  }

  /**
   * Suppresses the browser's own click after a contact, because `end` has sent a click or dropped the press.
   */
  function keepBack(event: MouseEvent): void {
    // Clicks of the keyboard, of screen readers and of this module have a `detail` of 0.
    if (!swallowed || !event.isTrusted || event.detail === 0) return;
    if (isOwnClick(event, swallowed)) keepFrom(event);
  }

  function keepFrom(event: MouseEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const options = { capture: true };
  document.addEventListener('pointerdown', begin, options);
  document.addEventListener('pointermove', move, options);
  document.addEventListener('pointerup', end, options);
  document.addEventListener('pointercancel', cancel, options);
  document.addEventListener('mousedown', mouseDown, options);
  document.addEventListener('click', keepBack, options);
  // A long press on a control must not open the context menu, and a small movement must not drag a link.
  const prevent = (event: Event) => press && event.preventDefault();
  document.addEventListener('contextmenu', prevent, options);
  document.addEventListener('dragstart', prevent, options);
}

/**
 * Whether the browser made this click from the swallowed contact. The click arrives after all work that the
 * press has started, which may take long on a slow phone, so its time is used only in browsers that do not
 * report the pointer.
 */
function isOwnClick(click: MouseEvent, { pointer, target, at }: Swallowed): boolean {
  if (click instanceof PointerEvent) return click.pointerId === pointer;
  return click.timeStamp - at <= OWN_CLICK_MS && isAt(click.target, target);
}

/**
 * Whether a screen reader or speech control made the press. Such a press has no contact: its size is 0, or, from
 * TalkBack on Android, it is a press of a mouse of 1 px without pressure. Only Android is checked for such a mouse,
 * because in Safari a real mouse has no pressure either.
 */
function isAssistive({ width, height, pressure, pointerType }: PointerEvent): boolean {
  if (width === 0 && height === 0) return true;
  const isAndroid = navigator.userAgent.includes('Android');
  return isAndroid && pointerType === 'mouse' && width === 1 && height === 1 && pressure === 0;
}

/** Whether the pressed control is gone, or is in another place of the window. */
function isPressedAway(pressed: Ended['pressed']): boolean {
  if (!pressed) return false;
  const { target, top } = pressed;
  return !target.isConnected || Math.abs(target.getBoundingClientRect().top - top) > MOVED_AWAY_PX;
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: PointerEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** Whether an event hits an element: the target is the element itself, or both are in the same control. */
function isAt(target: EventTarget | null, element: Element): boolean {
  if (target === element) return true;
  const control = controlAt(target);
  return control !== null && (control === element || control === controlAt(element));
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>(GROUP) ?? target.closest<HTMLElement>(CONTROLS);
}

/**
 * In a group of buttons, the button that is nearest to the press, or the part without a button that is nearer. For any
 * other control, the control itself.
 */
function pressed(control: HTMLElement, { x, y }: { x: number; y: number }): HTMLElement {
  const parts = control.matches(GROUP)
    ? [...control.querySelectorAll<HTMLElement>('button, [data-press-nothing]')]
    : [];
  const distances = parts.map((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
  });
  return parts[distances.indexOf(Math.min(...distances))] ?? control;
}

function pointOf({ clientX, clientY, timeStamp }: MouseEvent): PressPoint {
  return { x: clientX, y: clientY, at: timeStamp };
}
