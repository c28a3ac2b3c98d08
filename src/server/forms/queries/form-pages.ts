import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { type FormsWanted, findForms, type StoredForm } from './forms.ts';

/**
 * Forms of a user, newest first, page by page: however many there are, a page of them is in memory. Each is read
 * once it is asked for, and no connection is held in between. The last page alone is shorter than its size.
 *
 * @param sizes how many forms the first page holds, and each of the others
 */
export async function* findFormPages(
  db: Database,
  userId: string,
  wanted: FormsWanted,
  sizes: { readonly first: number; readonly next: number },
): AsyncGenerator<readonly StoredForm[], undefined> {
  let size = sizes.first;
  let { before, limit: left = Number.POSITIVE_INFINITY } = wanted;
  for (;;) {
    const page = await findForms(db, userId, { ...wanted, before, limit: Math.min(size, left) });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    left -= page.length;
    if (page.length < size || left === 0) return;
    before = last.formNumber;
    size = sizes.next;
    // SQLite answers at once and would not let anyone else have a turn.
    await setImmediate();
  }
}
