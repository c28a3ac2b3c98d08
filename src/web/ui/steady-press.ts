import { isCancelled, isSamePress, type PressPoint, placeOf } from './press-path.ts';
import { scrollAlong } from './scroll-along.ts';

/**
 * Presses for hands that shake, on every control that is pressed. A press belongs to the control where it
 * began, takes effect when the contact ends, wherever a little outside that is, and is cancelled by moving
 * away, which scrolls; a second contact right after it is the same press.
 *
 * It stands before everything else that listens: the controls get the focus and a click like the keyboard's,
 * once the press is over, and none of the pointer's own.
 */

/** What is pressed. Links are with a finger only: a mouse may open them in another way. */
const CONTROLS =
  'button, [role="tab"], summary, label.check, label.switch, a.link, [data-press-nearest]';

/**
 * Browsers that do not tell whose a click is send their own within this time after the contact, in
 * milliseconds, where nothing slow was pressed.
 */
const OWN_CLICK_MS = 400;

interface Press {
  readonly control: HTMLElement;
  readonly pointer: number;
  readonly path: PressPoint[];
  /** The second press of a mouse's double click. */
  isRepeat: boolean;
  /** Where it scrolls by now: what moves along with it, by px. */
  scroll?: (by: number) => void;
}

/** A contact whose own mouse events are to be kept from where it landed. */
interface Swallowed {
  readonly pointer: number;
  readonly target: Element;
  readonly at: number;
}

/** Makes presses steady in a whole document, for as long as it lives. */
export function installSteadyPress(document: Document): void {
  let press: Press | undefined;
  /** When the last press ended, and whether it was a mouse's: a finger does not repeat that. */
  let ended = { at: Number.NEGATIVE_INFINITY, isMouse: false };
  let swallowed: Swallowed | undefined;

  function begin(event: PointerEvent): void {
    swallowed = undefined;
    // Nothing shakes there, and its place is no one's choice: the browser's own click is right.
    if (isAssistive(event)) return;
    // The first contact of all: whatever ended unheard before it is over.
    if (event.isPrimary) press = undefined;
    const isMouse = event.pointerType === 'mouse';
    const control = controlAt(event.target);
    if (!event.isTrusted || event.button !== 0 || (isMouse && control?.matches('a'))) return;
    // The same finger once more, wherever it lands, or a second one beside it: no press of its own.
    const isRepeat = !isMouse && !ended.isMouse && isSamePress(ended.at, event.timeStamp);
    if (isRepeat || (control && press)) {
      swallow(event);
      return;
    }
    if (!control) return;
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

  /** The browser scrolls by no contact on a control, and whoever moves that far means to scroll. */
  function follow(press: Press, y: number): void {
    press.scroll ??= scrollAlong(press.control);
    press.scroll((press.path[0]?.y ?? y) - y);
  }

  function end(event: PointerEvent): void {
    if (event.pointerId === swallowed?.pointer) swallow(event);
    if (event.pointerId !== press?.pointer) return;
    const { control, path, isRepeat } = press;
    press = undefined;
    swallow(event, control);
    path.push(pointOf(event));
    if (isRepeat || isCancelled(path)) return;
    ended = { at: event.timeStamp, isMouse: event.pointerType === 'mouse' };
    if (!control.isConnected) return;
    const target = pressed(control, placeOf(path));
    // A mouse has given it the focus by now; what the click shows next may take it from there.
    if (!ended.isMouse && target.tabIndex >= 0) target.focus({ preventScroll: true });
    target.click();
  }

  function mouseDown(event: MouseEvent): void {
    // After a contact of ours comes the one that browsers make up for it. What stands there now is not what
    // was pressed, and would take the focus, or take it away.
    if (swallowed && event.isTrusted) keepFrom(event);
    // A mouse tells by itself which press is the second of a double click.
    if (press && event.detail > 1 && isSamePress(ended.at, event.timeStamp)) press.isRepeat = true;
  }

  function cancel(event: PointerEvent): void {
    if (event.pointerId === press?.pointer) press = undefined;
  }

  function swallow(event: PointerEvent, target = event.target): void {
    event.stopPropagation();
    if (!(target instanceof Element)) return;
    swallowed = { pointer: event.pointerId, target, at: event.timeStamp };
  }

  /** The browser's own click that follows a contact: a press of ours, or none, took its place. */
  function keepBack(event: MouseEvent): void {
    // The keyboard's clicks, a screen reader's and our own have no count.
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
  // A finger that rests on a control presses it; it asks for no menu.
  document.addEventListener('contextmenu', (event) => press && event.preventDefault(), options);
}

/**
 * Whether a click is the one that a browser makes of a contact. It comes after all that the press set off,
 * which may take long on a slow phone, so its time says little where the browser tells the pointer.
 */
function isOwnClick(click: MouseEvent, { pointer, target, at }: Swallowed): boolean {
  if (click instanceof PointerEvent) return click.pointerId === pointer;
  return click.timeStamp - at <= OWN_CLICK_MS && isAt(click.target, target);
}

/**
 * Whether it is a screen reader's or a voice's press, which have no contact: nothing touches, or TalkBack's mouse of
 * one px that does not press. (A mouse in Safari does not tell its pressure either.)
 */
function isAssistive({ width, height, pressure, pointerType }: PointerEvent): boolean {
  if (width === 0 && height === 0) return true;
  const isAndroid = navigator.userAgent.includes('Android');
  return isAndroid && pointerType === 'mouse' && width === 1 && height === 1 && pressure === 0;
}

/** Whether an event is at an element: on it, or on the control around both. */
function isAt(target: EventTarget | null, element: Element): boolean {
  if (target === element) return true;
  const control = controlAt(target);
  return control !== null && (control === element || control === controlAt(element));
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
}

/** Of controls that stand together as one, the nearest to the press; otherwise the control itself. */
function pressed(control: HTMLElement, { x, y }: { x: number; y: number }): HTMLElement {
  const parts = control.matches('[data-press-nearest]')
    ? [...control.querySelectorAll<HTMLElement>('button')]
    : [];
  const distances = parts.map((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2);
  });
  return parts[distances.indexOf(Math.min(...distances))] ?? control;
}

function pointOf({ clientX, clientY, timeStamp }: PointerEvent): PressPoint {
  return { x: clientX, y: clientY, at: timeStamp };
}
