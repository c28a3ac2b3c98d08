import { fail } from '../platform/http/fail.ts';

/** How many large imports one account may have at once: enough to import a file while its preview still runs. */
const MOST_OF_ACCOUNT = 2;
/**
 * How many large imports all accounts together may have at once. A file of 16 MiB takes 32 MiB of memory from the
 * arrival of its first byte until the response.
 */
const MOST_IN_ALL = 4;

/** The user ids of all large imports that are uploading, waiting or running; an id for each import. */
const inside: string[] = [];

/**
 * Acquires a semaphore permit for a large import, before the server reads its body.
 *
 * @returns a function that releases the permit; call it when the import is answered or the caller disconnects
 * @throws tooManyAttempts if the account already has two large imports; unavailable if all four permits are taken
 */
export function takeImportPlace(userId: string): () => void {
  if (inside.filter((each) => each === userId).length >= MOST_OF_ACCOUNT) {
    throw fail('tooManyAttempts');
  }
  if (inside.length >= MOST_IN_ALL) throw fail('unavailable');
  inside.push(userId);
  return () => void inside.splice(inside.indexOf(userId), 1);
}
