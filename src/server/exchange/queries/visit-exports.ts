import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { type StoredVisit, visitOf } from '../../visits/queries/visits.ts';
import { FORMER_COLUMNS, findKeys, type Whole, wholes } from './whole-entries.ts';

export type WholeVisit = Whole<StoredVisit, 'visitId'>;

/**
 * The ids of a person's visits, in ascending order.
 *
 * @param deletedAfter includes visits that were deleted after this time; null includes no deleted ones
 */
export async function findVisitIds(
  db: Database,
  userId: string,
  deletedAfter: Instant | null,
): Promise<string[]> {
  return await findKeys(db, userId, 'visits', sql.ref<string>('visit_id'), deletedAfter);
}

/**
 * Visits with all stored data, in the order of their ids. One statement reads them, so each visit is consistent, either
 * before or after a concurrent edit.
 */
export async function findWholeVisits(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<WholeVisit[]> {
  const rows = await db
    .selectFrom('visits')
    .leftJoin('former_values', (join) =>
      join
        .onRef('former_values.user_id', '=', 'visits.user_id')
        .on('former_values.kind', '=', 'visit')
        .onRef('former_values.entry_id', '=', 'visits.visit_id'),
    )
    .where('visits.user_id', '=', userId)
    .where('visits.visit_id', 'in', ids)
    .selectAll('visits')
    .select(FORMER_COLUMNS)
    .orderBy('visits.visit_id')
    .orderBy('former_values.version')
    .execute();
  return wholes(rows, ({ visit_id }) => visit_id, visitOf, valuesIn);
}

function valuesIn(former: string) {
  const { visitId: _, ...values }: Omit<StoredVisit, 'version'> = JSON.parse(former);
  return values;
}
