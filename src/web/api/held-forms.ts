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
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), HANDOVER_MS);
  return await new Promise((tell) => {
    const hold = () =>
      new Promise<void>((release) => {
        held.set(submissionId, release);
        tell(true);
      });
    navigator.locks
      .request(`form ${submissionId}`, { signal: giveUp.signal }, hold)
      .catch(() => tell(false))
      .finally(() => clearTimeout(patience));
  });
}

export function releaseForm(submissionId: string): void {
  held.get(submissionId)?.();
  held.delete(submissionId);
}
