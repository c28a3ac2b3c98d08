import { form } from '../../contract/kinds/form.ts';
import { DAY_MS, type Instant, midnightOf } from '../../domain/zone.ts';
import { textLengthOf } from '../entries/answer.ts';
import { formOf } from '../forms/queries/forms.ts';
import type { Database } from '../platform/db/database.ts';
import { DAY_COLUMNS, DAYS_AROUND, type DayRow, findDayRows } from './day-rows.ts';
import {
  type Changed,
  findChanged,
  findFormDays,
  findLastChange,
} from './queries/changed-entries.ts';
import type { Progress } from './queries/spreadsheet-claims.ts';
import { entryRow, formRow } from './rows.ts';
import { HEALTH_DATA, KINDS_WITH_SHEETS, type OwnSheet, type SheetRow, sheetOf } from './sheets.ts';

/** The maximum number of entries, and of days, in one request. */
const ENTRIES_AT_ONCE = 500;
const DAYS_AT_ONCE = 100;
/** The notes in one request have at most this many characters, unless those of one save alone have more. */
const NOTES_AT_ONCE = 500_000;

/** What the app writes during one claim of a spreadsheet. */
export interface Batch {
  readonly parts: readonly Part[];
  /** The rows in `parts` that have cells for a day. */
  readonly dayRows: readonly DayRow[];
  /** How far the spreadsheet is written with this batch. */
  readonly progress: Progress;
  /** The number of the last change when the batch was read. */
  readonly lastChange: number;
}

/** Rows of one sheet, in ascending order. */
interface Part {
  readonly sheet: OwnSheet;
  /** The letter of the rows' first column. */
  readonly column: string;
  readonly rows: readonly SheetRow[];
}

/**
 * Reads what to write next.
 *
 * @param progress how far the spreadsheet is written
 * @param sheets the sheets that the spreadsheet has. An entry whose sheet is missing waits, and so do all later changes
 */
export async function findBatch(
  db: Database,
  userId: string,
  { written, daysFrom }: Progress,
  sheets: readonly OwnSheet[],
): Promise<Batch> {
  // Read the number before the entries: a change that is made in between has a higher one, and a later batch writes it.
  const lastChange = await findLastChange(db, userId);
  const { changed, isCut } = await findChanged(db, userId, written, ENTRIES_AT_ONCE + 1);
  const entries = thatFit(changed, isCut, sheets);
  const isAll = !isCut && entries.length === changed.length;
  const first = [daysFrom, ...entries.map(daysFromOf)]
    .filter((from) => from !== null)
    .sort(earlier);
  const formDays = await findDaysFrom(db, userId, first[0] ?? null);
  const days = new Set([...formDays.days, ...entries.flatMap(daysOf)]);
  const dayRows = await findDayRows(db, userId, [...days].sort(earlier));
  return {
    parts: [
      { sheet: HEALTH_DATA, column: 'A', rows: formRows(userId, entries) },
      { sheet: HEALTH_DATA, column: DAY_COLUMNS.charAt(0), rows: dayRows },
      ...KINDS_WITH_SHEETS.map((kind) => {
        const rows = entries
          .filter((each) => each.kind === kind)
          .map(({ number, entry }) => entryRow(kind, number, entry));
        return { sheet: sheetOf(kind), column: 'A', rows: rows.sort(byRow) };
      }),
    ].filter(({ rows }) => rows.length > 0),
    dayRows,
    progress: {
      written: isAll ? Math.max(lastChange, written) : (entries.at(-1)?.changed ?? written),
      daysFrom: formDays.next,
    },
    lastChange,
  };
}

function formRows(userId: string, entries: readonly Changed[]): SheetRow[] {
  const forms = entries.filter(({ kind }) => kind === form).map(formOf);
  return forms.map((each) => formRow(userId, each)).sort(byRow);
}

/**
 * The first entries: as many as fit into one request, but at least those of one save. Entries that were saved at once
 * have one change, and are written at once.
 */
function thatFit(
  changed: readonly Changed[],
  isCut: boolean,
  sheets: readonly OwnSheet[],
): readonly Changed[] {
  const saves = [...Map.groupBy(changed, (each) => each.changed).values()];
  // There may be further entries of the last save.
  if (isCut) saves.pop();
  const fitting: Changed[] = [];
  const days = new Set<number>();
  let length = 0;
  for (const save of saves) {
    for (const each of save) {
      length += textLengthOf(each.kind, each.entry);
      for (const day of daysOf(each)) days.add(day);
    }
    const isTooMuch = length > NOTES_AT_ONCE || days.size > DAYS_AT_ONCE;
    if (fitting.length > 0 && isTooMuch) break;
    if (!save.every(({ kind }) => hasSheet(kind.name, sheets))) break;
    fitting.push(...save);
  }
  return fitting;
}

/** Whether the sheet with a row for each entry of a kind is there, if the kind has such a sheet. */
function hasSheet(name: string, sheets: readonly OwnSheet[]): boolean {
  const own = KINDS_WITH_SHEETS.find((kind) => kind.name === name);
  return sheets.includes(own ? sheetOf(own) : HEALTH_DATA);
}

/** The days (since 1970, in UTC) whose cells show something of an entry, or did before an edit. */
function daysOf({ kind, entry, former }: Changed): number[] {
  const instants = [entry, ...former].flatMap((each) => kind.daysOf?.(each as never) ?? []);
  return instants.map((instant) => Math.floor(instant / DAY_MS));
}

/** From when on the cells of all days may show something of an entry; null if of none. */
function daysFromOf({ kind: { changesDaysFrom }, entry, former }: Changed): Instant | null {
  if (!changesDaysFrom) return null;
  const dates = [entry, ...former].map((each) => changesDaysFrom(each as never));
  return Math.min(...dates.map(midnightOf)) - DAYS_AROUND * DAY_MS;
}

/** The next days with forms, and the instant from which the rest follows; null if there is no rest. */
async function findDaysFrom(db: Database, userId: string, from: Instant | null) {
  if (from === null) return { days: [], next: null };
  const days = await findFormDays(db, userId, from, DAYS_AT_ONCE);
  const last = days.at(-1);
  const isAll = last === undefined || days.length < DAYS_AT_ONCE;
  return { days, next: isAll ? null : (last + 1) * DAY_MS };
}

function earlier(one: number, other: number): number {
  return one - other;
}

function byRow(one: SheetRow, other: SheetRow): number {
  return one.row - other.row;
}
