/**
 * The path of a finger or pen from touch to release, and the point that was meant. A hand with tremor lands
 * beside its target and oscillates around it, so the mean over the whole contact is more accurate than the
 * first or the last point.
 */

export interface PressPoint {
  /** CSS px in the window. */
  readonly x: number;
  readonly y: number;
  /** Milliseconds, on any clock that all points of a press share. */
  readonly at: number;
}

/** A contact that moves further than this from its start is a scroll or a cancelled press (px). */
const MAX_TRAVEL = 64;

/** A contact this soon (ms) and this near (px) after the last one is a repetition by a hand with tremor. */
const SAME_PRESS_MS = 350;
const SAME_PRESS_PX = 120;
/**
 * The same (ms) if the pressed control is gone, such as 'Took it', in whose place 'Undo' is, or has moved away. A person
 * who presses again because nothing seems to have happened has not read yet what is there now.
 */
const REPLACED_MS = 1500;

/** Whether the contact moved away from its start, which cancels the press. */
export function isCancelled(path: readonly PressPoint[]): boolean {
  const [first] = path;
  return first !== undefined && path.some((point) => distance(first, point) > MAX_TRAVEL);
}

/** The point of a press: the mean of its points, each weighted by how long the contact stayed there. */
export function placeOf(path: readonly PressPoint[]): { x: number; y: number } {
  let [x, y, time] = [0, 0, 0];
  for (const [index, point] of path.entries()) {
    const next = path[index + 1];
    const stayed = next ? next.at - point.at : 0;
    x += point.x * stayed;
    y += point.y * stayed;
    time += stayed;
  }
  const last = path.at(-1) ?? { x: 0, y: 0 };
  return time > 0 ? { x: x / time, y: y / time } : { x: last.x, y: last.y };
}

/**
 * Whether a new contact repeats the press that ended before it.
 *
 * @param isReplaced whether the control of the last press is gone or has moved away
 */
export function isSamePress(end: PressPoint, begin: PressPoint, isReplaced = false): boolean {
  const limit = isReplaced ? REPLACED_MS : SAME_PRESS_MS;
  return begin.at - end.at < limit && distance(end, begin) <= SAME_PRESS_PX;
}

function distance(a: PressPoint, b: PressPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
