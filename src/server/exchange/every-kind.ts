import { type EntryKind, KINDS } from '../../contract/kinds.ts';

/** A kind that has a CSV file. */
export type CsvKind = Extract<EntryKind, { readonly csv: object }>;

/** A value for each kind that has a CSV file, by the format. */
export function ofEveryCsv<Value>(
  make: (kind: CsvKind) => Value,
): Record<CsvKind['csv']['format'], Value> {
  const values = KINDS.flatMap((kind) => ('csv' in kind ? [[kind.csv.format, make(kind)]] : []));
  return Object.fromEntries(values);
}
