import type { CheckIn } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, hidesNotes, lockedFor } from '../identity/authors.ts';
import type { StoredCheckIn } from './queries/check-ins.ts';

/** Serializes a stored check-in for the contract. */
export function checkInAnswer(checkIn: StoredCheckIn, access: Access): CheckIn {
  const { enteredAt, deletedAt, authorId: _, ...stored } = checkIn;
  return {
    ...stored,
    ...lockedFor(access, checkIn),
    ...(hidesNotes(access, checkIn) && { notes: '', notesWithheld: true }),
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}
