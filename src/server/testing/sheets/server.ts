import { randomInt, randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { OpenIdProvider } from '../openid-provider.ts';
import { faultIn, type Method, methodOf, queryFault } from './description.ts';
import {
  appendRows,
  areaOf,
  type CellValue,
  checkValues,
  type GridSheet,
  putValues,
  Refusal,
  valuesIn,
  type Workbook,
} from './grid.ts';

/** A fault of a request. With `after`, it occurs after the request has been executed. */
export interface Fault {
  readonly kind: 400 | 401 | 403 | 404 | 429 | 500 | 503 | 'hang' | 'cut';
  readonly after?: boolean;
  /** Google's reason code. */
  readonly reason?: string;
  readonly retryAfter?: string;
}

/** A fake of Google's Sheets API. It rejects every request that `description.ts` does not describe. */
export interface SheetsServer {
  readonly url: string;
  readonly books: Map<string, Workbook>;
  /** Every request, oldest first. */
  readonly requests: {
    readonly id: Method['id'];
    readonly writes: boolean;
    /** The size of the request's body. */
    readonly bytes: number;
  }[];
  /** The faults of the next requests, in order; undefined lets one succeed. */
  readonly faults: (Fault | undefined)[];
  /** The fault of every request for which `faults` has no element left. */
  always: Fault | undefined;
  /** How requests violated Google's API description. Tests of the app expect that it stays empty. */
  readonly violations: string[];
  /** Resolves when the next faulty request reaches the point where it fails. */
  nextFault(): Promise<void>;
  /** Holds the next request of a method before it is executed. */
  holdNext(id: Method['id']): { readonly reached: Promise<void>; readonly letGo: () => void };
  /** The values of a sheet, found by its title. */
  valuesOf(book: Workbook | undefined, title: string): CellValue[][];
  addBook(owner: string, sheets: Readonly<Record<string, CellValue[][]>>): Workbook;
  stop(): Promise<void>;
}

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const ROWS = 1000;
const COLUMNS = 26;
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
};

export async function startSheetsServer(google: OpenIdProvider): Promise<SheetsServer> {
  const books = new Map<string, Workbook>();
  const requests: SheetsServer['requests'] = [];
  const faults: (Fault | undefined)[] = [];
  const violations: string[] = [];
  let waiting = Promise.withResolvers<void>();
  let held: Held | undefined;

  async function hold({ reached, letGo }: Held): Promise<void> {
    held = undefined;
    reached.resolve();
    await letGo.promise;
  }

  const app = Fastify({ forceCloseConnections: true, bodyLimit: 10_485_760 });

  app.all('/v4/spreadsheets*', async (request, reply) => {
    const url = new URL(request.url, 'http://sheets');
    const path = decodeURIComponent(url.pathname.slice('/v4/spreadsheets'.length));
    const called = methodOf(request.method, path);
    if (!called) return reportViolation(reply, 404, `There is no ${request.method} ${path}`);
    const { method } = called;
    const bytes = Number(request.headers['content-length'] ?? 0);
    requests.push({ id: method.id, writes: method.writes, bytes });
    if (held?.id === method.id) await hold(held);
    const fault = faults.length > 0 ? faults.shift() : server.always;
    if (fault && !fault.after) return await fail(fault, request, reply);
    let answer: object;
    try {
      const subject = await subjectOf(google, request.headers.authorization);
      const query = Object.fromEntries(url.searchParams);
      const wrong =
        queryFault(query, method) ??
        (method.body ? faultIn(request.body, { ref: method.body }) : undefined);
      if (wrong) return reportViolation(reply, 400, wrong);
      const range = called.range;
      answer = perform(method, { subject, id: called.id, range, query, body: request.body });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 400) violations.push(error.message);
      return refuse(reply, error.status, error.message);
    }
    return fault ? await fail(fault, request, reply) : answer;
  });

  function reportViolation(reply: FastifyReply, status: number, message: string) {
    violations.push(message);
    return refuse(reply, status, message);
  }

  async function fail(
    { kind, reason, retryAfter }: Fault,
    { socket }: FastifyRequest,
    reply: FastifyReply,
  ) {
    waiting.resolve();
    waiting = Promise.withResolvers();
    if (typeof kind === 'number') {
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return refuse(reply, kind, 'The test requested this fault', reason);
    }
    reply.hijack();
    if (kind === 'cut') socket.destroy();
    return undefined;
  }

  interface Task {
    readonly subject: string;
    readonly id: string;
    readonly range: string;
    readonly query: Readonly<Record<string, string>>;
    readonly body: unknown;
  }

  function perform({ id: method, writes }: Method, task: Task): object {
    if (method === 'create') return create(task);
    const book = books.get(task.id);
    if (!book) throw new Refusal(404, 'Requested entity was not found.');
    if (book.owner !== task.subject && (writes || !book.readers.has(task.subject))) {
      throw new Refusal(403, 'The caller does not have permission');
    }
    const { query, range } = task;
    switch (method) {
      case 'get':
        return told(book);
      case 'batchUpdate': {
        const { requests: changes = [] } = task.body as { requests?: Change[] };
        if (changes.length === 0) throw new Refusal(400, 'Must specify at least one request.');
        return { spreadsheetId: book.id, replies: changes.map((each) => change(book, each)) };
      }
      case 'valuesBatchUpdate': {
        const { valueInputOption, data = [] } = task.body as BatchOfValues;
        // Check all ranges before any is written, because Google's API writes all ranges or none.
        const areas = data.map(({ range: place = '', values = [] }) => {
          const area = areaOf(book, place);
          checkValues(area, values);
          return area;
        });
        for (const [index, { values = [] }] of data.entries()) {
          const area = areas[index];
          if (area) putValues(area, values, required(valueInputOption));
        }
        return { spreadsheetId: book.id };
      }
      case 'valuesGet':
        return { range, majorDimension: 'ROWS', values: valuesIn(areaOf(book, range)) };
      case 'valuesUpdate': {
        const { values = [] } = task.body as { values?: unknown[][] };
        putValues(areaOf(book, range), values, required(query.valueInputOption));
        return { spreadsheetId: book.id };
      }
      case 'valuesAppend': {
        const { values = [] } = task.body as { values?: unknown[][] };
        appendRows(areaOf(book, range), values, required(query.valueInputOption));
        return { spreadsheetId: book.id };
      }
    }
  }

  function create({ subject, body }: Task): object {
    const { properties = {}, sheets = [{}] } = body as NewSpreadsheet;
    const book: Workbook = {
      id: randomUUID(),
      title: properties.title ?? 'Untitled spreadsheet',
      owner: subject,
      readers: new Set(),
      namedRanges: [],
      sheets: sheets.map((each, index) => newSheet(each.properties, index)),
    };
    books.set(book.id, book);
    return told(book);
  }

  const server: SheetsServer = {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    books,
    requests,
    faults,
    always: undefined,
    violations,
    nextFault: () => waiting.promise,
    holdNext(id) {
      const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { id, reached, letGo };
      return { reached: reached.promise, letGo: letGo.resolve };
    },
    valuesOf: (book, title) => (book ? valuesIn(areaOf(book, title)) : []),
    addBook(owner, sheets) {
      const readers = new Set<string>();
      const book: Workbook = {
        id: randomUUID(),
        title: 'Added',
        owner,
        readers,
        sheets: [],
        namedRanges: [],
      };
      for (const [title, values] of Object.entries(sheets)) {
        book.sheets.push(newSheet({ title }, book.sheets.length));
        putValues(areaOf(book, title), values, 'RAW');
      }
      books.set(book.id, book);
      return book;
    },
    stop: () => app.close(),
  };
  return server;
}

