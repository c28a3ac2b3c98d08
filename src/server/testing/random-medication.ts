import fc from 'fast-check';
import { medicationForm, medicationName, unit } from '../../contract/fields.ts';
import { addDays } from '../../domain/zone.ts';
import { takeNumbers } from '../entries/queries/entry-numbers.ts';
import type { WholeDose, WholeMedication } from '../exchange/queries/medication-exports.ts';
import type { Former } from '../exchange/queries/whole-entries.ts';
import { rowOf as doseRow } from '../medication/queries/doses.ts';
import { rowOf as medicationRow } from '../medication/queries/medications.ts';
import type { Database } from '../platform/db/database.ts';

/** Random medications and doses of an account, with texts that are hard to encode in files. */

export interface RandomMedication {
  readonly medications: readonly WholeMedication[];
  readonly doses: readonly WholeDose[];
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
function textOf(field: typeof unit, texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom('mg', ...texts), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((text) => field.safeParse(text).data)
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

function doseOf(random: Times): fc.Arbitrary<WholeDose> {
  const values = {
    amount,
    loggedAt: random.time,
    scheduledFor: fc.option(random.time),
    status: fc.constantFrom('taken' as const, 'skipped' as const),
  };
  return fc
    .record({
      whole: fc.record({
        id: fc.uuid(),
        medicationId: fc.uuid(),
        name: textOf(medicationName, random.texts),
        strength,
        unit: textOf(unit, random.texts),
        isLevodopa: fc.boolean(),
        ...values,
        ...entryOf(random),
      }),
      former: fc.array(fc.record({ replacedAt: random.time, ...values }), { maxLength: 3 }),
    })
    .map(({ whole, former }) => versions(former, whole));
}

/**
 * Medications with up to three versions each, which begin on different days, and doses, also of medications that are
 * not in the list.
 */
export function randomMedication(random: Times): fc.Arbitrary<RandomMedication> {
  return fc
    .record({
      medications: fc.array(fc.array(medicationOf(random), { minLength: 1, maxLength: 3 }), {
        maxLength: 3,
      }),
      doses: fc.array(doseOf(random), { maxLength: 8 }),
    })
    .map(({ medications, doses }) => ({
      medications: medications.flatMap((ofOne) => {
        const medicationId = ofOne[0]?.medicationId ?? '';
        const byDay = new Map(ofOne.map((each) => [each.from, { ...each, medicationId }]));
        return [...byDay.values()];
      }),
      doses,
    }));
}

/** Inserts the rows directly, bypassing the app's own code. */
export async function storeMedication(
  db: Database,
  user_id: string,
  { medications, doses }: RandomMedication,
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
    ...doses.flatMap(({ formerVersions, version: _, ...whole }) =>
      formerVersions.map(({ version, replacedAt, ...values }) => ({
        kind: 'dose',
        entry_id: whole.id,
        version,
        replaced_at: replacedAt,
        former: JSON.stringify({ ...whole, deletedAt: null, ...values }),
      })),
    ),
  ];
  if (medications.length > 0) {
    const rows = medications.map((each) => medicationRow(user_id, each));
    await db.insertInto('medications').values(rows).execute();
  }
  if (doses.length > 0) {
    const first = (await takeNumbers(db, user_id, 'last_dose_number', doses.length)) ?? 1;
    const rows = doses.map((each, index) => doseRow(user_id, each, first + index));
    await db.insertInto('doses').values(rows).execute();
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
export async function storeFormer(
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
