import { type TestContext, vi } from 'vitest';

/** The time limit for each long run: two hours. Other tests have the minute that `bench/proof.ts` sets. */
vi.setConfig({ testTimeout: 7_200_000 });

declare module 'vitest' {
  interface TaskMeta {
    /** The measured values, for the table. */
    figure?: string;
  }
}

/** Adds a measured value to the table, after earlier values of the same test. */
export function tell({ task }: TestContext, figure: string): void {
  task.meta.figure = [task.meta.figure ?? [], figure].flat().join('; ');
}

/**
 * Scales a full run's count or duration by `PROOF_SHARE` (default 1), so that a short run is possible.
 *
 * @returns at least 1
 */
export function times(aim: number): number {
  return Math.max(1, Math.round(aim * Number(process.env.PROOF_SHARE ?? 1)));
}
