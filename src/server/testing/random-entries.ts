import fc from 'fast-check';
import type { z } from 'zod';
import { formerNames, sentField } from '../../contract/kind-schemas.ts';
import type { Field } from '../../contract/kinds/field.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { type EntryKind, KINDS } from '../../contract/kinds.ts';
import { HALF_HOUR_MS } from '../../domain/diary.ts';
import { addDays } from '../../domain/zone.ts';
import { entryIdOf } from '../entries/columns.ts';
import type { PlannedKind } from '../exchange/import-plan.ts';
import type { WholeEntry } from '../exchange/queries/entry-exports.ts';
import { insertEntries } from '../exchange/queries/entry-imports.ts';
import type { Database } from '../platform/db/database.ts';

/** Random entries of the kinds in `KINDS`, with notes that are hard to encode in files. */

interface Random {
  readonly time: fc.Arbitrary<number>;
  readonly deletedAt: fc.Arbitrary<number>;
  readonly texts: readonly string[];
  readonly notes: fc.Arbitrary<string>;
}

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata'];
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const amount = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);

/** Texts that a field accepts, as it stores them. */
function textOf(field: z.ZodType<unknown, string>, texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom('mg', ...texts), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((text) => field.safeParse(text).data as string | undefined)
    .filter((text) => text !== undefined);
}

/** What every entry has besides its fields. */
function heldOf({ time, deletedAt }: Random) {
  return {
    enteredAt: time,
    timeZone: fc.constantFrom(...ZONES),
    author: fc.constantFrom('self', 'Ada Lovelace'),
    deletedAt: fc.option(deletedAt),
  };
}

/** Numbers the versions of an entry from 1. */
function versions<Former extends object, Whole extends object>(
  former: readonly Former[],
  whole: Whole,
) {
  const numbered = former.map((each, index) => ({ ...each, version: index + 1 }));
  return { ...whole, version: former.length + 1, formerVersions: numbered };
}

export type RandomEntries = readonly Pick<PlannedKind, 'kind' | 'entries'>[];

export function randomEntries(random: Random): fc.Arbitrary<RandomEntries> {
  return fc.tuple(
    ...KINDS.map((kind) => ofKind(kind, random).map((entries) => ({ kind, entries }))),
  );
}

function ofKind(kind: EntryKind, random: Random): fc.Arbitrary<WholeEntry[]> {
  const { checks = [], key: keyNames }: AnyKind = kind;
  const isKey = (name: string) => keyNames.includes(name);
  // An instant in a key is the start of a half-hour.
  const halfHours = { ...random, time: random.time.map((time) => time - (time % HALF_HOUR_MS)) };
  // Several versions of one medication.
  const isOfFew = (field: Field) => field.type === 'id' && keyNames.length > 1;
  const all = Object.entries<Field>(kind.fields).map(([name, field]) => {
    if (isKey(name) && isOfFew(field)) return [name, fc.constantFrom(...FEW_IDS)] as const;
    return [name, someValue(field, isKey(name) ? halfHours : random)] as const;
  });
  const keys = fc.record(Object.fromEntries(all.filter(([name]) => isKey(name))));
  const values = fc.record(Object.fromEntries(all.filter(([name]) => !isKey(name))));
  const version = fc.tuple(values, fc.record(heldOf(random))).map(([own, held]) => {
    return { ...own, ...held };
  });
  const entry = fc
    .record({
      key: keys,
      present: version,
      former: fc.array(
        fc.tuple(random.time, version).map(([replacedAt, held]) => ({ replacedAt, ...held })),
        { maxLength: 3 },
      ),
    })
    .map(({ key, present, former }) => {
      const whole = versions(former, { ...key, ...present });
      const { formerVersions: _, ...own } = whole;
      const formerVersions = whole.formerVersions.map((each) =>
        formerOf(kind, { ...own, ...key }, each),
      );
      return { ...whole, formerVersions } as unknown as WholeEntry;
    })
    .filter((each) => checks.every(({ holds }) => holds(each as never, FAR_FUTURE)));
  return fc
    .uniqueArray(entry, { selector: (each) => entryIdOf(kind, each), maxLength: 8 })
    .map((entries) => withoutSecond(kind, entries));
}

/** Only the first of those entries of which a person may have only one. */
function withoutSecond({ single }: AnyKind, entries: WholeEntry[]): WholeEntry[] {
  const isSingle = (each: WholeEntry) => single?.holds(each as never) ?? false;
  const first = entries.find(isSingle);
  return entries.filter((each) => each === first || !isSingle(each));
}

/** A former version of an entry: the file does not repeat what is the same in all versions. */
function formerOf(kind: AnyKind, entry: object, former: Readonly<Record<string, unknown>>) {
  if (kind.again !== 'stays') {
    const keys = kind.key.map((name) => [name, entry[name as keyof typeof entry]]);
    return { ...former, ...Object.fromEntries(keys) };
  }
  const names = ['version', 'replacedAt', ...formerNames(kind)];
  const changed = Object.fromEntries(names.map((name) => [name, former[name]]));
  return { ...entry, deletedAt: null, ...changed };
}

const FEW_IDS = ['5e7ba3e1-8e0c-4f3e-9c53-6e1a5b6f0a01', '5e7ba3e1-8e0c-4f3e-9c53-6e1a5b6f0a02'];
const NO_TIME = 0;
const FAR_FUTURE = Date.parse('2100-01-01T00:00:00Z');

/** A value of a field, by its type. */
function someValue(field: Field, random: Random): fc.Arbitrary<unknown> {
  const value = valueOtherThanNull(field, random);
  return field.orNull ? fc.option(value) : value;
}

function valueOtherThanNull(field: Field, { notes, texts, time }: Random): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'day':
      return fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2002-01-01', days));
    case 'choice':
      return fc.constantFrom(...field.values);
    case 'id':
      return fc.uuid();
    case 'flag':
      return fc.boolean();
    case 'instant':
      return time;
    case 'ratings':
      throw new Error('Random forms are in random-accounts');
    case 'times':
      return fc
        .uniqueArray(fc.record({ time: clock, amount }), {
          maxLength: field.most,
          selector: ({ time }) => time,
        })
        .map((times) => sentField(field).parse(times));
    case 'lines':
      return fc
        .array(fc.constantFrom('Sleep', ...texts), { maxLength: field.most })
        .map((lines) => sentField(field).safeParse(lines).data ?? []);
    case 'line':
      return textOf(sentField(field) as z.ZodType<unknown, string>, texts);
    case 'whole':
      return fc.integer({ min: field.min, max: field.max });
    case 'number':
      return fc
        .integer({ min: 0, max: 400 })
        .map((quarters) => quarters / 4)
        .filter(field.holds);
    case 'note':
      return notes
        .filter(({ length }) => length <= field.max)
        .map((text) => sentField(field).parse(text));
  }
}

/** Inserts the rows without the checks of a call. */
export async function storeEntries(
  db: Database,
  userId: string,
  ofKinds: RandomEntries,
): Promise<void> {
  for (const { kind, entries } of ofKinds) await insertEntries(db, kind, userId, entries, NO_TIME);
}
