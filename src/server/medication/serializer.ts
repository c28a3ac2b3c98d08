import type { Medication } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import type { StoredMedication } from './queries/medications.ts';

/** Serializes a version of a medication for the contract. */
export function medicationAnswer({
  deletedAt,
  enteredAt,
  ...stored
}: StoredMedication): Medication {
  return {
    ...stored,
    times: [...stored.times],
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}
