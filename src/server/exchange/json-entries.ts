import type { z } from 'zod';
import { entryInFile as schemaOf } from '../../contract/kind-schemas.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { type AnyEntry, entryIdOf } from '../entries/columns.ts';
import type { WholeEntry } from './queries/entry-exports.ts';
import { checkTimes, entryTimes, readList, type Timed, tooMany } from './read-json-entries.ts';
import type { Faults } from './reading.ts';

/** Entries in the JSON file of an account (`contract/kind-schemas.ts`). */

export function entryInFile(kind: AnyKind, { formerVersions, version, ...entry }: WholeEntry) {
  return {
    ...Object.fromEntries(kind.key.map((name) => [name, entry[name]])),
    ...valuesInFile(kind, entry as unknown as AnyEntry),
    version,
    formerVersions: formerVersions.map((former) => ({
      version: former.version,
      replacedAt: isoOf(former.replacedAt),
      ...valuesInFile(kind, former),
    })),
  };
}

/** The values besides the key. The file names authors, but not the id of a helper's access. */
function valuesInFile({ fields, key }: AnyKind, entry: AnyEntry) {
  const names = Object.keys(fields).filter((name) => !key.includes(name));
  const { timeZone, author, enteredAt, deletedAt } = entry;
  return {
    ...Object.fromEntries(names.map((name) => [name, entry[name]])),
    ...{ timeZone, author, enteredAt: isoOf(enteredAt) },
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}

/** Reads the entries of a kind from their list in the file, and adds its faults to `faults`. */
export function readEntries(
  kind: AnyKind,
  list: readonly unknown[],
  now: Instant,
  faults: Faults,
): readonly WholeEntry[] {
  const [keyName] = kind.key;
  const read = readList(list, faults, {
    name: kind.list,
    most: kind.most,
    tooMany: tooMany(kind.most, kind.words.many),
    schema: schemaOf(kind) as unknown as z.ZodType<InFile>,
    keyOf: (entry) => entryIdOf(kind, entry),
    keyName,
  });
  return read.map((inFile, index) => {
    const entry = wholeOf(kind, inFile);
    for (const { field, holds, rule } of kind.checks ?? []) {
      const path = [kind.list, index, ...(field === undefined ? [] : [field])].join('.');
      if (!holds(entry as never, now)) faults.add(null, path, rule);
    }
    checkTimes(inFile, `${kind.list}.${index}`, now, faults);
    return entry;
  });
}

interface InFile extends Timed {
  readonly [name: string]: unknown;
  readonly formerVersions: readonly (Timed & { readonly replacedAt: string })[];
}

/** With times in milliseconds. Former versions get the values of the key, too. */
function wholeOf({ key }: AnyKind, { formerVersions, ...entry }: InFile): WholeEntry {
  const keys = Object.fromEntries(key.map((name) => [name, entry[name]]));
  const former = formerVersions.map((each) => ({
    ...keys,
    ...each,
    ...entryTimes(each),
    replacedAt: Date.parse(each.replacedAt),
  }));
  const whole = { ...entry, ...entryTimes(entry as unknown as InFile), formerVersions: former };
  return whole as unknown as WholeEntry;
}
