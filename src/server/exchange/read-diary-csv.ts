import { z } from 'zod';
import { slot } from '../../contract/diary-fields.ts';
import { MAX_DIARY_IN_FILE } from '../../contract/diary-file.ts';
import * as field from '../../contract/fields.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { DIARY_STATES, isSlot } from '../../domain/diary.ts';
import { cell } from './csv-cells.ts';
import { readCsvEntries, withoutForms } from './csv-entries.ts';
import { HALF_HOUR_TITLES, STATE_WORDS } from './diary-csv-file.ts';
import type { WholeHalfHour } from './queries/diary-exports.ts';
import { NO_HALF_HOUR, TOO_MANY_HALF_HOURS } from './read-json-diary.ts';
import { Faults, type ReadingOptions, type ReadOutcome, TIME_PASSED } from './reading.ts';

const WORDS = Object.values(STATE_WORDS);
const stateRule = `must be ${WORDS.slice(0, -1).join(', ')} or ${WORDS.at(-1)}`;

const COLUMNS = {
  slot: z
    .string(field.rule(''))
    .trim()
    .pipe(slot)
    .transform((text) => Date.parse(text)),
  state: z
    .string(field.rule(''))
    .trim()
    .toLowerCase()
    .transform((words) => DIARY_STATES.find((state) => STATE_WORDS[state] === words))
    .refine((state) => state !== undefined, stateRule),
  timeZone: cell.timeZone.optional(),
  enteredAt: cell.time.optional(),
  author: cell.guarded.pipe(field.author).default('self'),
  version: cell.number.pipe(field.version).default(1),
};
type HalfHourRow = z.output<z.ZodObject<typeof COLUMNS>>;

/** Reads our CSV of the motor diary. */
export async function readDiaryCsv(content: string, options: ReadingOptions): Promise<ReadOutcome> {
  const { now, zone } = options;
  const faults = new Faults();
  const kind = {
    columns: COLUMNS,
    titles: HALF_HOUR_TITLES,
    needed: ['slot', 'state'],
    key: 'slot',
    most: MAX_DIARY_IN_FILE,
    tooMany: TOO_MANY_HALF_HOURS,
    check(row: HalfHourRow, add: (column: keyof HalfHourRow | undefined, rule: string) => void) {
      const { enteredAt = now, timeZone = zone } = row;
      if (!isSlot(row.slot, timeZone)) add('slot', NO_HALF_HOUR);
      if (!hasPassed(row.slot, now)) add('slot', TIME_PASSED);
      if (!hasPassed(enteredAt, now)) add('enteredAt', TIME_PASSED);
    },
    entryOf: (row: HalfHourRow): WholeHalfHour => ({
      ...row,
      enteredAt: row.enteredAt ?? now,
      timeZone: row.timeZone ?? zone,
      deletedAt: null,
      formerVersions: [],
    }),
  } as const;
  const diary = await readCsvEntries(content, options, kind, faults);
  return diary ? withoutForms({ diary }) : { faults: faults.list };
}
