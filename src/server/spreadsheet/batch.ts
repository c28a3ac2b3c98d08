import {
  findWaiting,
  type QueuedKind,
  type Waiting,
} from '../entries/queries/spreadsheet-queue.ts';
import { findFormsNumbered, type StoredForm } from '../forms/queries/forms.ts';
import { findDosesNumbered } from '../medication/queries/doses.ts';
import type { Database } from '../platform/db/database.ts';
import { DAY_COLUMNS, type DayRow, findDayRows } from './day-rows.ts';
import { doseRow, formRow } from './rows.ts';
import { DOSES, HEALTH_DATA, type OwnSheet, type SheetRow } from './sheets.ts';

/** At most so many of each kind in a request, and about this many characters of the forms' notes. */
const AT_ONCE: Readonly<Record<QueuedKind, number>> = { form: 500, dose: 500, day: 100 };
const NOTES_AT_ONCE = 500_000;

/** What one claim writes. */
export interface Batch {
  /** The rows of the queue that are written with it. */
  readonly waiting: readonly Waiting[];
  readonly parts: readonly Part[];
  /** Those of the rows that have cells for a day. */
  readonly dayRows: readonly DayRow[];
}

/** Rows of one sheet, in ascending order. */
interface Part {
  readonly sheet: OwnSheet;
  /** The letter of their first column. */
  readonly column: string;
  readonly rows: readonly SheetRow[];
}

/** @param kinds leaves the others in the queue */
export async function findBatch(
  db: Database,
  userId: string,
  kinds: readonly QueuedKind[],
): Promise<Batch> {
  // The queue is read before the values, so that a change in between is written again later.
  const waitingOf = async (kind: QueuedKind) =>
    kinds.includes(kind) ? await findWaiting(db, userId, kind, AT_ONCE[kind]) : [];
  const [queuedForms, doses, days] = [
    await waitingOf('form'),
    await waitingOf('dose'),
    await waitingOf('day'),
  ];
  const stored = byNumber(
    (await findFormsNumbered(db, userId, numbersOf(queuedForms))).map((form) => {
      return { ...form, number: form.formNumber };
    }),
  );
  const forms = thatFit(queuedForms, stored);
  const storedDoses = byNumber(await findDosesNumbered(db, userId, numbersOf(doses)));
  const dayRows = await findDayRows(db, userId, numbersOf(days));
  return {
    waiting: [...forms, ...doses, ...days],
    parts: [
      {
        sheet: HEALTH_DATA,
        column: 'A',
        rows: forms.map(({ number }) => formRow(userId, number, stored.get(number))),
      },
      { sheet: HEALTH_DATA, column: DAY_COLUMNS.charAt(0), rows: dayRows },
      {
        sheet: DOSES,
        column: 'A',
        rows: doses.map(({ number }) => doseRow(number, storedDoses.get(number))),
      },
    ].filter(({ rows }) => rows.length > 0),
    dayRows,
  };
}

/** The forms whose notes fit into one request; at least one. */
function thatFit(
  queued: readonly Waiting[],
  stored: ReadonlyMap<number, StoredForm>,
): readonly Waiting[] {
  let length = 0;
  const end = queued.findIndex(({ number }, index) => {
    const ratings = stored.get(number)?.ratings ?? [];
    length += ratings.reduce((sum, { name, notes }) => sum + name.length + notes.length, 0);
    return length > NOTES_AT_ONCE && index > 0;
  });
  return end < 0 ? queued : queued.slice(0, end);
}

function numbersOf(waiting: readonly Waiting[]): number[] {
  return waiting.map(({ number }) => number);
}

function byNumber<Entry extends { readonly number: number }>(entries: readonly Entry[]) {
  return new Map(entries.map((entry) => [entry.number, entry]));
}