interface Held {
  readonly id: Method['id'];
  readonly reached: PromiseWithResolvers<void>;
  readonly letGo: PromiseWithResolvers<void>;
}

interface SheetProperties {
  readonly sheetId?: number;
  readonly title?: string;
  readonly gridProperties?: { readonly rowCount?: number; readonly columnCount?: number };
}

interface NewSpreadsheet {
  readonly properties?: { readonly title?: string };
  readonly sheets?: readonly { readonly properties?: SheetProperties }[];
}

interface BatchOfValues {
  readonly valueInputOption?: string;
  readonly data?: readonly { readonly range?: string; readonly values?: unknown[][] }[];
}

type Change =
  | { readonly addSheet: { readonly properties?: SheetProperties } }
  | {
      readonly appendDimension: {
        readonly sheetId?: number;
        readonly dimension?: string;
        readonly length?: number;
      };
    };

function newSheet(properties: SheetProperties = {}, index: number): GridSheet {
  const {
    sheetId = randomInt(1, 1e9),
    title = `Sheet${index + 1}`,
    gridProperties = {},
  } = properties;
  const { rowCount = ROWS, columnCount = COLUMNS } = gridProperties;
  return { sheetId, title, rowCount, columnCount, cells: [] };
}

function change(book: Workbook, wanted: Change): object {
  if ('addSheet' in wanted) {
    const sheet = newSheet(wanted.addSheet.properties, book.sheets.length);
    if (book.sheets.some(({ title }) => title.toLowerCase() === sheet.title.toLowerCase())) {
      throw new Refusal(400, `A sheet with the name "${sheet.title}" already exists.`);
    }
    book.sheets.push(sheet);
    return { addSheet: { properties: propertiesOf(sheet) } };
  }
  const { sheetId = 0, dimension, length = 0 } = wanted.appendDimension;
  const sheet = book.sheets.find((each) => each.sheetId === sheetId);
  if (!sheet) throw new Refusal(400, `No grid with id: ${sheetId}`);
  if (length < 1) throw new Refusal(400, 'length must be positive');
  if (dimension === 'ROWS') sheet.rowCount += length;
  else sheet.columnCount += length;
  return {};
}

function propertiesOf({ sheetId, title, rowCount, columnCount }: GridSheet): object {
  return { sheetId, title, sheetType: 'GRID', gridProperties: { rowCount, columnCount } };
}

function told({ id, title, sheets, namedRanges }: Workbook): object {
  return {
    spreadsheetId: id,
    properties: { title },
    sheets: sheets.map((sheet) => ({ properties: propertiesOf(sheet) })),
    ...(namedRanges.length > 0 && { namedRanges }),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${id}/edit`,
  };
}

function required(valueInputOption: string | undefined): string {
  if (!valueInputOption) throw new Refusal(400, "'valueInputOption' is required but not specified");
  return valueInputOption;
}

/** Introspects a token at the provider, checks its scope, and returns its subject. */
async function subjectOf(google: OpenIdProvider, authorization = ''): Promise<string> {
  const token = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
  const { clientId: client_id, clientSecret: client_secret } = google;
  const response = await fetch(`${google.issuer}/token/introspection`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id, client_secret }),
  });
  const { active, sub, scope } = (await response.json()) as Record<string, unknown>;
  if (!active) throw new Refusal(401, 'Request had invalid authentication credentials.');
  if (!String(scope).split(' ').includes(SCOPE)) {
    throw new Refusal(403, 'Request had insufficient authentication scopes.');
  }
  return String(sub);
}

function refuse(reply: FastifyReply, code: number, message: string, reason?: string) {
  const details = reason
    ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }]
    : [];
  return reply.code(code).send({ error: { code, message, status: STATUSES[code], details } });
}
