/**
 * The part of Google's description of the Sheets API v4 that the fake implements: methods with their parameters, and
 * the schemas of their bodies with all fields. Copied from the discovery document
 * (https://sheets.googleapis.com/$discovery/rest?version=v4) from which the package @googleapis/sheets 18.1.1 is
 * generated. The fake rejects everything that is missing here or marked as `notPlayed`, so that the app cannot start to
 * use such a method or field without a test.
 */

/** The type of a field: the name of another schema, a list, an enumeration, or a JSON type. */
export type FieldType =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'any'
  | 'notPlayed'
  | { readonly ref: SchemaName }
  | { readonly list: FieldType }
  | { readonly oneOf: readonly string[] };

type SchemaName = keyof typeof schemas;

const DIMENSION = { oneOf: ['ROWS', 'COLUMNS'] } as const;
const INPUT_OPTION = { oneOf: ['RAW', 'USER_ENTERED'] } as const;
const RENDER_OPTION = { oneOf: ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] } as const;

function notPlayed(names: string): Record<string, FieldType> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'notPlayed']),
  );
}

const schemas = {
  Spreadsheet: {
    properties: { ref: 'SpreadsheetProperties' },
    sheets: { list: { ref: 'Sheet' } },
    ...notPlayed(`comments commentsViewMode dataSources dataSourceSchedules developerMetadata
      namedRanges spreadsheetId spreadsheetUrl`),
  },
  SpreadsheetProperties: {
    title: 'string',
    ...notPlayed(`autoRecalc defaultFormat importFunctionsExternalUrlAccessAllowed
      iterativeCalculationSettings locale spreadsheetTheme timeZone`),
  },
  Sheet: {
    properties: { ref: 'SheetProperties' },
    ...notPlayed(`bandedRanges basicFilter charts columnGroups commentAnchors conditionalFormats data
      developerMetadata filterViews merges protectedRanges rowGroups slicers tables`),
  },
  SheetProperties: {
    sheetId: 'integer',
    title: 'string',
    gridProperties: { ref: 'GridProperties' },
    ...notPlayed(
      'dataSourceSheetProperties hidden index rightToLeft sheetType tabColor tabColorStyle',
    ),
  },
  GridProperties: {
    rowCount: 'integer',
    columnCount: 'integer',
    ...notPlayed(
      'columnGroupControlAfter frozenColumnCount frozenRowCount hideGridlines rowGroupControlAfter',
    ),
  },
  BatchUpdateSpreadsheetRequest: {
    requests: { list: { ref: 'Request' } },
    ...notPlayed(
      'commentsViewMode includeSpreadsheetInResponse responseIncludeGridData responseRanges',
    ),
  },
  /** Exactly one of its fields is set. */
  Request: {
    addSheet: { ref: 'AddSheetRequest' },
    appendDimension: { ref: 'AppendDimensionRequest' },
    ...notPlayed(`addBanding addChart addFilterView addNamedRange addProtectedRange addTable appendCells
      autoFill autoResizeDimensions copyPaste cutPaste deleteDimension deleteRange deleteSheet
      deleteTable duplicateSheet findReplace insertDimension insertRange mergeCells moveDimension
      pasteData repeatCell setDataValidation sortRange unmergeCells updateBorders updateCells
      updateDimensionProperties updateSheetProperties updateSpreadsheetProperties updateTable`),
  },
  AddSheetRequest: { properties: { ref: 'SheetProperties' } },
  AppendDimensionRequest: { sheetId: 'integer', dimension: DIMENSION, length: 'integer' },
  ValueRange: {
    range: 'string',
    majorDimension: DIMENSION,
    values: { list: { list: 'any' } },
  },
  BatchUpdateValuesRequest: {
    valueInputOption: INPUT_OPTION,
    data: { list: { ref: 'ValueRange' } },
    ...notPlayed('includeValuesInResponse responseDateTimeRenderOption responseValueRenderOption'),
  },
} as const satisfies Record<string, Record<string, unknown>>;

/** The parameters that Google accepts for every method. The fake implements none of them. */
const STANDARD =
  notPlayed(`$.xgafv access_token alt callback fields key oauth_token prettyPrint quotaUser
  uploadType upload_protocol`);

const RESPONSE_OPTIONS = notPlayed(
  'includeValuesInResponse responseDateTimeRenderOption responseValueRenderOption',
);

