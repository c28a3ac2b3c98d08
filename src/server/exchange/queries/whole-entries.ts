import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';

/** What the exports of entries with former values in `former_entries` share. */

export interface Former {
  readonly version: number;
  /** When an edit replaced it. */
  readonly replacedAt: Instant;
}

/** @param deletedAfter deleted entries count too if they were deleted after this; null for none */
export function isKept(deletedAfter: Instant | null) {
  return deletedAfter === null
    ? sql<boolean>`deleted_at is null`
    : sql<boolean>`(deleted_at is null or deleted_at > ${deletedAfter})`;
}

/** The columns of a former version, to be selected beside those of its entry. */
export const FORMER_COLUMNS = [
  'former_entries.version as heldVersion',
  'former_entries.former',
  'former_entries.replaced_at as replacedAt',
] as const;

interface Held {
  readonly heldVersion: number | null;
  readonly former: string | null;
  readonly replacedAt: number | null;
}

/** Each entry's row with its former versions, from a row for each of them. */
export function wholes<Row extends Held>(rows: readonly Row[], keyOf: (row: Row) => string) {
  return [...Map.groupBy(rows, keyOf).values()].flatMap((ofEntry) => {
    const held = ofEntry.flatMap(({ heldVersion: version, former, replacedAt }) =>
      version === null || former === null || replacedAt === null
        ? []
        : [{ version, former, replacedAt }],
    );
    return ofEntry[0] ? [[ofEntry[0], held] as const] : [];
  });
}
