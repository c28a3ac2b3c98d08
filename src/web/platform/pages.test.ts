import { expect, it } from 'vitest';
import { allPages } from './pages.ts';

interface Entry {
  readonly id: string;
  readonly next?: string;
}

const A: Entry = { id: 'a' };
const B: Entry = { id: 'b', next: 'after b' };
const C: Entry = { id: 'c', next: 'after c' };

it('fetches the rest of a list as long as its last entry says that there is more', async () => {
  const pages = new Map<string | undefined, readonly Entry[]>([
    [undefined, [A, B]],
    ['after b', [C]],
    ['after c', []],
  ]);
  expect(await allPages(async (cursor) => pages.get(cursor) ?? [])).toEqual([A, B, C]);
});

it('fetches the page after a full one, and after one that was ended early', async () => {
  const asked: (string | undefined)[] = [];
  const pages = [[A, A], [B], [A]];
  const nextOf = (page: readonly Entry[]) => (page.length < 2 ? undefined : 'full');
  const found = await allPages(async (cursor) => {
    asked.push(cursor);
    return pages.shift() ?? [];
  }, nextOf);
  expect(found).toEqual([A, A, B, A]);
  expect(asked).toEqual([undefined, 'full', 'after b']);
});
