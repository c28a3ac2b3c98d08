import fc from 'fast-check';
import { DIARY_STATES, slotAt } from '../../domain/diary.ts';
import { rowOf } from '../diary/queries/diary.ts';
import type { WholeHalfHour } from '../exchange/queries/diary-exports.ts';
import type { Database } from '../platform/db/database.ts';
import { entryOf, type Times, versions } from './random-medication.ts';

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
  const former = diary.flatMap(({ slot, formerVersions }) =>
    formerVersions.map(({ version, replacedAt, ...values }) => ({
      user_id,
      kind: 'diary',
      entry_id: String(slot),
      version,
      replaced_at: replacedAt,
      former: JSON.stringify({ slot, ...values }),
      deleted_at: values.deletedAt,
    })),
  );
  const rows = diary.map((each) => rowOf(user_id, each));
  if (rows.length > 0) await db.insertInto('diary_entries').values(rows).execute();
  if (former.length > 0) await db.insertInto('former_entries').values(former).execute();
}
