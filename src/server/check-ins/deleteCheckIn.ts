import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setCheckInDeleted } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

export const deleteCheckIn = route('deleteCheckIn', (call) => change(call, true));
export const restoreCheckIn = route('restoreCheckIn', (call) => change(call, false));

async function change(
  { context, input, access }: Call<'deleteCheckIn' | 'restoreCheckIn'>,
  isDeleted: boolean,
) {
  const { db, clock, jobs, limits } = context;
  const how = { isDeleted, now: clock(), limits, by: access.author };
  const checkIn = await setCheckInDeleted(db, access.userId, input.day, how);
  if (!checkIn) throw fail('checkInNotFound');
  jobs.wake('writeSpreadsheet');
  return checkInAnswer(checkIn, access);
}
