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

/** So many forms are written with one request, and so much of their notes, in characters. */
const FORMS_AT_ONCE = 500;
const NOTES_AT_ONCE = 500_000;
/** So many rows to spare, so that a sheet need not be made longer with each form. */
const SPARE_ROWS = 1000;
/**
 * Between two batches for one person. With two requests each that write, to make room and to write, they
 * stay well below the 60 in a minute that Google allows.
 */
const BATCH_PAUSE_MS = 3000;

/** Another process has claimed it meanwhile, or its owner has turned it off: nothing is left to this one. */
export class LeaseOver extends Error {
  override readonly name = 'LeaseOver';
}

/**
 * Writes a batch of someone's forms that wait, each to its own row, and ends the claim. Wherever it is cut
 * short, it can be done again and comes to the same, but for making the spreadsheet.
 *
 * @param limits.cutOff ends what is under way
 * @param limits.requestLimitMs how long Google may take for one request
 * @throws LeaseOver, GrantEnded, SheetsError, and what fetch throws
 */
export async function writeWaiting(deps: SheetsDeps, claim: Claim, limits: Limits): Promise<void> {
  await withSheets(deps, claim.userId, limits, (api) => writeWith(api, deps, claim));
}

async function writeWith(api: SheetsApi, deps: SheetsDeps, claim: Claim): Promise<void> {
  const { config, db, clock } = deps;
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
    await api.write(id, sheet.title, rangesOf(userId, forms, config.timeZone));
  }
  await endWritten(db, claim, { written: forms, dueAt: clock() + BATCH_PAUSE_MS });
}

/** The spreadsheet with its sheet and header, made where they are not there. */
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
  const isThere = find() !== undefined;
  if (!isThere) {
    if (!(await beginSheet(db, claim))) throw new LeaseOver();
    await api.addSheet(id, SHEET_TITLE);
    ({ sheets } = await api.contentsOf(id));
  }
  const sheet = find();
  if (!sheet) throw new Error('The sheet that was added is not there');
  if (!isThere || !held.isReady) {
    await requireLease(db, claim);
    await api.write(id, sheet.title, [{ range: HEADER_RANGE, values: [[...HEADER]] }]);
    await setReady(db, claim);
  }
  return { id, sheet };
}

/** The spreadsheet that is there; undefined where there is none yet. */
async function reach(api: SheetsApi, { spreadsheetId, isReady }: HeldSpreadsheet) {
  if (spreadsheetId === null) return undefined;
  try {
    return { id: spreadsheetId, contents: await api.contentsOf(spreadsheetId) };
  } catch (error) {
    // One from before it was turned off may be gone, or be another Google account's: then comes a new one.
    const isGone = error instanceof SheetsError && [403, 404].includes(error.status);
    if (isGone && !isReady) return undefined;
    throw error;
  }
}

/**
 * Makes the spreadsheet. Where the process ends before its id is kept, or Google's answer is lost, an empty
 * one is left over in the person's Drive: what we are allowed to do gives no way to look for it. So it is where
 * the mirror was turned off and on meanwhile, and two were made: the one whose id is kept is written to.
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

/** As many as one request should carry; at least one. */
function batchOf(forms: readonly StoredForm[]): StoredForm[] {
  let length = 0;
  const end = forms.findIndex(({ ratings }, index) => {
    length += ratings.reduce((sum, { name, notes }) => sum + name.length + notes.length, 0);
    return length > NOTES_AT_ONCE && index > 0;
  });
  return end < 0 ? [...forms] : forms.slice(0, end);
}
