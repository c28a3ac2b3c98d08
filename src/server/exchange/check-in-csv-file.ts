import { stringify } from 'csv-stringify/sync';
import { CHECK_IN_DAY_TITLE } from '../../contract/file-formats.ts';
import { isoOf } from '../../domain/zone.ts';
import type { StoredCheckIn } from '../check-ins/queries/check-ins.ts';
import { BYTE_ORDER_MARK, FORMAT } from './csv-file.ts';
import { guard } from './formula-guard.ts';

/** The CSV export of check-ins, with a row for each day. */

/** The column titles. `docs/export-format.md` documents each column. */
export const CHECK_IN_TITLES = {
  day: CHECK_IN_DAY_TITLE,
  medication: 'Medication taken',
  exerciseMinutes: 'Exercise (minutes)',
  sleepHours: 'Sleep (hours)',
  mood: 'Mood (1 is very low)',
  notes: 'Note',
  timeZone: 'Time zone',
  enteredAt: 'Entered at (UTC)',
  author: 'Entered by',
  version: 'Version',
} as const;
type CheckInColumn = keyof typeof CHECK_IN_TITLES;
const COLUMNS = Object.keys(CHECK_IN_TITLES) as CheckInColumn[];

/** The byte order mark and the header row. */
export function checkInCsvHead(): string {
  return BYTE_ORDER_MARK + stringify([Object.values(CHECK_IN_TITLES)], FORMAT);
}

export function checkInCsvRows(checkIns: readonly StoredCheckIn[]): string {
  return stringify(checkIns.map(rowOf), FORMAT);
}

function rowOf(checkIn: StoredCheckIn): string[] {
  const cells: Record<CheckInColumn, string> = {
    day: checkIn.day,
    medication: checkIn.medication ?? '',
    exerciseMinutes: numberText(checkIn.exerciseMinutes),
    sleepHours: numberText(checkIn.sleepHours),
    mood: numberText(checkIn.mood),
    notes: guard(checkIn.notes),
    timeZone: checkIn.timeZone,
    enteredAt: isoOf(checkIn.enteredAt),
    author: guard(checkIn.author),
    version: String(checkIn.version),
  };
  return COLUMNS.map((column) => cells[column]);
}

/** An empty cell if the question was not answered. */
function numberText(answer: number | null): string {
  return answer === null ? '' : String(answer);
}
