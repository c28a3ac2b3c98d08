import { fail } from '../platform/http/fail.ts';

/** One import under way, and one that waits, such as the adding of a file that is still being looked at. */
const MOST_OF_ACCOUNT = 2;
/** A file of 64 MiB takes twice as much memory from its first byte to its answer. */
const MOST_IN_ALL = 4;

/** Who has an import on its way in, waiting or under way: once for each. */
const inside: string[] = [];

/**
 * Takes a place for an import, before anything of its file is read.
 *
 * @returns gives it back: to be called once the import is answered, or its caller is gone
 * @throws tooManyAttempts where the account has one under way and one waiting; unavailable where others have
 *   all places
 */
export function takeImportPlace(userId: string): () => void {
  if (inside.filter((each) => each === userId).length >= MOST_OF_ACCOUNT) {
    throw fail('tooManyAttempts');
  }
  if (inside.length >= MOST_IN_ALL) throw fail('unavailable');
  inside.push(userId);
  return () => void inside.splice(inside.indexOf(userId), 1);
}
