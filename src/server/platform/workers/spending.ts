import type { RateLimit } from '../../limits.ts';

/**
 * The processor time that the tasks of each account have used lately. It is kept in memory: after a restart everybody
 * begins with nothing spent, and each process of a cluster counts for itself.
 */
export interface Spending {
  readonly add: (userId: string, ms: number) => void;
  /** Whether an account has used up its processor time. */
  readonly isSpent: (userId: string) => boolean;
}

/**
 * @param limit.max processor milliseconds in `windowMs`; what was spent is forgiven evenly over this time
 * @param clock milliseconds that no change of the machine's clock affects
 */
export function makeSpending(
  { max, windowMs }: RateLimit,
  clock = () => performance.now(),
): Spending {
  const spent = new Map<string, { readonly ms: number; readonly at: number }>();

  function unforgiven(userId: string, now: number): number {
    const { ms, at } = spent.get(userId) ?? { ms: 0, at: now };
    return Math.max(0, ms - ((now - at) * max) / windowMs);
  }

  return {
    add(userId, ms) {
      const now = clock();
      for (const other of spent.keys()) if (unforgiven(other, now) === 0) spent.delete(other);
      spent.set(userId, { ms: unforgiven(userId, now) + ms, at: now });
    },
    isSpent: (userId) => unforgiven(userId, clock()) >= max,
  };
}
