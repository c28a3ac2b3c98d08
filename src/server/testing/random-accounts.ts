import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { unknownPerson } from '../../contract/facts.ts';
import { symptomName } from '../../contract/fields.ts';
import type { Rating } from '../../domain/rating.ts';
import type { ReminderSettings } from '../../domain/reminders.ts';
import type { FormerVersion, WholeForm } from '../exchange/queries/exports.ts';
import { insertForms } from '../exchange/queries/imports.ts';
import { addAccount } from '../identity/queries/accounts.ts';
import type { Database } from '../platform/db/database.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { type RandomEntries, randomEntries, storeEntries } from './random-entries.ts';
import { randomReminders, storeReminders } from './random-reminders.ts';
import { TIME_ZONE } from './time-zone.ts';

/** Random data of an account, with texts that are hard to encode in files. */

export interface RandomAccount {
  readonly slots: readonly {
    readonly slot: number;
    readonly name: string;
    readonly since: number;
  }[];
  readonly past: readonly { readonly name: string; readonly since: number }[];
  readonly forms: readonly WholeForm[];
  readonly ofKinds: RandomEntries;
  /** Null if the person has never set any reminders. */
  readonly reminders: ReminderSettings | null;
}

/** Earlier than the clocks of the tests. */
const LATEST = Date.parse('2026-11-18T00:00:00Z');
const EARLIEST = Date.parse('2001-01-01T00:00:00Z');

const FORMULAS = [
  '=HYPERLINK("http://x.example","y")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  "'=1",
  "''+1",
  '＝1',
];
const SCRIPTS = [
  '震え',
  'עברית',
  'العربية',
  '🙂👩🏽‍⚕️',
  'Å\u200d\u202e',
  '<script>alert(1)</script>',
];
const QUOTES = ['"', '""', "'", 'a "b" c', 'a;b', 'a,b', ';=1', 'a,@b', 'a|-b', '\\', '%0A', '{}'];
const LINES = [
  '\n',
  '\r',
  '\r\n',
  'a\nb',
  'a\rb',
  'a\r\nb',
  '\t=1',
  '\n=1',
  '\r=1',
  'a\t-1',
  ' =1',
];
const CONTROLS = ['\x01\x07\x1b[31m\x7f', '\x85\u2028\u2029', '\ufeff=1', '\ufffd', '  ', '\x0b+1'];
export const HOSTILE_NOTES: readonly string[] = [
  ...FORMULAS,
  ...SCRIPTS,
  ...QUOTES,
  ...LINES,
  ...CONTROLS,
  'x'.repeat(10_000),
  '震'.repeat(10_000),
  '=1;'.repeat(3000),
];
export const HOSTILE_NAMES: readonly string[] = [
  ...FORMULAS,
  ...SCRIPTS,
  ...QUOTES,
  'x'.repeat(100),
  '🙂'.repeat(50),
  'Poor  sleep',
];

const time = fc.integer({ min: EARLIEST, max: LATEST });
/** The deletion time of an entry that can still be restored. */
const restorable = fc.integer({ min: LATEST - 29 * 86_400_000, max: LATEST });

const notes = fc.oneof(
  fc.constant(''),
  fc.constantFrom(...HOSTILE_NOTES),
  fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !text.includes('\0')),
  fc
    .array(fc.constantFrom("'", '=', ';', '"', '\r', '\n', '\t', ' ', 'a', '-'), { maxLength: 12 })
    .map((characters) => characters.join('')),
);

const name = fc
  .oneof(
    fc.constantFrom('Tremor', 'Stiffness', ...HOSTILE_NAMES),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  .map((text) => symptomName.safeParse(text).data)
  .filter((text) => text !== undefined);

/** Names that are unique regardless of case. */
const names = fc.uniqueArray(name, {
  minLength: 6,
  maxLength: 14,
  selector: (text) => text.toLowerCase(),
});

/** Ratings of some of these names in random slots. */
function ratingsOf(tracked: readonly string[]): fc.Arbitrary<Rating[]> {
  return fc
    .tuple(
      fc.shuffledSubarray([...tracked], { minLength: 1, maxLength: 5 }),
      fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), notes), { minLength: 5, maxLength: 5 }),
    )
    .map(([rated, slots, values]) =>
      rated
        .map((each, index) => ({
          slot: slots[index] ?? 0,
          name: each,
          severity: values[index]?.[0] ?? 1,
          notes: values[index]?.[1] ?? '',
        }))
        .sort((a, b) => a.slot - b.slot),
    );
}

function formOf(tracked: readonly string[]): fc.Arbitrary<Omit<WholeForm, 'formNumber'>> {
  return fc
    .record({
      id: fc.uuid(),
      deletedAt: fc.option(restorable),
      author: fc.constantFrom('self', 'Ada Lovelace'),
      timeZone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata'),
      times: fc.tuple(time, time),
      ratings: ratingsOf(tracked),
      edits: fc.array(
        fc.record({
          replacedAt: time,
          loggedAt: time,
          severity: fc.integer({ min: 1, max: 5 }),
          notes,
        }),
        { maxLength: 3 },
      ),
    })
    .map(({ id, author, deletedAt, timeZone, times, ratings, edits }) => {
      const formerVersions: FormerVersion[] = edits.map(
        ({ replacedAt, loggedAt, ...before }, index) => ({
          version: index + 1,
          replacedAt,
          loggedAt,
          ratings: ratings.map((rating, at) => (at === 0 ? { ...rating, ...before } : rating)),
        }),
      );
      const [loggedAt, enteredAt] = [Math.min(...times), Math.max(...times)];
      const version = edits.length + 1;
      const form = { id, author, loggedAt, enteredAt, timeZone, version, deletedAt };
      return { ...form, ratings, formerVersions };
    });
}

