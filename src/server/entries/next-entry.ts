import { type AnyKind, notesIn } from '../../contract/kinds/kind.ts';
import type { Instant } from '../../domain/zone.ts';
import { type Author, authoredBy, changedBy, mayChange } from '../identity/authors.ts';
import { type AnyEntry, emptyOf } from './columns.ts';

/**
 * What a save or an edit makes of a stored entry. These decisions read nothing but their arguments. If the
 * result is the stored entry itself, nothing has changed.
 */

/** A save, with the values that the caller sent. */
export interface Save {
  readonly values: Readonly<Record<string, unknown>>;
  /** When it was entered (ms). */
  readonly enteredAt: Instant;
  readonly timeZone: string;
  readonly by: Author;
}

/** An edit. The values that it does not have stay as they are. */
export interface Edit extends Pick<Save, 'values' | 'enteredAt' | 'by'> {
  /** The version that the caller has seen; without it, any version is edited. */
  readonly edit: {
    readonly version: number | undefined;
    /** The new values, if they depend on the stored ones; 'changed' refuses the edit. It may throw another refusal. */
    readonly change?: (stored: AnyEntry) => Readonly<Record<string, unknown>> | 'changed';
  };
}

export type Sent = Save | Edit;

/**
 * Why nothing is stored. `gone`: there is no such entry, or the caller may not change it. `changed`: it has other values.
 * `ofOther`: somebody else entered it, and it is deleted.
 */
export type Refused = 'gone' | 'changed' | 'ofOther';

/**
 * The entry after a save that is no edit. It may be a repeat of an earlier save. A deleted entry is entered
 * again, unless the save adds nothing to it and was entered before the deletion: then it is a repeat that arrives late,
 * and the entry stays deleted.
 */
export function afterSave(
  kind: AnyKind,
  stored: AnyEntry | undefined,
  sent: Save,
): AnyEntry | Refused {
  if (!stored) return newEntry(kind, sent, 1);
  const { again } = kind;
  if (again === 'stays') return stored;
  const next = filledEntry(kind, again, stored, sent);
  const addsNothing = next !== undefined && isSame(kind, stored, next);
  if (stored.deletedAt !== null) {
    if (!mayChange(sent.by, stored)) return 'ofOther';
    if (addsNothing && sent.enteredAt < stored.deletedAt) return stored;
    return newEntry(kind, sent, stored.version + 1);
  }
  // With notes, even the same values are refused. Otherwise a helper could learn whether a guess of a hidden note is
  // right.
  if (addsNothing && notesIn(kind).length === 0) return stored;
  if (!next || !mayChange(sent.by, stored)) return 'changed';
  return addsNothing ? stored : nextVersion(stored, next, sent.by);
}

/** The entry after an edit. One that changes no value may be the retry of an edit whose answer was lost. */
export function afterEdit(
  kind: AnyKind,
  stored: AnyEntry | undefined,
  { values, enteredAt, by, edit }: Edit,
): AnyEntry | Refused {
  if (stored?.deletedAt !== null) return 'gone';
  // The answer to a save shows what is stored, so it must not be of an entry whose note may be hidden.
  const isShown = !kind.calls.edit && notesIn(kind).length === 0;
  if (!mayChange(by, stored) && !isShown) return 'gone';
  const changed = edit.change ? edit.change(stored) : values;
  if (changed === 'changed') return 'changed';
  const next = { ...stored, ...changed };
  if (isSame(kind, stored, next)) return stored;
  if (!mayChange(by, stored)) return 'changed';
  if (edit.version !== undefined && edit.version !== stored.version) return 'changed';
  return nextVersion(stored, kind.renewsEnteredAt ? { ...next, enteredAt } : next, by);
}

/** The stored entry with what a save adds to it; undefined if a value differs. */
function filledEntry(
  kind: AnyKind,
  again: Exclude<AnyKind['again'], 'stays'>,
  stored: AnyEntry,
  { values }: Save,
): AnyEntry | undefined {
  if (again === 'same') {
    return isSame(kind, stored, { ...stored, ...allValues(kind, values) }) ? stored : undefined;
  }
  const filled = again.fill(stored as never, values);
  return filled && { ...stored, ...filled };
}

function newEntry(kind: AnyKind, { values, by, ...sent }: Save, version: number): AnyEntry {
  return {
    ...allValues(kind, values),
    enteredAt: sent.enteredAt,
    timeZone: sent.timeZone,
    ...authoredBy(by),
    version,
    deletedAt: null,
  };
}

/** The value of each field; those that were not sent are empty. */
function allValues({ fields }: AnyKind, values: Save['values']): Save['values'] {
  const all = Object.entries(fields).map(([name, field]) => {
    return [name, values[name] ?? emptyOf(field)] as const;
  });
  return Object.fromEntries(all);
}

function nextVersion(stored: AnyEntry, next: AnyEntry, by: Author): AnyEntry {
  return { ...changedBy(by, next), version: stored.version + 1 };
}

/** The types whose values are lists. */
const LISTS: ReadonlySet<string> = new Set(['lines', 'times', 'ratings']);

function isSame({ fields }: AnyKind, one: AnyEntry, other: AnyEntry): boolean {
  return Object.entries(fields).every(([name, { type }]) => {
    const [value, changed] = [one[name], other[name]];
    if (LISTS.has(type)) return JSON.stringify(value) === JSON.stringify(changed);
    return value === changed;
  });
}
