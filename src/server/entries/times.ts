import { hasPassed } from '../../domain/clocks.ts';
import type { Instant } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';

/**
 * When an entry was made, and the time that it is for. A time up to five minutes in the future becomes the present. So
 * does a future time from the device's clock, which may be ahead of ours. An entry that was made before the account existed comes from a
 * clock that had stopped, such as that of a phone without a network after its battery was empty. It gets the
 * time when the account was created.
 *
 * @throws timeInFuture if the person chose a time more than five minutes in the future
 */
export function timesOf(
  { enteredAt, loggedAt }: { enteredAt?: string | undefined; loggedAt?: string | undefined },
  { now, since }: { readonly now: Instant; readonly since: Instant | undefined },
): { loggedAt: Instant; enteredAt: Instant } {
  const entered = enteredAt === undefined ? now : Date.parse(enteredAt);
  if (since !== undefined && entered < since) return { loggedAt: since, enteredAt: since };
  const logged = loggedAt === undefined ? entered : Date.parse(loggedAt);
  // Refuses a future time only if the person chose it: a wrong clock must not keep an entry from being saved.
  if (loggedAt !== undefined && !hasPassed(logged, now)) throw fail('timeInFuture');
  return { loggedAt: Math.min(logged, entered, now), enteredAt: Math.min(entered, now) };
}