export interface Method {
  readonly id: keyof typeof methods;
  readonly verb: 'GET' | 'POST' | 'PUT';
  /** The path after /v4/spreadsheets, with the spreadsheet's id and the range. */
  readonly path: RegExp;
  readonly parameters: Readonly<Record<string, FieldType>>;
  readonly body?: SchemaName;
  /** Whether the request counts as a write. */
  readonly writes: boolean;
}

const ID = '/(?<id>[^/:]+)';
const RANGE = '/values/(?<range>[^/:]+(?::[^/:]+)?)';

const methods = {
  create: {
    verb: 'POST',
    path: /^$/,
    parameters: {},
    body: 'Spreadsheet',
    writes: true,
  },
  get: {
    verb: 'GET',
    path: new RegExp(`^${ID}$`),
    parameters: notPlayed('commentsViewMode excludeTablesInBandedRanges includeGridData ranges'),
    writes: false,
  },
  batchUpdate: {
    verb: 'POST',
    path: new RegExp(`^${ID}:batchUpdate$`),
    parameters: {},
    body: 'BatchUpdateSpreadsheetRequest',
    writes: true,
  },
  valuesBatchUpdate: {
    verb: 'POST',
    path: new RegExp(`^${ID}/values:batchUpdate$`),
    parameters: {},
    body: 'BatchUpdateValuesRequest',
    writes: true,
  },
  valuesGet: {
    verb: 'GET',
    path: new RegExp(`^${ID}${RANGE}$`),
    parameters: {
      majorDimension: DIMENSION,
      valueRenderOption: RENDER_OPTION,
      dateTimeRenderOption: 'notPlayed',
    },
    writes: false,
  },
  valuesUpdate: {
    verb: 'PUT',
    path: new RegExp(`^${ID}${RANGE}$`),
    parameters: { valueInputOption: INPUT_OPTION, ...RESPONSE_OPTIONS },
    body: 'ValueRange',
    writes: true,
  },
  valuesAppend: {
    verb: 'POST',
    path: new RegExp(`^${ID}${RANGE}:append$`),
    parameters: {
      valueInputOption: INPUT_OPTION,
      insertDataOption: { oneOf: ['OVERWRITE', 'INSERT_ROWS'] },
      ...RESPONSE_OPTIONS,
    },
    body: 'ValueRange',
    writes: true,
  },
} as const satisfies Record<string, Omit<Method, 'id'>>;

/** The method of a request; undefined if Google has none. */
export function methodOf(
  verb: string,
  path: string,
): { method: Method; id: string; range: string } | undefined {
  for (const [id, method] of Object.entries(methods)) {
    const found = method.verb === verb && method.path.exec(path);
    if (found) {
      const { id: spreadsheetId = '', range = '' } = found.groups ?? {};
      return { method: { id, ...method } as Method, id: spreadsheetId, range };
    }
  }
  return undefined;
}

/** What is wrong with a body or a query, in Google's words; undefined if it matches the description. */
export function faultIn(
  value: unknown,
  type: FieldType | { readonly fields: Readonly<Record<string, FieldType>> },
  at = '',
): string | undefined {
  if (type === 'any') return undefined;
  if (type === 'notPlayed') return `The fake does not implement '${at}'.`;
  if (type === 'string' || type === 'boolean') {
    return typeof value === type
      ? undefined
      : `Invalid value at '${at}' (TYPE_${type.toUpperCase()})`;
  }
  if (type === 'integer') {
    return Number.isInteger(value) ? undefined : `Invalid value at '${at}' (TYPE_INT32)`;
  }
  if ('oneOf' in type) {
    return type.oneOf.includes(value as string)
      ? undefined
      : `Invalid value at '${at}' (TYPE_ENUM)`;
  }
  if ('list' in type) {
    if (!Array.isArray(value)) return `Invalid value at '${at}' (TYPE_MESSAGE)`;
    return first(value.map((item, index) => faultIn(item, type.list, `${at}[${index}]`)));
  }
  const fields: Readonly<Record<string, FieldType>> =
    'fields' in type ? type.fields : schemas[type.ref];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `Invalid value at '${at}' (TYPE_MESSAGE)`;
  }
  return first(
    Object.entries(value).map(([name, item]) => {
      const field = fields[name];
      if (field) return faultIn(item, field, at ? `${at}.${name}` : name);
      return `Invalid JSON payload received. Unknown name "${name}" at '${at}': Cannot find field.`;
    }),
  );
}

function first(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined);
}

/** What is wrong with the query parameters of a method; undefined if they match. */
export function queryFault(query: object, { parameters }: Method): string | undefined {
  return faultIn(query, { fields: { ...STANDARD, ...parameters } });
}
