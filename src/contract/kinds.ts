import { bloodPressure } from './kinds/blood-pressure.ts';
import { checkIn } from './kinds/check-in.ts';
import { diary } from './kinds/diary.ts';
import { dose } from './kinds/dose.ts';
import { fall } from './kinds/fall.ts';
import { form } from './kinds/form.ts';
import type { AnyKind } from './kinds/kind.ts';
import { medication } from './kinds/medication.ts';
import { tabletCount } from './kinds/tablet-count.ts';
import { visit } from './kinds/visit.ts';

/** The kinds of entries whose calls and files follow from their definitions (`src/server/entries`). */
export const KINDS = [
  medication,
  dose,
  checkIn,
  visit,
  diary,
  fall,
  tabletCount,
  bloodPressure,
] as const satisfies readonly AnyKind[];
export type EntryKind = (typeof KINDS)[number];

/** All kinds of entries that are stored in the table `entries`. */
export const STORED_KINDS = [form, ...KINDS] as const satisfies readonly AnyKind[];
export type StoredKind = (typeof STORED_KINDS)[number];

/** A value for each kind, by the name of its list and perhaps a suffix: 'checkInsAdded'. */
export function byList<Value, Suffix extends string = ''>(
  make: (kind: EntryKind) => Value,
  suffix = '' as Suffix,
): Record<`${EntryKind['list']}${Suffix}`, Value> {
  const values = KINDS.map((kind) => [`${kind.list}${suffix}`, make(kind)]);
  return Object.fromEntries(values);
}

/** A kind that has a CSV file. */
export type CsvKind = Extract<EntryKind, { readonly csv: object }>;

/** The kinds that have a CSV file. */
export const CSV_KINDS: readonly CsvKind[] = KINDS.filter((kind): kind is CsvKind => 'csv' in kind);

type SaveVerb<K> = K extends { readonly saveVerb: infer Verb extends string } ? Verb : 'Edited';

/** What the account activity says of the entries of a kind. */
type ActivityOf<K extends StoredKind> =
  | `${K['name']}${SaveVerb<K> | 'Deleted' | 'Restored'}`
  | `${K['list']}Imported`;
export type EntryActivity = {
  [K in StoredKind as K['name']]: ActivityOf<K>;
}[StoredKind['name']];

/** 'doseEdited', 'doseDeleted', 'doseRestored' and the like; with forms. */
export const CHANGE_ACTIVITIES = STORED_KINDS.flatMap(({ name, ...kind }) => [
  `${name}${'saveVerb' in kind ? kind.saveVerb : 'Edited'}`,
  `${name}Deleted`,
  `${name}Restored`,
]) as readonly EntryActivity[];

/** 'dosesImported' and the like; with forms. */
export const IMPORT_ACTIVITIES = STORED_KINDS.map(
  ({ list }) => `${list}Imported`,
) as readonly EntryActivity[];
