import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import type { NotedTime } from './queries/noted-times.ts';

/** A server that was off for longer than this (ms) may have a wrong clock, such as a computer without a battery. */
const JUMP_MS = DAY_MS;
/** How long a clock runs steadily until it is trusted, although the system does not say that it is right (ms). */
const STEADY_MS = 2 * DAY_MS;
/** By how much the clocks of two servers, or a clock and a timer, may differ (ms). */
const SKEW_MS = 60_000;

/** The machine's clock, and a timer that no change of the clock affects (ms, from any start). */
export interface Reading {
  readonly clock: Instant;
  readonly timer: number;
}

/** Whether the clock is behind a time that a server took for right, or has jumped ahead of it. */
export function isDoubtful(noted: NotedTime, clock: Instant): boolean {
  return isBehind(noted, clock) || noted.hasJumped || clock - noted.at > JUMP_MS;
}

/** Whether the clock is behind a time that a server took for right. */
export function isBehind({ at }: Pick<NotedTime, 'at'>, clock: Instant): boolean {
  return clock < at - SKEW_MS;
}

/** The note that trusts a clock. */
export function trusted(clock: Instant): NotedTime {
  return { at: clock, hasJumped: false, steadyMs: 0 };
}

/**
 * What to note next, if the system does not say that its clock is right. A clock that has jumped ahead by more than a
 * day is trusted after 48 hours of steady time, or when it is back within a day of the noted time. A clock that is
 * behind changes nothing.
 *
 * @param before the reading of this process before this one; undefined at its start
 */
export function noteAfter(noted: NotedTime, before: Reading | undefined, now: Reading): NotedTime {
  if (isBehind(noted, now.clock)) return noted;
  if (now.clock - noted.at <= JUMP_MS) return trusted(now.clock);
  const jumped = { at: noted.at, hasJumped: true };
  if (!noted.hasJumped || !before) return { ...jumped, steadyMs: noted.steadyMs };
  const elapsed = now.timer - before.timer;
  const isSteady = Math.abs(now.clock - before.clock - elapsed) <= SKEW_MS;
  const steadyMs = isSteady ? noted.steadyMs + elapsed : 0;
  return steadyMs >= STEADY_MS ? trusted(now.clock) : { ...jumped, steadyMs };
}
