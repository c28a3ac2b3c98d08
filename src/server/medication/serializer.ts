import type { Dose, Medication } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, lockedFor } from '../identity/authors.ts';
import type { StoredDose } from './queries/doses.ts';
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

/** Serializes a stored dose for the contract. */
export function doseAnswer(stored: StoredDose, access: Access): Dose {
  const { id, authorId: _, loggedAt, scheduledFor, enteredAt, deletedAt, ...dose } = stored;
  return {
    ...dose,
    ...lockedFor(access, stored),
    doseId: id,
    takenAt: isoOf(loggedAt),
    scheduledFor: scheduledFor === null ? null : isoOf(scheduledFor),
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}
