import { rowIndexOf } from '../../domain/sheet-name.ts';
import { findWaitingForms, type StoredForm } from '../forms/queries/forms.ts';
import type { Database } from '../platform/db/database.ts';
import { type SheetsDeps, withSheets } from './access.ts';
import { findLegacy } from './legacy.ts';
import {
  beginSheet,
  type Claim,
  endFailed,
  endWritten,
  findHeld,
  type HeldSpreadsheet,
  setReady,
} from './queries/spreadsheet-claims.ts';
import { keepSpreadsheetId, noteLegacy } from './queries/spreadsheets.ts';
import { HEADER, HEADER_RANGE, isTitle, rangesOf, SHEET_TITLE, titleFor } from './rows.ts';
import { type Limits, type Sheet, type SheetsApi, SheetsError } from './sheets-api.ts';

/** At most this many forms per request, and about this many characters of their notes. */
const FORMS_AT_ONCE = 500;
const NOTES_AT_ONCE = 500_000;
/** Spare rows, so that the sheet does not have to grow with each form. */
const SPARE_ROWS = 1000;
/**
 * Pause between two batches for one user. A batch makes at most two write requests, one to add rows and one
 * to write them, so a user stays well below Google's limit of 60 per minute.
 */
const BATCH_PAUSE_MS = 3000;

/**
 * The lease has ended: another process has claimed the spreadsheet, or its owner has turned the mirror off.
 */
export class LeaseOver extends Error {
  override readonly name = 'LeaseOver';
}

/**
 * Writes a batch of a user's queued forms, each to its own row, and releases the claim. If interrupted, it
 * can be repeated with the same result, except for creating the spreadsheet.
 *
 * @param limits.cutOff aborts pending requests
 * @param limits.requestLimitMs time-out for one request, in milliseconds
 * @throws LeaseOver, GrantEnded, SheetsError, and fetch's errors
 */
export async function writeWaiting(deps: SheetsDeps, claim: Claim, limits: Limits): Promise<void> {
  await withSheets(deps, claim.userId, limits, (api) => writeWith(api, deps, claim));
}

async function writeWith(api: SheetsApi, deps: SheetsDeps, claim: Claim): Promise<void> {
  const { db, clock } = deps;
  const { userId } = claim;
  const { id, sheet } = await prepared(api, deps, claim);
  const forms = batchOf(await findWaitingForms(db, userId, FORMS_AT_ONCE));
  const last = forms.at(-1);
  if (last) {
    const rows = rowIndexOf(last.formNumber);
    if (rows > sheet.rows || HEADER.length > sheet.columns) {
      await requireLease(db, claim);
      const size = { rows: rows + SPARE_ROWS, columns: HEADER.length };
      await api.grow(id, sheet, size);
    }
    await requireLease(db, claim);
    await api.write(id, sheet.title, rangesOf(userId, forms));
  }
  await endWritten(db, claim, { written: forms, dueAt: clock() + BATCH_PAUSE_MS });
}

/** Returns the spreadsheet and its sheet, and creates them and the header if they are missing. */
async function prepared(
  api: SheetsApi,
  deps: SheetsDeps,
  claim: Claim,
): Promise<{ id: string; sheet: Sheet }> {
  const { db } = deps;
  const held = await requireLease(db, claim);
  const reached = await reach(api, held);
  const id = reached?.id ?? (await make(api, deps, claim));
  const contents = reached?.contents ?? (await api.contentsOf(id));
  let { sheets } = contents;
  await noteLegacy(db, claim.userId, findLegacy(contents) !== undefined);
  const find = () => sheets.find(({ title }) => isTitle(title, SHEET_TITLE));
  const exists = find() !== undefined;
  if (!exists) {
    if (!(await beginSheet(db, claim))) throw new LeaseOver();
    await api.addSheet(id, SHEET_TITLE);
    ({ sheets } = await api.contentsOf(id));
  }
  const sheet = find();
  if (!sheet) throw new Error('The added sheet is missing');
  if (!exists || !held.isReady) {
    await requireLease(db, claim);
    await api.write(id, sheet.title, [{ range: HEADER_RANGE, values: [[...HEADER]] }]);
    await setReady(db, claim);
  }
  return { id, sheet };
}

/** Returns the existing spreadsheet; undefined if a new one is needed. */
async function reach(api: SheetsApi, { spreadsheetId, isReady }: HeldSpreadsheet) {
  if (spreadsheetId === null) return undefined;
  try {
    return { id: spreadsheetId, contents: await api.contentsOf(spreadsheetId) };
  } catch (error) {
    // A spreadsheet from before the mirror was turned off may be deleted or belong to another Google account.
    // A new one is created then.
    const isGone = error instanceof SheetsError && [403, 404].includes(error.status);
    if (isGone && !isReady) return undefined;
    throw error;
  }
}

/**
 * Creates the spreadsheet. If the process ends before its id is stored, or Google's response is lost, an
 * empty spreadsheet stays in the user's Drive, because the granted scope does not allow searching for it. The
 * same happens if the mirror was turned off and on in the meantime and two were created: the mirror writes to
 * the one whose id was stored.
 */
async function make(api: SheetsApi, { db, clock }: SheetsDeps, claim: Claim): Promise<string> {
  const { spreadsheetId: former } = await requireLease(db, claim);
  const id = await api.create(titleFor(claim.userId), SHEET_TITLE);
  if (!(await keepSpreadsheetId(db, claim.userId, { id, former }))) {
    await endFailed(db, claim, { dueAt: clock(), tries: claim.tries, problem: '' });
    throw new LeaseOver();
  }
  return id;
}

async function requireLease(db: Database, claim: Claim): Promise<HeldSpreadsheet> {
  const held = await findHeld(db, claim);
  if (!held) throw new LeaseOver();
  return held;
}

/** The forms that fit into one request; at least one. */
function batchOf(forms: readonly StoredForm[]): StoredForm[] {
  let length = 0;
  const end = forms.findIndex(({ ratings }, index) => {
    length += ratings.reduce((sum, { name, notes }) => sum + name.length + notes.length, 0);
    return length > NOTES_AT_ONCE && index > 0;
  });
  return end < 0 ? [...forms] : forms.slice(0, end);
}
