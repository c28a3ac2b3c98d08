import fc from 'fast-check';
import { checkInNotes } from '../../contract/fields.ts';
import { hasAnswer } from '../../domain/check-in.ts';
import { someAnswers } from '../../domain/testing/check-ins.ts';
import { addDays } from '../../domain/zone.ts';
import { rowOf } from '../check-ins/queries/check-ins.ts';
import { takeNumbers } from '../entries/queries/entry-numbers.ts';
import type { WholeCheckIn } from '../exchange/queries/check-in-exports.ts';
import type { Database } from '../platform/db/database.ts';
import { entryOf, storeFormer, type Times, versions } from './random-medication.ts';

/** Random check-ins of an account, with notes that are hard to encode in files. */
export function randomCheckIns(
  random: Omit<Times, 'texts'> & { readonly notes: fc.Arbitrary<string> },
): fc.Arbitrary<WholeCheckIn[]> {
  const values = fc
    .tuple(someAnswers, random.notes, fc.record(entryOf(random)))
    .map(([answers, notes, entry]) => ({ ...answers, notes: checkInNotes.parse(notes), ...entry }))
    .filter(hasAnswer);
  const checkIn = fc
    .record({
      day: fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2002-01-01', days)),
      values,
      former: fc.array(
        fc.tuple(random.time, values).map(([replacedAt, held]) => ({ replacedAt, ...held })),
        { maxLength: 3 },
      ),
    })
    .map(({ day, values: present, former }) => versions(former, { day, ...present }));
  return fc.uniqueArray(checkIn, { selector: ({ day }) => day, maxLength: 8 });
}

/** Inserts the rows directly, bypassing the app's own code. */
export async function storeCheckIns(
  db: Database,
  user_id: string,
  checkIns: readonly WholeCheckIn[],
): Promise<void> {
  if (checkIns.length > 0) {
    const first = (await takeNumbers(db, user_id, 'last_check_in_number', checkIns.length)) ?? 1;
    const rows = checkIns.map((checkIn, index) => rowOf(user_id, checkIn, first + index));
    await db.insertInto('check_ins').values(rows).execute();
  }
  const former = checkIns.map(({ day, formerVersions }) => {
    return { id: day, key: { day }, formerVersions };
  });
  await storeFormer(db, user_id, 'checkIn', former);
}
