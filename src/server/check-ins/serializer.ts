import type { CheckIn } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import type { StoredCheckIn } from './queries/check-ins.ts';

/** Serializes a stored check-in for the contract. */
export function checkInAnswer({ enteredAt, deletedAt, ...stored }: StoredCheckIn): CheckIn {
  return {
    ...stored,
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}
