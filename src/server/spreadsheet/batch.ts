import { textLengthOf } from '../entries/answer.ts';
import { findNumbered } from '../entries/queries/find.ts';
import {
  findWaiting,
  type QueuedKind,
  type Waiting,
} from '../entries/queries/spreadsheet-queue.ts';
import { findFormsNumbered } from '../forms/queries/forms.ts';
import type { Database } from '../platform/db/database.ts';
import { DAY_COLUMNS, type DayRow, findDayRows } from './day-rows.ts';
import { entryRow, formRow } from './rows.ts';
import {
  HEALTH_DATA,
  KINDS_WITH_SHEETS,
  type KindWithSheet,
  type OwnSheet,
  type SheetRow,
  sheetOf,
} from './sheets.ts';

/** The maximum number of entries of each kind, and of days, in one request. */
const ENTRIES_AT_ONCE = 500;
const DAYS_AT_ONCE = 100;
/**
 * For each kind of entry, the notes in one request have at most this many characters. If the first entry alone exceeds
 * this, the request has only that entry of the kind.
 */
const NOTES_AT_ONCE = 500_000;

/** What the app writes during one claim of a spreadsheet. */
export interface Batch {
  /** The rows of the queue that this batch writes. */
  readonly waiting: readonly Waiting[];
  readonly parts: readonly Part[];
  /** The rows in `parts` that have cells for a day. */
  readonly dayRows: readonly DayRow[];
}

/** Rows of one sheet, in ascending order. */
interface Part {
  readonly sheet: OwnSheet;
  /** The letter of the rows' first column. */
  readonly column: string;
  readonly rows: readonly SheetRow[];
}

/** @param kinds the kinds to write; others stay in the queue */
export async function findBatch(
  db: Database,
  userId: string,
  kinds: readonly QueuedKind[],
): Promise<Batch> {
  // Read the queue before the values. If a change is made in between, its row stays in the queue, and a later batch
  // writes the new values.
  const waitingOf = async (kind: QueuedKind) =>
    kinds.includes(kind)
      ? await findWaiting(db, userId, kind, kind === 'day' ? DAYS_AT_ONCE : ENTRIES_AT_ONCE)
      : [];
  const queuedForms = await waitingOf('form');
  const queuedEntries: { kind: KindWithSheet; queued: readonly Waiting[] }[] = [];
  for (const kind of KINDS_WITH_SHEETS) {
    queuedEntries.push({ kind, queued: await waitingOf(kind.name) });
  }
  const days = await waitingOf('day');
  const stored = byNumber(
    (await findFormsNumbered(db, userId, numbersOf(queuedForms))).map((form) => {
      return { ...form, number: form.formNumber };
    }),
  );
  const forms = thatFit(queuedForms, (number) =>
    (stored.get(number)?.ratings ?? []).reduce(
      (sum, { name, notes }) => sum + name.length + notes.length,
      0,
    ),
  );
  const ofKinds: { waiting: readonly Waiting[]; part: Part }[] = [];
  for (const { kind, queued } of queuedEntries) {
    const numbers = numbersOf(queued);
    const entries = byNumber(await findNumbered(db, kind, userId, numbers));
    const waiting = thatFit(queued, (number) => {
      const entry = entries.get(number)?.entry;
      return entry ? textLengthOf(kind, entry) : 0;
    });
    const rows = waiting.map(({ number }) => entryRow(kind, number, entries.get(number)?.entry));
    ofKinds.push({ waiting, part: { sheet: sheetOf(kind), column: 'A', rows } });
  }
  const dayRows = await findDayRows(db, userId, numbersOf(days));
  return {
    waiting: [...forms, ...ofKinds.flatMap(({ waiting }) => waiting), ...days],
    parts: [
      {
        sheet: HEALTH_DATA,
        column: 'A',
        rows: forms.map(({ number }) => formRow(userId, number, stored.get(number))),
      },
      { sheet: HEALTH_DATA, column: DAY_COLUMNS.charAt(0), rows: dayRows },
      ...ofKinds.map(({ part }) => part),
    ].filter(({ rows }) => rows.length > 0),
    dayRows,
  };
}

/**
 * Returns the first entries of one kind: as many as fit into one request with their notes, but at least one.
 *
 * @param lengthOf the characters of an entry's notes, by the entry's number
 */
function thatFit(
  queued: readonly Waiting[],
  lengthOf: (number: number) => number,
): readonly Waiting[] {
  let length = 0;
  const end = queued.findIndex(({ number }, index) => {
    length += lengthOf(number);
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
