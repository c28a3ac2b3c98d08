import type { Dose, Medication } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, lockedFor } from '../identity/authors.ts';
import type { Listed } from '../platform/page-length.ts';
import type { DoseCursor, StoredDose } from './queries/doses.ts';
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

/** Serializes a list of doses. If its text ended it, its last dose says where the rest begins. */
export function dosesAnswer({ entries, isCut }: Listed<StoredDose>, access: Access): Dose[] {
  const last = entries.at(-1);
  return entries.map((dose) => ({
    ...doseAnswer(dose, access),
    ...(isCut && dose === last && { next: `${dose.loggedAt}.${dose.id}` }),
  }));
}

/** Parses the cursor of a dose. */
export function doseCursorOf(cursor: string): DoseCursor {
  const [loggedAt, id = ''] = cursor.split('.');
  return { loggedAt: Number(loggedAt), id };
}

/** The characters of a dose's texts. */
export function textLengthOf({ name, unit }: StoredDose): number {
  return name.length + unit.length;
}
