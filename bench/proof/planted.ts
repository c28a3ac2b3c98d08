import { freshUser, type TestApp, type TestUser } from '../../src/server/testing/app.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { askForChange, askForLink, askForReset } from '../../src/server/testing/outbox.ts';
import { addProvider, addSpreadsheet, everyRow } from '../../src/server/testing/rows.ts';

/** In every text of the planted person, and in no other. */
export const MARK = 'Planted4711';

export interface Planted {
  readonly user: TestUser;
  /** Their rows of every table, as text. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/**
 * Before all others' in whatever order rows come: where a query takes the first it finds, without asking whose it is, it
 * is theirs.
 */
const FIRST_ID = '00000000-0000-4000-8000-000000000000';

/** Someone with rows in every table that anything of a person's is in: of an app that nobody else has used yet. */
export async function plantOther(test: TestApp): Promise<Planted> {
  const before = await rowsAsText(test);
  const user = await freshUser(test, ['Tremor', 'Stiffness', `Name ${MARK}`, 'Fatigue'], FIRST_ID);
  const { browser, userId } = user;
  const { db } = test.context;
  await db.updateTable('profiles').set({ last_name: MARK }).where('user_id', '=', userId).execute();
  for (let form = 1; form <= 3; form += 1) {
    const entry = { name: 'Tremor', severity: 2, notes: MARK };
    const symptom3 = { name: `Name ${MARK}`, severity: 4, notes: '' };
    const { formNumber } = await savedForm(user, { symptom1: entry, symptom3 });
    // The first stays at the version that others' first forms have, too.
    if (formNumber === 1) continue;
    const formData = { formNumber, symptom1: { ...entry, severity: 5 } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
  }
  await browser.call('deleteSymptom', { userId, symptomNumber: 4 });
  await addProvider(test, user);
  await addSpreadsheet(test, user);
  await db
    .updateTable('spreadsheets')
    .set({ legacy: 'found', spreadsheet_id: MARK })
    .where('user_id', '=', userId)
    .execute();
  // A provider that no answer may name.
  await db
    .updateTable('identities')
    .set({ provider: MARK })
    .where('user_id', '=', userId)
    .execute();
  await askForReset(test, user);
  await askForLink(test, user);
  await askForChange(test, user, `${MARK}@example.org`.toLowerCase());
  const after = await rowsAsText(test);
  const rows = Object.entries(after).map(([table, texts]) => [
    table,
    texts.filter((text) => !before[table]?.includes(text)),
  ]);
  return { user, rows: Object.fromEntries(rows) };
}

/** Every row of every table, as text. */
export async function rowsAsText({ context: { db } }: TestApp): Promise<Record<string, string[]>> {
  const tables = Object.entries(await everyRow(db));
  return Object.fromEntries(
    tables.map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row))]),
  );
}
