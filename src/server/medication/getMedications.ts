import { route } from '../platform/http/route.ts';
import { findMedications } from './queries/medications.ts';
import { medicationAnswer } from './serializer.ts';

export const getMedications = route('getMedications', async ({ context, access }) => {
  const medications = await findMedications(context.db, access.userId);
  return medications.map(medicationAnswer);
});
