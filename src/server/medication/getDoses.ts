import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findDosePages } from './queries/doses.ts';
import { doseCursorOf, dosesAnswer, textLengthOf } from './serializer.ts';

export const getDoses = route('getDoses', async ({ context, input, access }) => {
  const { from, to, limit, cursor } = input;
  const pages = findDosePages(context.db, access.userId, {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    after: cursor === undefined ? undefined : doseCursorOf(cursor),
    limit,
  });
  return dosesAnswer(await listWithin(pages, textLengthOf, limit), access);
});
