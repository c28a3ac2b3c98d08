/**
 * Which forms are open in this window: no other one opens them, or two would write over each other. The
 * browser lets go of them with the window, however that ends.
 */

/** A window that was just left lets go within this time: milliseconds. */
const HANDOVER_MS = 500;

/** How to let go of a form. */
const held = new Map<string, () => void>();

/**
 * Takes a form for this window.
 *
 * @returns false where another window has it open. Where the browser has no locks, as over http from
 *   another machine, it is always true.
 */
export async function holdForm(submissionId: string): Promise<boolean> {
  if (!navigator.locks || held.has(submissionId)) return true;
  const isHeld = Promise.withResolvers<boolean>();
  const request = navigator.locks.request(
    `form ${submissionId}`,
    { signal: AbortSignal.timeout(HANDOVER_MS) },
    async () => {
      const isDone = Promise.withResolvers<void>();
      held.set(submissionId, isDone.resolve);
      isHeld.resolve(true);
      await isDone.promise;
    },
  );
  request.catch(() => isHeld.resolve(false));
  return await isHeld.promise;
}

export function releaseForm(submissionId: string): void {
  held.get(submissionId)?.();
  held.delete(submissionId);
}
