import type { z } from 'zod';
import { formerNames, entryInFile as schemaOf } from '../../contract/kind-schemas.ts';
import { type AnyKind, hasChosenTime } from '../../contract/kinds/kind.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { type AnyEntry, entryIdOf } from '../entries/columns.ts';
import { withInstants, withIsoTimes } from '../entries/wire.ts';
import type { WholeEntry } from './queries/entry-exports.ts';
import { checkTimes, entryTimes, readList, type Timed, tooMany } from './read-json-entries.ts';
import { type Faults, TIME_PASSED } from './reading.ts';

/** Entries in the JSON file of an account (`contract/kind-schemas.ts`). */

export function entryInFile(kind: AnyKind, entry: WholeEntry) {
  return {
    ...valuesInFile(kind, entry, Object.keys(kind.fields)),
    ...heldInFile(entry),
    version: entry.version,
    formerVersions: entry.formerVersions.map((former) => ({
      version: former.version,
      replacedAt: isoOf(former.replacedAt),
      ...valuesInFile(kind, former, formerNames(kind)),
      ...(kind.again !== 'stays' && heldInFile(former)),
    })),
  };
}

function valuesInFile(kind: AnyKind, entry: AnyEntry, names: readonly string[]) {
  return withIsoTimes(kind, Object.fromEntries(names.map((name) => [name, entry[name]])));
}

/** The file names authors, but not the id of a helper's access. */
function heldInFile({ timeZone, author, enteredAt, deletedAt }: AnyEntry) {
  return {
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
  const keyName = kind.key.at(-1) ?? '';
  const read = readList(list, faults, {
    name: kind.list,
    most: kind.most,
    tooMany: tooMany(kind.most, kind.words.many),
    schema: schemaOf(kind) as unknown as z.ZodType<InFile>,
    keyOf: (entry) => entryIdOf(kind, withInstants(kind, entry)),
    keyName,
  });
  let hasSingle = false;
  return read.map(({ entry: inFile, index }) => {
    const entry = wholeOf(kind, inFile);
    if (hasChosenTime(kind) && !hasPassed(entry[kind.at] as Instant, now)) {
      faults.add(null, `${kind.list}.${index}.${kind.at}`, TIME_PASSED);
    }
    const pathOf = (field: string | undefined) =>
      [kind.list, index, ...(field === undefined ? [] : [field])].join('.');
    for (const { field, holds, error, rule } of kind.checks ?? []) {
      // The schema has checked those without an error.
      if (error && !holds(entry as never, now)) faults.add(null, pathOf(field), rule);
    }
    const { single } = kind;
    if (single?.holds(entry as never) && entry.deletedAt === null) {
      if (hasSingle) faults.add(null, pathOf(single.field), single.rule);
      hasSingle = true;
    }
    checkTimes(inFile, `${kind.list}.${index}`, now, faults);
    return entry;
  });
}

interface InFile extends Timed {
  readonly [name: string]: unknown;
  readonly formerVersions: readonly (Partial<Timed> & { readonly replacedAt: string })[];
}

/** With times in milliseconds. A former version gets what the file does not repeat for it from the entry. */
function wholeOf(kind: AnyKind, { formerVersions, ...inFile }: InFile): WholeEntry {
  const entry = { ...withInstants(kind, inFile), ...entryTimes(inFile as unknown as Timed) };
  const former = formerVersions.map((each) => ({
    ...entry,
    deletedAt: null,
    ...withInstants(kind, each),
    ...(each.enteredAt !== undefined && entryTimes(each as Timed)),
    replacedAt: Date.parse(each.replacedAt),
  }));
  return { ...entry, formerVersions: former } as unknown as WholeEntry;
}
