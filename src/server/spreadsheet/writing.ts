import type { Database } from '../platform/db/database.ts';
import { type SheetsDeps, withSheets } from './access.ts';
import { type Batch, findBatch } from './batch.ts';
import { findLegacy } from './legacy.ts';
import { findChangedKinds } from './queries/changed-entries.ts';
import {
  beginFilling,
  beginSheets,
  type Claim,
  endFailed,
  endWritten,
  findHeld,
  type HeldSpreadsheet,
  setReady,
} from './queries/spreadsheet-claims.ts';
import { keepSpreadsheetId, noteLegacy } from './queries/spreadsheets.ts';
import { HEALTH_DATA, isTitle, type OwnSheet, rangesOf, SHEETS, titleFor } from './sheets.ts';
import { type Limits, type Sheet, type SheetsApi, SheetsError } from './sheets-api.ts';

/** Spare rows, so that a sheet does not have to grow with each entry. */
const SPARE_ROWS = 1000;
/**
 * Pause between two batches for one user (ms). A batch makes at most two write requests, one to add rows and one
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
 * Writes the next changes of a user, each entry to its own row, and releases the claim. An interrupted call
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
  const { id, sheets } = await prepared(api, deps, claim);
  const before = await requireLease(db, claim);
  const own = SHEETS.filter((each) => find(sheets, each));
  const batch = await findBatch(db, claim.userId, before, own);
  if (batch.parts.length > 0) {
    const small = tooSmall(sheets, batch);
    if (small.length > 0) {
      await requireLease(db, claim);
      await api.grow(id, small);
    }
    const toMark = batch.dayRows.filter(({ before, filled }) => !isWithin(filled, before));
    if (!(await beginFilling(db, claim, toMark))) throw new LeaseOver();
    const ranges = batch.parts.flatMap(({ sheet, rows, column }) => {
      const { title } = required(sheets, sheet);
      return rangesOf(rows, column).map((range) => ({ sheet: title, ...range }));
    });
    await api.write(id, ranges);
  }
  const written = { before, ...batch };
  await endWritten(db, claim, { written, dueAt: clock() + BATCH_PAUSE_MS });
}

/** The sheets that are too small for a batch, each with the size that it needs, including spare rows. */
function tooSmall(sheets: readonly Sheet[], { parts }: Batch) {
  return [...Map.groupBy(parts, ({ sheet }) => sheet)].flatMap(([own, ofSheet]) => {
    const sheet = required(sheets, own);
    const columns = own.header.length;
    const rows = Math.max(...ofSheet.map((part) => part.rows.at(-1)?.row ?? 0));
    const fits = rows <= sheet.rows && columns <= sheet.columns;
    return fits ? [] : [{ sheet, wanted: { rows: rows + SPARE_ROWS, columns } }];
  });
}

function isWithin(columns: string, others: string): boolean {
  return [...columns].every((column) => others.includes(column));
}

/** Returns the spreadsheet and its sheets, and creates them and their headers if they are missing. */
async function prepared(
  api: SheetsApi,
  deps: SheetsDeps,
  claim: Claim,
): Promise<{ id: string; sheets: readonly Sheet[] }> {
  const { db } = deps;
  const held = await requireLease(db, claim);
  const reached = await reach(api, held);
  const id = reached?.id ?? (await make(api, deps, claim));
  const contents = reached?.contents ?? (await api.contentsOf(id));
  let { sheets } = contents;
  await noteLegacy(db, claim.userId, findLegacy(contents) !== undefined);
  const waiting = await findChangedKinds(db, claim.userId, held.written);
  const missing = SHEETS.filter((own) => {
    const isNeeded = own === HEALTH_DATA || own.kinds.some((kind) => waiting.has(kind));
    return isNeeded && !find(sheets, own);
  });
  if (missing.length > 0) {
    const kinds = missing.flatMap((own) => own.kinds);
    if (!(await beginSheets(db, claim, kinds))) throw new LeaseOver();
    await api.addSheets(
      id,
      missing.map(({ title }) => title),
    );
    ({ sheets } = await api.contentsOf(id));
  }
  if (missing.length > 0 || !held.isReady) {
    await requireLease(db, claim);
    const headers = SHEETS.flatMap((own) => {
      const sheet = find(sheets, own)?.title;
      const [header] = rangesOf([{ row: 1, cells: [...own.header] }]);
      return sheet !== undefined && header ? [{ sheet, ...header }] : [];
    });
    await api.write(id, headers);
    await setReady(db, claim);
  }
  return { id, sheets };
}

function find(sheets: readonly Sheet[], own: OwnSheet): Sheet | undefined {
  return sheets.find(({ title }) => isTitle(title, own.title));
}

function required(sheets: readonly Sheet[], own: OwnSheet): Sheet {
  const sheet = find(sheets, own);
  if (!sheet) throw new Error('The sheet is missing');
  return sheet;
}

/** Returns the existing spreadsheet; undefined if a new one is needed. */
async function reach(api: SheetsApi, { spreadsheetId, isReady }: HeldSpreadsheet) {
  if (spreadsheetId === null) return undefined;
  try {
    return { id: spreadsheetId, contents: await api.contentsOf(spreadsheetId) };
  } catch (error) {
    // If the mirror was turned off and on again, the spreadsheet from before may be deleted or belong to another Google
    // account. The mirror then creates a new one.
    const isGone = error instanceof SheetsError && [403, 404].includes(error.status);
    if (isGone && !isReady) return undefined;
    throw error;
  }
}

/**
 * Creates the spreadsheet. If the process ends before its id is stored, or Google's response is lost, an
 * empty spreadsheet stays in the user's Drive, because the granted scope does not allow searching for it. The
 * same happens if the mirror was turned off and on in the meantime and two spreadsheets were created: the mirror writes
 * to the one whose id was stored.
 */
async function make(api: SheetsApi, { db, clock }: SheetsDeps, claim: Claim): Promise<string> {
  const { spreadsheetId: former } = await requireLease(db, claim);
  const id = await api.create(titleFor(claim.userId), HEALTH_DATA.title);
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
