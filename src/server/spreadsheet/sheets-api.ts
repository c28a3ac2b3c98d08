import { z } from 'zod';
import { limited, retryAfterMs } from '../platform/outgoing.ts';
import type { RowRange } from './sheets.ts';

/** The part of Google's Sheets API v4 that the app uses. */
export interface SheetsApi {
  /**
   * Creates a spreadsheet with one sheet and returns its id. Not idempotent: each call creates another one.
   */
  readonly create: (title: string, sheet: string) => Promise<string>;
  readonly contentsOf: (spreadsheetId: string) => Promise<Contents>;
  readonly addSheets: (spreadsheetId: string, titles: readonly string[]) => Promise<void>;
  /** Adds empty rows and columns at the end of sheets. */
  readonly grow: (
    spreadsheetId: string,
    sheets: readonly { readonly sheet: Sheet; readonly wanted: Size }[],
  ) => Promise<void>;
  /** Writes cells as raw values: Google parses no formulas, numbers or dates in them. */
  readonly write: (spreadsheetId: string, rows: readonly RangeOfSheet[]) => Promise<void>;
  /**
   * Reads the displayed text of a range, without empty cells at the end of rows and without empty rows at the
   * end.
   */
  readonly read: (spreadsheetId: string, range: string) => Promise<string[][]>;
}

/** A range of the sheet with this title. */
interface RangeOfSheet extends RowRange {
  readonly sheet: string;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** The sheets and named ranges of a spreadsheet. */
export interface Contents {
  readonly sheets: readonly Sheet[];
  readonly namedRanges: readonly NamedRange[];
}

interface NamedRange {
  readonly name: string;
  /** The range's first row in its sheet, counted from 1. */
  readonly firstRow: number;
}

export interface Sheet extends Size {
  readonly sheetId: number;
  readonly title: string;
}

/** An error response of Google. */
export class SheetsError extends Error {
  override readonly name = 'SheetsError';
  /** The HTTP status. */
  readonly status: number;
  /** Google's error codes, such as SERVICE_DISABLED. */
  readonly reasons: readonly string[];
  /** The wait that Google requests, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, reasons: readonly string[], retryAfterMs: number | undefined) {
    super(`The Sheets API answered with ${status}`);
    this.status = status;
    this.reasons = reasons;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The response is larger than the app reads. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * The largest answer that we read. The main thread parses it, so a larger one would block the server. Ten years of
 * forms with short notes are 2 to 4 MB.
 */
const MAX_ANSWER_BYTES = 16_777_216;

/** The abort signal and the time-out of requests. */
export interface Limits {
  readonly cutOff: AbortSignal;
  /** Time-out for one request, in milliseconds. */
  readonly requestLimitMs: number;
}

const made = z.object({ spreadsheetId: z.string().min(1) });
const contents = z.object({
  sheets: z.array(
    z.object({
      properties: z.object({
        sheetId: z.int().default(0),
        title: z.string(),
        // Other kinds of sheets, such as charts, have no grid.
        gridProperties: z
          .object({ rowCount: z.int().default(0), columnCount: z.int().default(0) })
          .default({ rowCount: 0, columnCount: 0 }),
      }),
    }),
  ),
  namedRanges: z
    .array(
      z.object({
        name: z.string(),
        range: z.object({ startRowIndex: z.int().default(0) }),
      }),
    )
    .default([]),
});
const rangeRead = z.object({ values: z.array(z.array(z.coerce.string())).default([]) });
const done = z.looseObject({});
const refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
    // The former error format, which Google's gateway still uses.
    errors: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
});

/**
 * @param options.url the API's origin
 * @param options.accessToken the token of the spreadsheets' owner
 */
export function sheetsApi({
  url,
  accessToken,
  limits,
  clock,
}: {
  readonly url: string;
  readonly accessToken: string;
  readonly limits: Limits;
  readonly clock: () => number;
}): SheetsApi {
  async function ask<Answer>(
    schema: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const response = await fetch(new URL(`/v4/spreadsheets${path}`, url), {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      redirect: 'error',
      signal: limited(limits.requestLimitMs, limits.cutOff),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await errorOf(response, clock());
    return schema.parse(JSON.parse(await textOf(response)));
  }

  const changed = (id: string, requests: readonly object[]) =>
    ask(done, 'POST', `/${encodeURIComponent(id)}:batchUpdate`, { requests });

  return {
    async create(title, sheet) {
      const sheets = [{ properties: { title: sheet } }];
      return (await ask(made, 'POST', '', { properties: { title }, sheets })).spreadsheetId;
    },
    async contentsOf(id) {
      const found = await ask(contents, 'GET', `/${encodeURIComponent(id)}`);
      const sheets = found.sheets.map(({ properties: { sheetId, title, gridProperties } }) => {
        const { rowCount: rows, columnCount: columns } = gridProperties;
        return { sheetId, title, rows, columns };
      });
      const namedRanges = found.namedRanges.map(({ name, range }) => {
        return { name, firstRow: range.startRowIndex + 1 };
      });
      return { sheets, namedRanges };
    },
    async addSheets(id, titles) {
      await changed(
        id,
        titles.map((title) => ({ addSheet: { properties: { title } } })),
      );
    },
    async grow(id, sheets) {
      const add = (sheetId: number, dimension: 'ROWS' | 'COLUMNS', length: number) =>
        length > 0 ? [{ appendDimension: { sheetId, dimension, length } }] : [];
      // Rows are appended. Setting the size would cut off rows that the user adds at the same time.
      await changed(
        id,
        sheets.flatMap(({ sheet: { sheetId, rows, columns }, wanted }) => [
          ...add(sheetId, 'ROWS', wanted.rows - rows),
          ...add(sheetId, 'COLUMNS', wanted.columns - columns),
        ]),
      );
    },
    async write(id, rows) {
      await ask(done, 'POST', `/${encodeURIComponent(id)}/values:batchUpdate`, {
        valueInputOption: 'RAW',
        data: rows.map(({ sheet, range, values }) => ({
          range: `${sheet}!${range}`,
          majorDimension: 'ROWS',
          values,
        })),
      });
    },
    async read(id, range) {
      const path = `/${encodeURIComponent(id)}/values/${encodeURIComponent(range)}`;
      return (await ask(rangeRead, 'GET', path)).values;
    },
  };
}

/** @throws AnswerTooLarge */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function errorOf(response: Response, now: number): Promise<SheetsError> {
  const parsed = refusal.safeParse(await response.json().catch(() => undefined));
  const { status, details = [], errors = [] } = parsed.data?.error ?? {};
  const reasons = [status, ...[...details, ...errors].map(({ reason }) => reason)];
  return new SheetsError(
    response.status,
    reasons.filter((reason) => reason !== undefined),
    retryAfterMs(response.headers.get('retry-after'), now),
  );
}
