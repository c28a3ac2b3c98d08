import type { Dose } from '../../contract/entities.ts';
import type { EntryKind } from '../entries/entry-queue.ts';
import { call } from '../platform/client.ts';

/** A dose's `doseId` is made in the browser, so the server saves a dose once even if it is sent twice. */
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
