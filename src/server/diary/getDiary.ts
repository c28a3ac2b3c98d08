import { DAY_MS } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findDiary } from './queries/diary.ts';
import { halfHourAnswer } from './serializer.ts';

/** A hundred days, one of which may have 25 hours. */
const MAX_SPAN_MS = 100 * DAY_MS + 3_600_000;

export const getDiary = route('getDiary', async ({ context, input, access }) => {
  const span = { from: Date.parse(input.from), to: Date.parse(input.to) };
  if (span.to - span.from > MAX_SPAN_MS) throw fail('spanTooLong');
  const halfHours = await findDiary(context.db, access.userId, span);
  return halfHours.map((halfHour) => halfHourAnswer(halfHour, access));
});
