import { MAX_FAULTS } from '../../contract/file-formats.ts';
import { type ImportFault, MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import type { SymptomSlots } from '../../domain/slots.ts';
import type { Instant } from '../../domain/zone.ts';
import type { BroughtForm } from './queries/imports.ts';

/** What a file was found to hold. */
export interface Reading {
  readonly forms: readonly BroughtForm[];
  /** By position; all `null` where the file says nothing of slots. */
  readonly slots: SymptomSlots['slots'] | readonly [null, null, null, null, null];
  /** The file's own list of past symptoms. */
  readonly past: readonly string[];
  readonly since: BroughtTime;
  /** Rows that cannot be forms, and are no fault: how many, and the first of them. */
  readonly rowsLeftOut: number;
  readonly leftOut: readonly ImportFault[];
}

/** When a name came to a slot, or with null to the past symptoms; undefined where the file does not tell. */
export type BroughtTime = (name: string, slot: number | null) => Instant | undefined;

export type ReadOutcome = Reading | { readonly faults: readonly ImportFault[] };

/** What reading may know of the world. */
export interface ReadingOptions {
  readonly now: Instant;
  /** The zone of times without an offset. */
  readonly zone: string;
  /** Called now and then; what it throws ends the reading. */
  readonly pause: (done: number, total: number) => Promise<void>;
}

export const TIME_PASSED = 'must be a time that has passed';

/** Faults as they are found, up to as many as are told. */
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

/** A form, and where in the file it begins. */
export interface PlacedForm {
  readonly form: BroughtForm;
  readonly row: number | null;
  readonly path: string;
}

/** What a file calls the three things that no two forms have in common. */
type Names = Readonly<Record<'formNumber' | 'id' | 'submissionId', string>>;
const PLAIN_NAMES: Names = { formNumber: 'formNumber', id: 'id', submissionId: 'submissionId' };

/** What must be there once in a file, and how many forms it may hold. */
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
}

export const TOO_MANY_FORMS = `holds more than ${MAX_FORMS_IN_FILE} forms`;
const ALREADY_THERE = 'is that of another form in this file';
