import { checkIn } from './kinds/check-in.ts';
import { diary } from './kinds/diary.ts';
import { dose } from './kinds/dose.ts';
import { form } from './kinds/form.ts';
import type { AnyKind } from './kinds/kind.ts';
import { medication } from './kinds/medication.ts';
import { visit } from './kinds/visit.ts';

/** The kinds of entries whose calls and files follow from their definitions (`src/server/entries`). */
export const KINDS = [
  medication,
  dose,
  checkIn,
  visit,
  diary,
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
