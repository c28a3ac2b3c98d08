import { CHECK_IN_DAY_TITLE } from '../../contract/file-formats.ts';
import { isoOf } from '../../domain/zone.ts';
import type { StoredCheckIn } from '../check-ins/queries/check-ins.ts';
import { csvTable } from './csv-table.ts';
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

export const checkInCsv = csvTable(CHECK_IN_TITLES, (checkIn: StoredCheckIn) => [cellsOf(checkIn)]);

function cellsOf(checkIn: StoredCheckIn): Record<CheckInColumn, string> {
  return {
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
}

/** An empty cell if the question was not answered. */
function numberText(answer: number | null): string {
  return answer === null ? '' : String(answer);
}
