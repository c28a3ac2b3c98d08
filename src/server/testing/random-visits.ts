import fc from 'fast-check';
import { topics } from '../../contract/visit-fields.ts';
import { addDays } from '../../domain/zone.ts';
import type { WholeVisit } from '../exchange/queries/visit-exports.ts';
import type { Database } from '../platform/db/database.ts';
import { rowOf } from '../visits/queries/visits.ts';
import { entryOf, storeFormer, type Times, versions } from './random-medication.ts';

/** Random visits of an account, at most one of them without a day. */
export function randomVisits(random: Times): fc.Arbitrary<WholeVisit[]> {
  const day = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2002-01-01', days));
  const values = fc.record({
    day: fc.option(day),
    topics: fc
      .array(fc.constantFrom('Sleep', ...random.texts), { maxLength: 3 })
      .map((lines) => topics.safeParse(lines).data ?? []),
    ...entryOf(random),
  });
  const visit = fc
    .record({
      visitId: fc.uuid(),
      values,
      former: fc.array(
        fc.tuple(random.time, values).map(([replacedAt, held]) => ({ replacedAt, ...held })),
        { maxLength: 3 },
      ),
    })
    .map(({ visitId, values: present, former }) => versions(former, { visitId, ...present }));
  return fc
    .uniqueArray(visit, { selector: ({ visitId }) => visitId, maxLength: 5 })
    .map((visits) => {
      return visits.map((each, index) =>
        index === 0 || each.day !== null ? each : { ...each, day: '2026-05-02' },
      );
    });
}

/** Inserts the rows directly, bypassing the app's own code. */
export async function storeVisits(
  db: Database,
  user_id: string,
  visits: readonly WholeVisit[],
): Promise<void> {
  const rows = visits.map((each) => rowOf(user_id, each));
  if (rows.length > 0) await db.insertInto('visits').values(rows).execute();
  const former = visits.map(({ visitId, formerVersions }) => {
    return { id: visitId, key: { visitId }, formerVersions };
  });
  await storeFormer(db, user_id, 'visit', former);
}
