import { CSV_KINDS, type CsvKind } from '../../contract/kinds.ts';

/** A value for each kind that has a CSV file, by the format. */
export function ofEveryCsv<Value>(
  make: (kind: CsvKind) => Value,
): Record<CsvKind['csv']['format'], Value> {
  const values = CSV_KINDS.map((kind) => [kind.csv.format, make(kind)]);
  return Object.fromEntries(values) as Record<CsvKind['csv']['format'], Value>;
}
