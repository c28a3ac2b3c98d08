/**
 * How a finger or pen moved from touching the glass to leaving it, and what was meant by it. A hand that
 * shakes lands beside its aim and swings about it, so neither the first nor the last place says much; the
 * mean over the whole contact does.
 */

export interface PressPoint {
  /** CSS px of the window. */
  readonly x: number;
  readonly y: number;
  /** Milliseconds, on any clock that all points of a press share. */
  readonly at: number;
}

/** Whoever moves further than this from where they began is scrolling, or has thought better of it: px. */
const MAX_TRAVEL = 64;

/** Another contact this soon is the same press of a hand that shakes, in milliseconds. */
const SAME_PRESS_MS = 350;

/** Whether a press was taken back by moving away from where it began. */
export function isCancelled(path: readonly PressPoint[]): boolean {
  const [first] = path;
  return first !== undefined && path.some((point) => distance(first, point) > MAX_TRAVEL);
}

/** Where a press was: the mean of its places, each weighted by how long the contact stayed there. */
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

/** Whether a contact that begins belongs to the press that ended before it. */
export function isSamePress(endedAt: number, begunAt: number): boolean {
  return begunAt - endedAt < SAME_PRESS_MS;
}

function distance(a: PressPoint, b: PressPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
