import { explain } from '../platform/explain.ts';
import { type CopyOrder, type MadeCopy, makeCopy } from './make-copy.ts';

/** What the process of a copy answers. */
export interface CopyAnswer {
  readonly made?: MadeCopy | undefined;
  readonly fault?: string;
}

/** Makes a copy in a process of its own, because a copy computes for seconds, and a save must not wait for it. */
process.umask(0o077);
process.on('disconnect', () => process.exit(1));
process.once('message', async (order: CopyOrder) => {
  const answer: CopyAnswer = await makeCopy(order).then(
    (made) => ({ made }),
    (error: unknown) => ({ fault: explain(error) }),
  );
  process.send?.(answer, () => process.exit());
});
