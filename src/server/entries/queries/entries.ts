import { setImmediate } from 'node:timers/promises';
import { DAY_MS } from '../../../domain/zone.ts';
import type { Author } from '../../identity/authors.ts';
import type { Measure } from './fair-use.ts';

/** What the queries of entries share. */

/** For how long a deleted entry can be restored, in milliseconds (DECISIONS 32). */
export const RESTORABLE_MS = 30 * DAY_MS;

/** The deletion or the restoration of an entry at the time `now`. */
export interface Deletion extends Measure {
  readonly isDeleted: boolean;
  /** Who deletes or restores it. */
  readonly by: Author;
}

/**
 * Reads entries in pages, in the order of `find`. Only one page is in memory. A page is read on demand, and no
 * connection is in use between pages. Only the last page may be shorter than its size.
 *
 * @param find reads at most `limit` entries after a cursor
 * @param cursorOf returns the cursor with which `find` reads the entries after this one
 * @param wanted.limit the maximum number of entries in all pages together
 * @param sizes the number of entries in the first page; each further page has twice as many, up to `next`
 */
export async function* entryPages<Kind, Cursor>(
  find: (part: {
    readonly after: Cursor | undefined;
    readonly limit: number;
  }) => Promise<readonly Kind[]>,
  cursorOf: (entry: Kind) => Cursor,
  wanted: { readonly after?: Cursor | undefined; readonly limit?: number | undefined },
  sizes: { readonly first: number; readonly next: number },
): AsyncGenerator<readonly Kind[], undefined> {
  let size = sizes.first;
  let { after, limit: left = Number.POSITIVE_INFINITY } = wanted;
  for (;;) {
    const page = await find({ after, limit: Math.min(size, left) });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    left -= page.length;
    if (page.length < size || left === 0) return;
    after = cursorOf(last);
    size = Math.min(2 * size, sizes.next);
    // SQLite queries are synchronous. Without this pause, the server would handle no other request until all pages are
    // read.
    await setImmediate();
  }
}
