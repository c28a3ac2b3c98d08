import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { setMedicationDeleted } from './queries/medications.ts';
import { medicationAnswer } from './serializer.ts';

export const deleteMedication = route('deleteMedication', (call) => change(call, true));

export const restoreMedication = route('restoreMedication', (call) => change(call, false));

async function change(
  { context, input, session }: Call<'deleteMedication' | 'restoreMedication'>,
  isDeleted: boolean,
) {
  const { db, clock, jobs, limits } = context;
  const how = { isDeleted, now: clock(), limits };
  const medication = await setMedicationDeleted(db, session.userId, input, how);
  if (!medication) throw fail('medicationNotFound');
  jobs.wake('writeSpreadsheet');
  return medicationAnswer(medication);
}
