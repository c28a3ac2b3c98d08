import { type EntryKind, KINDS } from '../../contract/kinds.ts';

type Csv = EntryKind['csv']['format'];

/** A value for the CSV file of each kind that has one, by the format. */
export function ofEveryKind<Value>(make: (kind: EntryKind) => Value): Record<Csv, Value> {
  const values = KINDS.map((kind) => [kind.csv.format, make(kind)]);
  return Object.fromEntries(values);
}
