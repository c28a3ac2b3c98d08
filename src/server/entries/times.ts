import { hasPassed } from '../../domain/clocks.ts';
import type { Instant } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';

/**
 * The time when an entry was made (`enteredAt`), and the time that it is for (`loggedAt`), which is never later than
 * `enteredAt`. A chosen time up to five minutes in the future becomes the present. So does any future time of the
 * device's clock, which may be fast. If an entry seems older than the account, the device's clock was wrong, as on an
 * offline phone after its battery was empty. The entry then gets the time when the account was created.
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
  // Only a time that the person chose is refused. A wrong clock must not prevent a save.
  if (loggedAt !== undefined && !hasPassed(logged, now)) throw fail('timeInFuture');
  return { loggedAt: Math.min(logged, entered, now), enteredAt: Math.min(entered, now) };
}
