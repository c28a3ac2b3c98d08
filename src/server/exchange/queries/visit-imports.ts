import type { Database } from '../../platform/db/database.ts';
import { findVisits, rowOf } from '../../visits/queries/visits.ts';
import { parts } from './imports.ts';
import { findVisitIds, type WholeVisit } from './visit-exports.ts';

/** The ids of all stored visits, deleted ones too, and whether one that is not deleted has no day yet. */
export async function findStoredVisits(
  db: Database,
  userId: string,
): Promise<{ readonly ids: ReadonlySet<string>; readonly hasOneWithoutDay: boolean }> {
  const visits = await findVisits(db, userId);
  return {
    ids: new Set(await findVisitIds(db, userId, Number.MIN_SAFE_INTEGER)),
    hasOneWithoutDay: visits.some(({ day }) => day === null),
  };
}

/** Adds visits. The caller's transaction must have locked the profile. */
export async function insertVisits(
  trx: Database,
  userId: string,
  visits: readonly WholeVisit[],
): Promise<void> {
  for (const some of parts(visits.map((visit) => rowOf(userId, visit)))) {
    await trx.insertInto('visits').values(some).execute();
  }
  for (const some of parts(visits.flatMap((visit) => formerRowsOf(userId, visit)))) {
    await trx.insertInto('former_entries').values(some).execute();
  }
}

/** The texts of the former versions, as `addFormer` stores them. */
export function formerVisitTexts(visit: WholeVisit): string[] {
  return formerRowsOf('', visit).map(({ former }) => former);
}

function formerRowsOf(user_id: string, { visitId, formerVersions }: WholeVisit) {
  return formerVersions.map(({ version, replacedAt, ...values }) => ({
    user_id,
    kind: 'visit',
    entry_id: visitId,
    version,
    former: JSON.stringify({ visitId, ...values }),
    replaced_at: replacedAt,
    deleted_at: values.deletedAt,
  }));
}
