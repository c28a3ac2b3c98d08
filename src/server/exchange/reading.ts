import type { z } from 'zod';
import { MAX_FAULTS } from '../../contract/file-formats.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { type ImportFault, MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import type { ReminderSettings } from '../../domain/reminders.ts';
import type { SymptomSlots } from '../../domain/slots.ts';
import type { Instant } from '../../domain/zone.ts';
import type { WholeEntry } from './queries/entry-exports.ts';
import { type ImportedForm, idOf } from './queries/imports.ts';

/** Entries of one kind. */
interface OfKind {
  readonly kind: AnyKind;
  readonly entries: readonly WholeEntry[];
}

/** The content of an import file. */
export interface Reading {
  readonly forms: readonly ImportedForm[];
  /** The entries of the kinds in `KINDS`. A missing kind has no entries. */
  readonly ofKinds: readonly OfKind[];
  /** The settings as they will be stored; null if the file has none. */
  readonly reminders: ReminderSettings | null;
  /** By position; all `null` if the file has no slots. */
  readonly slots: SymptomSlots['slots'] | readonly [null, null, null, null, null];
  /** The highest Form # of the account that was exported; null if it is not in the file. */
  readonly lastFormNumber: number | null;
  /** The file's own list of past symptoms. */
  readonly past: readonly string[];
  readonly since: ImportedTime;
  /** The number of rows that were left out without being a fault. `leftOut` has the first of them. */
  readonly rowsLeftOut: number;
  readonly leftOut: readonly ImportFault[];
}

/** The kinds of content that a file with only forms does not have. */
export const NOTHING_ELSE = {
  ofKinds: [],
  reminders: null,
} as const;

/** When a name was added to a slot, or to the past symptoms if `slot` is null; undefined if the file has no time. */
export type ImportedTime = (name: string, slot: number | null) => Instant | undefined;

export type ReadOutcome = Reading | { readonly faults: readonly ImportFault[] };

/** What a function that reads a file needs besides the file. */
export interface ReadingOptions {
  readonly now: Instant;
  /** The person's zone, for times without an offset and for forms without a zone. */
  readonly zone: string;
  /** Called regularly with the progress. */
  readonly onProgress: (done: number, total: number) => void;
}

export const TIME_PASSED = 'must not be in the future';

/** Collects faults in order, up to the maximum that is reported. */
export class Faults {
  readonly list: ImportFault[] = [];

  add(row: number | null, path: string, rule: string): void {
    if (!this.isFull) this.list.push({ row, path, rule });
  }

  get isFull(): boolean {
    return this.list.length >= MAX_FAULTS;
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }
}

/** Adds the faults that a schema has found. @param before the path of the checked value in the file */
export function addIssues(
  faults: Faults,
  issues: readonly z.core.$ZodIssue[],
  before: readonly (string | number)[],
): void {
  for (const { path, message } of issues) {
    faults.add(null, [...before, ...path].map(String).join('.'), message);
  }
}

/** A form, and where it starts in the file. */
export interface PlacedForm {
  readonly form: ImportedForm;
  readonly row: number | null;
  readonly path: string;
}

/** What a file format calls the three fields that must be unique among forms. */
type Names = Readonly<Record<'formNumber' | 'id' | 'submissionId', string>>;
const PLAIN_NAMES: Names = { formNumber: 'formNumber', id: 'id', submissionId: 'submissionId' };

/** Reports duplicate numbers, ids and submission ids, and too many forms. */
export function checkTogether(
  placed: readonly PlacedForm[],
  faults: Faults,
  names: Names = PLAIN_NAMES,
): void {
  if (placed.length > MAX_FORMS_IN_FILE) {
    faults.add(null, '', TOO_MANY_FORMS);
  }
  for (const key of ['formNumber', 'id', 'submissionId'] as const) {
    const seen = new Set<string | number>();
    for (const { form, row, path } of placed) {
      const value = form[key];
      if (value === null) continue;
      if (seen.has(value))
        faults.add(row, [path, names[key]].filter(Boolean).join('.'), ALREADY_THERE);
      seen.add(value);
    }
  }
  if (!faults.isEmpty) return;
  // A form's id may also be the submission id of another form.
  const ids = new Set<string>();
  for (const { form, row, path } of placed) {
    const id = idOf(form);
    if (id === null) continue;
    if (ids.has(id)) faults.add(row, [path, names.id].filter(Boolean).join('.'), ALREADY_THERE);
    ids.add(id);
  }
}

export const TOO_MANY_FORMS = `has more than ${MAX_FORMS_IN_FILE.toLocaleString('en-US')} forms`;
const ALREADY_THERE = 'is already used by another form in this file';
