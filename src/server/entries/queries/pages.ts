import { setImmediate } from 'node:timers/promises';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type Cursor,
  findEntries,
  type Listed,
  type Numbered,
  numbered,
  selectPresent,
  type Wanted,
} from './select.ts';

/** Entries in pages, between which the server handles other requests. */

/** The number of entries in the first page; each further page has twice as many, up to `next`. */
export interface PageSizes {
  readonly first: number;
  readonly next: number;
}

/** How many entries are read at once. Notes of the maximum length have 1 MB of text in 100 entries. */
const PAGE_SIZES = { first: 100, next: 800 };

/** The entries of `findEntries` in pages. */
export function findEntryPages(
  db: Database,
  kind: AnyKind,
  userId: string,
  wanted: Wanted,
  sizes: PageSizes = PAGE_SIZES,
): AsyncGenerator<readonly Listed[], undefined> {
  return entryPages(
    (part) => findEntries(db, kind, userId, { ...wanted, ...part }),
    (last): Cursor => ({ at: last.at, number: last.number }),
    wanted,
    sizes,
  );
}

/** Entries of which the number is below `before`. */
export interface WantedNumbers extends Omit<Wanted, 'after'> {
  readonly before?: number | undefined;
}

/**
 * Entries that are not deleted, in pages, the highest number first. Each entry is in exactly one page, even if its time
 * is edited while the pages are read.
 */
export function findNumberPages(
  db: Database,
  kind: AnyKind,
  userId: string,
  { before: start, limit: most, ...times }: WantedNumbers,
  sizes: PageSizes,
): AsyncGenerator<readonly Numbered[], undefined> {
  const find = async ({ after, limit }: { after: number | undefined; limit: number }) => {
    const rows = await selectPresent(db, kind, userId, times)
      .selectAll()
      .$if(after !== undefined, (query) => query.where('number', '<', after ?? 0))
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => numbered(kind, row));
  };
  return entryPages(find, ({ number }) => number, { after: start, limit: most }, sizes);
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
async function* entryPages<Kind, Cursor>(
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
