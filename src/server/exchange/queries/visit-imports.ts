import { formerRow } from '../../entries/queries/former-values.ts';
import type { Database } from '../../platform/db/database.ts';
import { findVisits, rowOf } from '../../visits/queries/visits.ts';
import { insertRows } from './imports.ts';
import { findVisitIds, type WholeVisit } from './visit-exports.ts';

/**
 * The ids of all stored visits, deleted ones too, and whether the account has a visit without a day that is not
 * deleted.
 */
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
  await insertRows(
    trx,
    'visits',
    visits.map((visit) => rowOf(userId, visit)),
  );
  await insertRows(
    trx,
    'former_values',
    visits.flatMap((visit) => formerRowsOf(userId, visit)),
  );
}

/** The texts of the former versions, as `addFormer` stores them. */
export function formerVisitTexts(visit: WholeVisit): string[] {
  return formerRowsOf('', visit).map(({ former }) => former);
}

function formerRowsOf(userId: string, { visitId, formerVersions }: WholeVisit) {
  return formerVersions.map(({ replacedAt, ...values }) => {
    const former = { visitId, ...values };
    return formerRow(userId, 'visit', visitId, former, replacedAt);
  });
}
