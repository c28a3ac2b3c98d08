import type { Form } from '../../contract/entities.ts';
import type { AnyKind } from '../../contract/kinds/kind.ts';
import { entryOf } from '../entries/columns.ts';
import { insertImported } from '../exchange/queries/imports.ts';
import type { Database } from '../platform/db/database.ts';
import type { TestApp, TestUser } from './app.ts';
import { TIME_ZONE } from './time-zone.ts';

/** The ratings of a form as the dialog submits them. */
export const ENTRIES = {
  symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' },
  symptom2: { name: 'Stiffness', severity: 2, notes: '' },
};

/** Saves a form and returns it. */
export async function savedForm(
  { browser, userId }: TestUser,
  formData: object = ENTRIES,
): Promise<Form> {
  return (await browser.call('saveSymptomForm', { userId, formData })).json();
}

/** All forms of a user, as the API lists them. */
export async function formsOf({ browser, userId }: TestUser): Promise<Form[]> {
  return (await browser.call('getUserForms', { userId })).json();
}

const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps'] as const;

/**
 * Adds forms of five symptoms, an hour apart, directly to the database, which is faster than saving each. The
 * user must have no forms.
 */
export async function addForms(
  { context: { db } }: { readonly context: { readonly db: Database } },
  { userId }: Pick<TestUser, 'userId'>,
  count: number,
  notes = '',
): Promise<void> {
  const forms = Array.from({ length: count }, (_, index) => {
    const loggedAt = Date.parse('2020-01-01T00:00:00Z') + index * 3_600_000;
    return {
      formNumber: index + 1,
      id: null,
      submissionId: null,
      author: 'self',
      loggedAt,
      enteredAt: loggedAt,
      timeZone: TIME_ZONE,
      version: 1,
      ratings: FIVE.map((name, slot) => ({ slot: slot + 1, name, severity: 3, notes })),
      deletedAt: null,
      formerVersions: [],
    };
  });
  const symptoms = { slots: FIVE, past: [] };
  const imported = { forms, lastFormNumber: count, symptoms, since: () => 1 };
  await db.transaction().execute((trx) => insertImported(trx, userId, imported, async () => {}));
}

/** The former entries of a person and a kind, in the order of their ids and versions. */
export async function formerEntriesOf(
  { context: { db } }: TestApp,
  { userId }: TestUser,
  kind: AnyKind,
) {
  const rows = await db
    .selectFrom('former_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind.name)
    .orderBy('entry_id')
    .orderBy('version')
    .execute();
  return rows.map((row) => entryOf(kind, row));
}

/** What an account counts towards its limits. */
export async function countsOf({ context: { db } }: TestApp, { userId }: TestUser) {
  return await db
    .selectFrom('profiles')
    .select(['entries', 'text_bytes'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
