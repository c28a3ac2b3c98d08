import fc from 'fast-check';
import type { z } from 'zod';
import { medicationForm, medicationName, unit } from '../../contract/fields.ts';
import { addDays } from '../../domain/zone.ts';
import type { WholeMedication } from '../exchange/queries/medication-exports.ts';
import type { Former } from '../exchange/queries/whole-entries.ts';
import { rowOf as medicationRow } from '../medication/queries/medications.ts';
import type { Database } from '../platform/db/database.ts';

/** Random medications of an account, with texts that are hard to encode in files. */

export interface RandomMedication {
  readonly medications: readonly WholeMedication[];
}

export interface Times {
  readonly time: fc.Arbitrary<number>;
  readonly deletedAt: fc.Arbitrary<number>;
  readonly texts: readonly string[];
}

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata'];
const amount = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const strength = fc.option(
  fc.oneof(
    fc.constantFrom(100, 0.1, 12.5, 10_000, 1e-7),
    fc.double({ min: 0.001, max: 10_000, noNaN: true }),
  ),
);
const day = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2002-01-01', days));
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));

/** Texts that a field accepts, as it stores them. */
export function textOf(
  field: z.ZodType<unknown, string>,
  texts: readonly string[],
): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom('mg', ...texts), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((text) => field.safeParse(text).data as string | undefined)
    .filter((text) => text !== undefined);
}

/** The fields that every entry has. */
export function entryOf({ time, deletedAt }: Omit<Times, 'texts'>) {
  return {
    enteredAt: time,
    timeZone: fc.constantFrom(...ZONES),
    author: fc.constantFrom('self', 'Ada Lovelace'),
    deletedAt: fc.option(deletedAt),
  };
}

/** Numbers the versions of an entry from 1. */
export function versions<Former extends object, Whole extends object>(
  former: readonly Former[],
  whole: Whole,
) {
  const numbered = former.map((each, index) => ({ ...each, version: index + 1 }));
  return { ...whole, version: former.length + 1, formerVersions: numbered };
}

function medicationOf(random: Times): fc.Arbitrary<WholeMedication> {
  const values = {
    name: textOf(medicationName, random.texts),
    strength,
    unit: textOf(unit, random.texts),
    form: textOf(medicationForm, random.texts),
    isLevodopa: fc.boolean(),
    times: fc.uniqueArray(fc.record({ time: clock, amount }), {
      maxLength: 12,
      selector: ({ time }) => time,
    }),
    asNeeded: fc.boolean(),
    until: fc.option(day),
    ...entryOf(random),
  };
  return fc
    .record({
      whole: fc.record({ medicationId: fc.uuid(), from: day, ...values }),
      former: fc.array(fc.record({ replacedAt: random.time, ...values }), { maxLength: 3 }),
    })
    .map(({ whole, former }) => {
      const { from, until } = whole;
      const end = until === null || until >= from ? until : from;
      return { ...versions(former, { ...whole, until: end }), replacedFrom: null };
    });
}

/**
 * Medications with up to three versions each, which begin on different days.
 */
export function randomMedication(random: Times): fc.Arbitrary<RandomMedication> {
  return fc
    .record({
      medications: fc.array(fc.array(medicationOf(random), { minLength: 1, maxLength: 3 }), {
        maxLength: 3,
      }),
    })
    .map(({ medications }) => ({
      medications: medications.flatMap((ofOne) => {
        const medicationId = ofOne[0]?.medicationId ?? '';
        const byDay = new Map(ofOne.map((each) => [each.from, { ...each, medicationId }]));
        return [...byDay.values()];
      }),
    }));
}

/** Inserts the rows directly, bypassing the app's own code. */
export async function storeMedication(
  db: Database,
  user_id: string,
  { medications }: RandomMedication,
): Promise<void> {
  const former = [
    ...medications.flatMap(({ formerVersions, version: _, replacedFrom: __, ...whole }) =>
      formerVersions.map(({ version, replacedAt, ...values }) => ({
        kind: 'medication',
        entry_id: `${whole.medicationId} ${whole.from}`,
        version,
        replaced_at: replacedAt,
        former: JSON.stringify({ ...whole, ...values }),
        deleted_at: values.deletedAt,
      })),
    ),
  ];
  if (medications.length > 0) {
    const rows = medications.map((each) => medicationRow(user_id, each));
    await db.insertInto('medications').values(rows).execute();
  }
  if (former.length > 0) {
    const rows = former.map((each) => ({ user_id, ...each }));
    await db.insertInto('former_values').values(rows).execute();
  }
}

/**
 * Inserts the former versions of entries directly. `key` identifies the entry, and is stored with the values of each
 * version.
 */
async function storeFormer(
  db: Database,
  user_id: string,
  kind: string,
  entries: readonly {
    readonly id: string;
    readonly key: object;
    readonly formerVersions: readonly (Former & { readonly deletedAt: number | null })[];
  }[],
): Promise<void> {
  const rows = entries.flatMap(({ id, key, formerVersions }) =>
    formerVersions.map(({ version, replacedAt, ...values }) => ({
      ...{ user_id, kind, entry_id: id, version, replaced_at: replacedAt },
      former: JSON.stringify({ ...key, ...values }),
      deleted_at: values.deletedAt,
    })),
  );
  if (rows.length > 0) await db.insertInto('former_values').values(rows).execute();
}
