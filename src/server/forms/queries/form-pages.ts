import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import { type FormsWanted, findForms, type StoredForm } from './forms.ts';

/**
 * Reads a user's forms in pages, highest Form # first. Only one page is in memory. A page is read on demand,
 * and no connection is in use between pages. Only the last page may be shorter than its size.
 *
 * @param sizes the number of forms in the first page and in each further page
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
    // SQLite queries are synchronous. Without this pause, the server would handle no other request meanwhile.
    await setImmediate();
  }
}
