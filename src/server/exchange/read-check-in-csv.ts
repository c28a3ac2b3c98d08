import { z } from 'zod';
import { MAX_CHECK_INS_IN_FILE, NO_ANSWER_RULE } from '../../contract/check-in-file.ts';
import * as field from '../../contract/fields.ts';
import { hasAnswer, hasBegun } from '../../domain/check-in.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { CHECK_IN_TITLES } from './check-in-csv-file.ts';
import { cell } from './csv-cells.ts';
import { readCsvEntries, withoutForms } from './csv-entries.ts';
import type { WholeCheckIn } from './queries/check-in-exports.ts';
import { TOO_MANY_CHECK_INS } from './read-json-check-ins.ts';
import { Faults, type ReadingOptions, type ReadOutcome, TIME_PASSED } from './reading.ts';

const COLUMNS = {
  day: z.string(field.rule('')).trim().pipe(field.date),
  medication: z
    .string(field.rule(''))
    .trim()
    .toLowerCase()
    .pipe(field.medicationAnswer.unwrap())
    .nullable()
    .default(null),
  exerciseMinutes: cell.number.pipe(field.exerciseMinutes.unwrap()).nullable().default(null),
  sleepHours: cell.decimal.pipe(field.sleepHours.unwrap()).nullable().default(null),
  mood: cell.number.pipe(field.mood.unwrap()).nullable().default(null),
  notes: cell.guarded.pipe(field.checkInNotes).default(''),
  timeZone: cell.timeZone.optional(),
  enteredAt: cell.time.optional(),
  author: cell.guarded.pipe(field.author).default('self'),
  version: cell.number.pipe(field.version).default(1),
};
type CheckInRow = z.output<z.ZodObject<typeof COLUMNS>>;

/** Reads our CSV of check-ins. */
export async function readCheckInCsv(
  content: string,
  options: ReadingOptions,
): Promise<ReadOutcome> {
  const { now, zone } = options;
  const faults = new Faults();
  const kind = {
    columns: COLUMNS,
    titles: CHECK_IN_TITLES,
    needed: ['day'],
    key: 'day',
    most: MAX_CHECK_INS_IN_FILE,
    tooMany: TOO_MANY_CHECK_INS,
    check(checkIn: CheckInRow, add: (column: keyof CheckInRow | undefined, rule: string) => void) {
      const { day, enteredAt = now, timeZone = zone } = checkIn;
      if (!hasBegun(day, now, timeZone)) add('day', TIME_PASSED);
      if (!hasPassed(enteredAt, now)) add('enteredAt', TIME_PASSED);
      if (!hasAnswer(checkIn)) add(undefined, NO_ANSWER_RULE);
    },
    entryOf: (checkIn: CheckInRow): WholeCheckIn => ({
      ...checkIn,
      enteredAt: checkIn.enteredAt ?? now,
      timeZone: checkIn.timeZone ?? zone,
      deletedAt: null,
      formerVersions: [],
    }),
  } as const;
  const checkIns = await readCsvEntries(content, options, kind, faults);
  return checkIns ? withoutForms({ checkIns }) : { faults: faults.list };
}
