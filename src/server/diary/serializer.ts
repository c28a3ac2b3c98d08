import type { DiaryHalfHour } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import { type Access, lockedFor } from '../identity/authors.ts';
import type { StoredHalfHour } from './queries/diary.ts';

/** Serializes a half-hour of the diary for the contract. */
export function halfHourAnswer(halfHour: StoredHalfHour, access: Access): DiaryHalfHour {
  const { slot, enteredAt, deletedAt, authorId: _, ...stored } = halfHour;
  return {
    ...stored,
    ...lockedFor(access, halfHour),
    slot: isoOf(slot),
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}
