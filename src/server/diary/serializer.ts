import type { DiaryHalfHour } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import type { StoredHalfHour } from './queries/diary.ts';

/** Serializes a half-hour of the diary for the contract. */
export function halfHourAnswer({
  slot,
  enteredAt,
  deletedAt,
  ...stored
}: StoredHalfHour): DiaryHalfHour {
  return {
    ...stored,
    slot: isoOf(slot),
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}