export const randomAccount: fc.Arbitrary<RandomAccount> = names.chain((known) =>
  fc
    .record({
      count: fc.integer({ min: 3, max: 5 }),
      emptied: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
      since: fc.array(time, { minLength: known.length + 5, maxLength: known.length + 5 }),
      forms: fc.array(formOf(known), { maxLength: 8 }),
      ofKinds: randomEntries({ time, deletedAt: restorable, notes, texts: HOSTILE_NAMES }),
      reminders: fc.option(randomReminders),
    })
    .map(({ count, emptied, since, forms, ofKinds, reminders }) => {
      const slots = Array.from({ length: count }, (_, index) => ({
        slot: index + 1,
        name: emptied.includes(index + 1) ? '' : (known[index] ?? ''),
        since: since[index] ?? 0,
      }));
      const inSlots = slots.map((slot) => slot.name);
      const past = known
        .filter((each) => !inSlots.includes(each))
        .map((each, index) => ({ name: each, since: since[5 + index] ?? 0 }))
        .sort((a, b) => a.since - b.since || (a.name < b.name ? -1 : 1));
      return {
        slots,
        past,
        ofKinds,
        reminders,
        forms: forms.map((form, index) => ({ ...form, formNumber: index + 1 })),
      };
    }),
);

/** An account without deleted entries, because CSV and FHIR do not contain them. */
export const accountWithoutDeletions = randomAccount.map((account) => ({
  ...account,
  forms: account.forms.map((form) => ({ ...form, deletedAt: null })),
  ofKinds: account.ofKinds.map(({ kind, entries }) => {
    return { kind, entries: entries.map((each) => ({ ...each, deletedAt: null })) };
  }),
}));

const NAME = { firstName: 'Grace', lastName: 'Hopper', diagnosedYear: 2020 };

/** Adds an account with a profile. Nobody can sign in to the account, because it has no password. */
export async function emptyAccount(db: Database): Promise<{ userId: string; email: string }> {
  const userId = randomUUID();
  const email = `${userId}@example.org`;
  await addAccount(db, { userId, email, passwordHash: '' }, EARLIEST);
  await addProfile(db, userId, { ...unknownPerson(TIME_ZONE), ...NAME }, EARLIEST);
  return { userId, email };
}

/** Inserts an account's rows directly, bypassing the app's own code. */
export async function storedAccount(db: Database, account: RandomAccount) {
  const owner = await emptyAccount(db);
  const user_id = owner.userId;
  await db.deleteFrom('slots').where('user_id', '=', user_id).execute();
  const insert = {
    slots: account.slots.map((slot) => ({ user_id, ...slot })),
    past_symptoms: account.past.map((past) => ({ user_id, ...past })),
  };
  for (const rows of [insert.slots]) await db.insertInto('slots').values(rows).execute();
  if (insert.past_symptoms.length > 0) {
    await db.insertInto('past_symptoms').values(insert.past_symptoms).execute();
  }
  await insertForms(
    db,
    user_id,
    account.forms.map((each) => ({ ...each, submissionId: null })),
  );
  await storeEntries(db, user_id, account.ofKinds);
  if (account.reminders) await storeReminders(db, user_id, account.reminders);
  await db
    .updateTable('profiles')
    .set({ last_form_number: account.forms.length })
    .where('user_id', '=', user_id)
    .execute();
  return owner;
}

const TABLES = ['slots', 'past_symptoms', 'entries', 'former_entries', 'reminders'] as const;

/** Columns whose values differ even between accounts with the same entries. */
const OWN_COLUMNS = ['user_id', 'number', 'next_at', 'handled_until'];

/** All rows of a user's slots, past symptoms, entries and reminders, without `OWN_COLUMNS`. */
export async function rowsOf(db: Database, userId: string) {
  const rows: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const ofUser = await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute();
    for (const row of ofUser) {
      // Each kind of entry is in a list of its own.
      const name = table === 'entries' && 'kind' in row ? `${table} ${row.kind}` : table;
      const columns = Object.entries(row).filter(([column]) => !OWN_COLUMNS.includes(column));
      rows[name] = [...(rows[name] ?? []), JSON.stringify(columns.map(withoutOrder).sort())];
    }
  }
  for (const list of Object.values(rows)) list.sort();
  for (const table of TABLES) {
    rows[table] ??= [];
  }
  const profile = await db
    .selectFrom('profiles')
    .select('last_form_number')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  rows.profiles = [profile];
  return rows;
}

/** Sorts the keys of the JSON in `former`, because their order has no meaning. */
function withoutOrder([column, value]: readonly [string, unknown]) {
  return column === 'former'
    ? [column, Object.entries(JSON.parse(String(value))).sort()]
    : [column, value];
}
