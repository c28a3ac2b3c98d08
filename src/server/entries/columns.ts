import type { Field, Held } from '../../contract/kinds/field.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { type CalendarDate, dayOf, type Instant, midnightOf } from '../../domain/zone.ts';
import type { EntryValues } from '../platform/db/tables.ts';

/** How an entry of any kind is stored in a row of `entries` or `former_entries`. */

/** An entry of any kind. Besides what it holds, it has a value for each field of its kind. */
export type AnyEntry = Held & Readonly<Record<string, unknown>>;

/** The values of a kind's key, and perhaps others. */
export type KeyValues = Readonly<Record<string, unknown>>;

type Columns = Omit<EntryValues, 'user_id' | 'kind'>;

/** The fields that have no column of their own. */
const inFields = new WeakMap<AnyKind, readonly string[]>();

function namesInFields(kind: AnyKind): readonly string[] {
  let names = inFields.get(kind);
  if (!names) {
    names = Object.keys(kind.fields).filter((name) => name !== kind.at && !kind.key.includes(name));
    inFields.set(kind, names);
  }
  return names;
}

export function rowOf(kind: AnyKind, entry: AnyEntry): Columns {
  const fields: Record<string, unknown> = {};
  for (const name of namesInFields(kind)) fields[name] = entry[name];
  return {
    entry_id: entryIdOf(kind, entry),
    at: atOf(kind, entry),
    entered_at: entry.enteredAt,
    time_zone: entry.timeZone,
    author: entry.author,
    author_id: entry.authorId ?? '',
    version: entry.version,
    deleted_at: entry.deletedAt,
    fields: JSON.stringify(fields),
  };
}

export function entryOf(kind: AnyKind, row: Columns): AnyEntry {
  const entry: Record<string, unknown> = {};
  const parts = row.entry_id.split(' ');
  kind.key.forEach((name, index) => {
    entry[name] = keyValue(fieldOf(kind, name), parts[index] ?? '');
  });
  entry[kind.at] = valueAt(fieldOf(kind, kind.at), row.at);
  const fields = JSON.parse(row.fields);
  // An entry that was stored before its kind had the field lacks it.
  for (const name of namesInFields(kind))
    entry[name] = fields[name] ?? emptyOf(fieldOf(kind, name));
  return {
    ...entry,
    enteredAt: row.entered_at,
    timeZone: row.time_zone,
    author: row.author,
    ...(row.author_id !== '' && { authorId: row.author_id }),
    version: row.version,
    deletedAt: row.deleted_at,
  };
}

/** The time that an entry is for, as it is stored. */
export function atOf(kind: AnyKind, values: KeyValues): Instant {
  return instantIn(fieldOf(kind, kind.at), values[kind.at]);
}

/** The value of a field that nobody has filled in. */
export function emptyOf({ type }: Field): unknown {
  if (type === 'note' || type === 'line') return '';
  return type === 'lines' || type === 'times' || type === 'ratings' ? [] : null;
}

/** The values of the key, joined by spaces, which no such value contains. */
export function entryIdOf(kind: AnyKind, values: KeyValues): string {
  return kind.key.map((name) => String(values[name])).join(' ');
}

function fieldOf(kind: AnyKind, name: string): Field {
  const field = kind.fields[name];
  if (!field) throw new Error(`${kind.name} has no field ${name}`);
  return field;
}

/** The value of a field of the key, from its text. */
function keyValue(field: Field, text: string): unknown {
  if (field.type === 'day' || field.type === 'id') return text;
  if (field.type === 'instant') return Number(text);
  throw new Error(`A field of type ${field.type} cannot be in a key`);
}

/** The stored time of an entry without a day. It sorts after all others. */
const NO_DAY = 8.64e15;

/** The instant that an entry is for; of a day, its midnight in UTC. */
function instantIn(field: Field, value: unknown): Instant {
  if (value === null) return NO_DAY;
  if (field.type === 'day') return midnightOf(value as CalendarDate);
  if (field.type === 'instant') return value as Instant;
  throw new Error(`A field of type ${field.type} has no instant`);
}

function valueAt(field: Field, at: Instant): unknown {
  if (at === NO_DAY) return null;
  if (field.type === 'day') return dayOf(at);
  if (field.type === 'instant') return at;
  throw new Error(`A field of type ${field.type} has no instant`);
}
