import { HALF_HOUR_TITLE } from '../../contract/file-formats.ts';
import { type DiaryState, isRecalled } from '../../domain/diary.ts';
import { dateOf, isoOf, timeOf } from '../../domain/zone.ts';
import type { StoredHalfHour } from '../diary/queries/diary.ts';
import { csvTable } from './csv-table.ts';
import { guard } from './formula-guard.ts';

/** The CSV export of the motor diary, with a row for each half-hour. */

/** The column titles. `docs/export-format.md` documents each column. */
export const HALF_HOUR_TITLES = {
  date: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  state: 'State',
  slot: HALF_HOUR_TITLE,
  enteredAt: 'Entered at (UTC)',
  isRecalled: 'Recalled',
  author: 'Entered by',
  version: 'Version',
} as const;
type HalfHourColumn = keyof typeof HALF_HOUR_TITLES;

/** The states in words. */
export const STATE_WORDS: Readonly<Record<DiaryState, string>> = {
  asleep: 'asleep',
  off: 'off',
  on: 'on',
  onWithDyskinesia: 'on with dyskinesia',
  onWithTroublesomeDyskinesia: 'on with troublesome dyskinesia',
};

export const diaryCsv = csvTable(HALF_HOUR_TITLES, (halfHour: StoredHalfHour) => [
  cellsOf(halfHour),
]);

function cellsOf(halfHour: StoredHalfHour): Record<HalfHourColumn, string> {
  const { slot, timeZone } = halfHour;
  return {
    date: dateOf(slot, timeZone),
    time: timeOf(slot, timeZone),
    timeZone,
    state: STATE_WORDS[halfHour.state],
    slot: isoOf(slot),
    enteredAt: isoOf(halfHour.enteredAt),
    isRecalled: isRecalled(halfHour) ? 'yes' : 'no',
    author: guard(halfHour.author),
    version: String(halfHour.version),
  };
}
