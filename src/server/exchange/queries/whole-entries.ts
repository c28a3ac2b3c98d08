import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';

/** Functions for exporting every kind of entry whose former values are in the table `former_values`. */

export interface Former {
  readonly version: number;
  /** When an edit replaced this version. */
  readonly replacedAt: Instant;
}

/** A stored entry with the values that were replaced, the oldest first. */
export type Whole<Stored, Key extends keyof Stored> = Stored & {
  readonly formerVersions: readonly (Former & Omit<Stored, Key | 'version'>)[];
};

/** @param deletedAfter includes entries that were deleted after this time; null includes no deleted ones */
export function isKept(deletedAfter: Instant | null) {
  return deletedAfter === null
    ? sql<boolean>`deleted_at is null`
    : sql<boolean>`(deleted_at is null or deleted_at > ${deletedAfter})`;
}

/** The columns of a former version, to be selected beside those of its entry. */
export const FORMER_COLUMNS = [
  'former_values.version as heldVersion',
  'former_values.former',
  'former_values.replaced_at as replacedAt',
] as const;

interface Held {
  readonly heldVersion: number | null;
  readonly former: string | null;
  readonly replacedAt: number | null;
}

/** Groups joined rows, one for each former version, into entries with their former versions. */
export function wholes<Row extends Held, Entry, Values>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  entryOf: (row: Row) => Entry,
  /** The values in the JSON of a former version. */
  valuesIn: (former: string) => Values,
): (Entry & { readonly formerVersions: readonly (Former & Values)[] })[] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap((ofEntry) => {
    const formerVersions = ofEntry.flatMap(({ heldVersion: version, former, replacedAt }) =>
      version === null || former === null || replacedAt === null
        ? []
        : [{ ...valuesIn(former), version, replacedAt }],
    );
    return ofEntry[0] ? [{ ...entryOf(ofEntry[0]), formerVersions }] : [];
  });
}
