import fc from 'fast-check';
import type { CallName } from '../../contract/calls.ts';
import type { Field } from '../../contract/kinds/field.ts';
import { type AnyKind, isListedByDays } from '../../contract/kinds/kind.ts';
import { type EntryKind, KINDS } from '../../contract/kinds.ts';
import { DAY_MS, isoOf } from '../../domain/zone.ts';
import type { AnyEntry } from '../entries/columns.ts';
import { withIsoTimes } from '../entries/wire.ts';
import type { TestUser } from './app.ts';
import { LEVODOPA } from './medication.ts';
import { type RandomEntries, randomEntries } from './random-entries.ts';

/** The calls of any kind, with inputs that are made from its definition. */

const SINCE = Date.parse('2026-01-01T00:00:00Z');
const BEFORE = Date.parse('2026-11-01T00:00:00Z');
const time = fc.integer({ min: SINCE, max: BEFORE });
const NOTES = ['Slept badly', 'After coffee'];
const random = randomEntries({
  ...{ time, deletedAt: time, texts: ['Walking'] },
  notes: fc.constantFrom(...NOTES),
});

/**
 * Two entries of a kind, of before the tests' clock, that differ in each field that an edit can change.
 *
 * @param seed another seed gives others
 */
export function examplesOf(kind: EntryKind, seed = 1): { one: AnyEntry; other: AnyEntry } {
  const found = sampled(seed)
    .flatMap((ofKinds) => ofKinds.find((each) => each.kind === kind)?.entries ?? [])
    .filter((entry) => timeOf(kind, entry) < BEFORE)
    .map((entry) => (isOfMedication(kind) ? { ...entry, medicationId: MEDICATION } : entry));
  const [one] = found;
  const other = found.find((each) =>
    editable(kind).every((name) => JSON.stringify(each[name]) !== JSON.stringify(one?.[name])),
  );
  if (!one || !other) throw new Error(`There are too few random entries of ${kind.name}`);
  return { one, other };
}

/** Random entries of all kinds. They are kept, because making them takes a quarter of a second. */
function sampled(seed: number): readonly RandomEntries[] {
  let some = kept.get(seed);
  if (!some) {
    some = fc.sample(random, { seed, numRuns: 60 });
    kept.set(seed, some);
  }
  return some;
}

const kept = new Map<number, readonly RandomEntries[]>();

/** An id that `save` gives to a medication, before it saves an entry that is of one. */
const MEDICATION = '9c0f4c5e-4a1c-4b57-9d8e-0a5b3c2d1e0f';

function isOfMedication({ fields }: AnyKind): boolean {
  return fields.medicationId?.set === 'once';
}

function timeOf({ at }: AnyKind, entry: AnyEntry): number {
  const value = entry[at];
  return typeof value === 'number' ? value : Date.parse(String(value ?? isoOf(SINCE)));
}

/** The fields that an edit can change. */
export function editable({ fields, key }: AnyKind): string[] {
  return Object.keys(fields).filter((name) => !key.includes(name) && !fields[name]?.set);
}

/** The calls of a kind, made by one person or helper for the person `userId`. */
export function callsOf(kind: EntryKind, { browser, userId }: TestUser, enteredAt: () => string) {
  const { calls, key, atOnce, isListedWhole, longestSpan }: AnyKind = kind;
  const fields: Readonly<Record<string, Field>> = kind.fields;
  const call = (name: CallName, input: object) => browser.call(name, { userId, ...input });

  function wireOf(entry: AnyEntry, names: readonly string[]) {
    return withIsoTimes(kind, Object.fromEntries(names.map((name) => [name, entry[name]])));
  }

  /** A call that names an entry, in the list that some kinds take. */
  function byKey(name: CallName, entry: AnyEntry) {
    const values = wireOf(entry, key);
    const [first] = key;
    return call(name, atOnce ? { [`${first}s`]: [values[first]] } : values);
  }

  return {
    async save(entry: AnyEntry) {
      if (isOfMedication(kind)) {
        await browser.call('saveMedication', { userId, medicationId: MEDICATION, ...LEVODOPA });
      }
      const given = Object.keys(fields).filter((name) => fields[name]?.set !== 'server');
      const input = wireOf(entry, given);
      return await call(
        calls.save,
        atOnce ? { entries: [{ ...input, enteredAt: enteredAt() }] } : input,
      );
    },
    /** Replaces the fields of `entry` by those of `other`. */
    async edit(entry: AnyEntry, other: AnyEntry, version: number) {
      const values = { ...wireOf(entry, key), ...wireOf(other, editable(kind)), version };
      if (calls.edit) return await call(calls.edit, values);
      const input = { ...values, enteredAt: enteredAt() };
      return await call(calls.save, atOnce ? { entries: [input] } : input);
    },
    async list(entry: AnyEntry) {
      if (isListedWhole) return await call(calls.list, {});
      const at = timeOf(kind, entry);
      const [from, to] = longestSpan ? [at - DAY_MS, at + DAY_MS] : [SINCE, BEFORE];
      const days = { from: '2000-01-01', to: '2026-11-01' };
      const span = { from: isoOf(from), to: isoOf(to) };
      return await call(calls.list, isListedByDays(kind) ? days : span);
    },
    remove: (entry: AnyEntry) => byKey(calls.delete, entry),
    restore: (entry: AnyEntry) => byKey(calls.restore, entry),
    /** The deleted entries; undefined if the kind has no call for them. */
    async deleted() {
      return calls.deleted && (await call(calls.deleted, {}));
    },
  };
}

/** The kinds with a name for a table of tests. */
export const EVERY_KIND = KINDS.map((kind) => [kind.name, kind] as const);
