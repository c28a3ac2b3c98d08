import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setDoseDeleted } from './queries/doses.ts';
import { doseAnswer } from './serializer.ts';

export const deleteDose = route('deleteDose', (call) => change(call, true));

export const restoreDose = route('restoreDose', (call) => change(call, false));

async function change(
  { context, input, access }: Call<'deleteDose' | 'restoreDose'>,
  isDeleted: boolean,
) {
  const { db, clock, jobs, limits } = context;
  const how = { isDeleted, now: clock(), limits, by: access.author };
  const dose = await setDoseDeleted(db, access.userId, input.doseId, how);
  if (!dose) throw fail('doseNotFound');
  jobs.wake('writeSpreadsheet');
  return doseAnswer(dose, access);
}
