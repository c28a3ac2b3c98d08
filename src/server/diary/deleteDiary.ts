import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setHalfHoursDeleted } from './queries/diary.ts';
import { halfHourAnswer } from './serializer.ts';

export const deleteDiary = route('deleteDiary', (call) => change(call, true));
export const restoreDiary = route('restoreDiary', (call) => change(call, false));

async function change(
  { context, input, access }: Call<'deleteDiary' | 'restoreDiary'>,
  isDeleted: boolean,
) {
  const { db, clock, limits } = context;
  const slots = input.slots.map((slot) => Date.parse(slot));
  const how = { isDeleted, now: clock(), limits, by: access.author };
  const halfHours = await setHalfHoursDeleted(db, access.userId, slots, how);
  if (!halfHours) throw fail('diaryNotFound');
  return halfHours.map((halfHour) => halfHourAnswer(halfHour, access));
}
