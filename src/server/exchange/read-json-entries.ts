import type { z } from 'zod';
import { hasPassed } from '../../domain/clocks.ts';
import type { Instant } from '../../domain/zone.ts';
import { addIssues, type Faults, TIME_PASSED } from './reading.ts';

/** Reads the lists of entries other than forms from an account file. */

/**
 * Reads the entries of a list, each with its index, and adds its faults to `faults`. The keys of the entries must
 * differ.
 */
export function readList<Schema extends z.ZodType>(
  list: readonly unknown[],
  faults: Faults,
  kind: {
    readonly name: string;
    readonly most: number;
    /** The rule that is reported for a longer list. */
    readonly tooMany: string;
    readonly schema: Schema;
    readonly keyOf: (entry: z.output<Schema>) => string;
    readonly keyName: string;
  },
): { readonly entry: z.output<Schema>; readonly index: number }[] {
  const { name, schema, keyOf, keyName } = kind;
  if (list.length > kind.most) {
    faults.add(null, '', kind.tooMany);
    return [];
  }
  const seen = new Set<string>();
  return list.flatMap((each, index) => {
    if (faults.isFull) return [];
    const read = schema.safeParse(each);
    if (!read.success) {
      addIssues(faults, read.error.issues, [name, index]);
      return [];
    }
    const key = keyOf(read.data);
    if (seen.has(key)) faults.add(null, `${name}.${index}.${keyName}`, REPEATED);
    seen.add(key);
    return [{ entry: read.data, index }];
  });
}

export function tooMany(most: number, things: string): string {
  return `has more than ${most.toLocaleString('en-US')} ${things}`;
}

export const REPEATED = 'is already used by another entry in this file';

/** The times of an entry in a file. */
export interface Timed {
  readonly enteredAt: string;
  readonly deletedAt?: string | undefined;
  readonly formerVersions: readonly { readonly replacedAt: string }[];
}

/** Reports times in the future. */
export function checkTimes(entry: Timed, path: string, now: Instant, faults: Faults): void {
  for (const key of ['enteredAt', 'deletedAt'] as const) {
    const time = entry[key];
    if (time !== undefined && !hasPassed(Date.parse(time), now)) {
      faults.add(null, `${path}.${key}`, TIME_PASSED);
    }
  }
  for (const [index, { replacedAt }] of entry.formerVersions.entries()) {
    if (hasPassed(Date.parse(replacedAt), now)) continue;
    faults.add(null, `${path}.formerVersions.${index}.replacedAt`, TIME_PASSED);
  }
}

export function entryTimes({ enteredAt, deletedAt }: Pick<Timed, 'enteredAt' | 'deletedAt'>) {
  return {
    enteredAt: Date.parse(enteredAt),
    deletedAt: deletedAt === undefined ? null : Date.parse(deletedAt),
  };
}
