import fc from 'fast-check';
import { DIARY_STATES, slotAt } from '../../domain/diary.ts';
import { rowOf } from '../diary/queries/diary.ts';
import type { WholeHalfHour } from '../exchange/queries/diary-exports.ts';
import type { Database } from '../platform/db/database.ts';
import { entryOf, storeFormer, type Times, versions } from './random-medication.ts';

/** Random half-hours of an account's diary. */
export function randomDiary(random: Omit<Times, 'texts'>): fc.Arbitrary<WholeHalfHour[]> {
  const values = fc.record({
    state: fc.constantFrom(...DIARY_STATES),
    ...entryOf(random),
    timeZone: fc.constantFrom('America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
  });
  const halfHour = fc
    .record({
      time: random.time,
      values,
      former: fc.array(
        fc.tuple(random.time, values).map(([replacedAt, held]) => ({ replacedAt, ...held })),
        { maxLength: 3 },
      ),
    })
    .map(({ time, values: present, former }) =>
      versions(former, { slot: slotAt(time, present.timeZone), ...present }),
    );
  return fc.uniqueArray(halfHour, { selector: ({ slot }) => slot, maxLength: 8 });
}

/** Inserts the rows directly, bypassing the app's own code. */
export async function storeDiary(
  db: Database,
  user_id: string,
  diary: readonly WholeHalfHour[],
): Promise<void> {
  const rows = diary.map((each) => rowOf(user_id, each));
  if (rows.length > 0) await db.insertInto('diary_entries').values(rows).execute();
  const former = diary.map(({ slot, formerVersions }) => {
    return { id: String(slot), key: { slot }, formerVersions };
  });
  await storeFormer(db, user_id, 'diary', former);
}
