import { addDays } from '../../domain/zone.ts';
import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findCheckIns } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

/** How many check-ins are read at once: with notes of the maximum length, they have 1 MB of text. */
const PAGE_SIZE = 100;

export const getCheckIns = route('getCheckIns', async ({ context, input, access }) => {
  const { db } = context;
  const find = (to: string, limit: number) =>
    findCheckIns(db, access.userId, { from: input.from, to, limit });
  async function* pages() {
    for (let to = input.to; ; ) {
      const page = await find(to, PAGE_SIZE);
      yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      to = addDays(last.day, -1);
    }
  }
  const { entries, isCut } = await listWithin(pages(), ({ notes }) => notes.length);
  const last = entries.at(-1);
  return entries.map((checkIn) => ({
    ...checkInAnswer(checkIn, access),
    ...(isCut && checkIn === last && { next: addDays(checkIn.day, -1) }),
  }));
});
