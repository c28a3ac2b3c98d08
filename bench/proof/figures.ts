import { type TestContext, vi } from 'vitest';

/** The long runs may take that long each, in milliseconds; the short tests beside them have a minute. */
vi.setConfig({ testTimeout: 7_200_000 });

declare module 'vitest' {
  interface TaskMeta {
    /** What was measured, for the table. */
    figure?: string;
  }
}

/** Adds a figure to the table, after those that the same test has already reported. */
export function tell({ task }: TestContext, figure: string): void {
  task.meta.figure = [task.meta.figure ?? [], figure].flat().join('; ');
}

/** How often something is done: as the aim says, unless `PROOF_SHARE` asks for a part of it. */
export function times(aim: number): number {
  return Math.max(1, Math.round(aim * Number(process.env.PROOF_SHARE ?? 1)));
}
