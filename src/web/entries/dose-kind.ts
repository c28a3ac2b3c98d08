import type { Dose } from '../../contract/entities.ts';
import { call } from '../api/client.ts';
import type { EntryKind } from './entry-queue.ts';

/** A dose has the id that the browser made before the press. */
export const doseKind: EntryKind<Dose, Dose> = {
  table: 'doses',
  field: 'dose',
  idField: 'doseId',
  async send(userId, dose) {
    const { doseId, medicationId, amount, takenAt, scheduledFor, status, enteredAt, timeZone } =
      dose;
    const planned = scheduledFor === null ? {} : { scheduledFor };
    const entry = { doseId, medicationId, amount, takenAt, status, enteredAt, timeZone };
    return (await call('logDose', { userId, ...entry, ...planned })) as Dose;
  },
};
