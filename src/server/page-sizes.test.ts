import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../domain/zone.ts';
import { freshUser, type TestUser, testApp } from './testing/app.ts';
import { onEveryDatabase } from './testing/databases.ts';

const SYMPTOMS = ['Tremor', 'Stiffness', 'Balance'];
const FORMS_A_DAY = 3;
const MONTH = 30 * FORMS_A_DAY;
const TEN_YEARS = 11_000;
/** Few enough for the parameters of one statement on either engine. */
const BATCH = 1000;

onEveryDatabase((place) => {
  const test = testApp(place);
  let newcomer: TestUser;
  let veteran: TestUser;

  beforeAll(async () => {
    newcomer = await freshUser(test, SYMPTOMS);
    veteran = await freshUser(test, SYMPTOMS);
    await logForms(newcomer, MONTH);
    await logForms(veteran, TEN_YEARS);
  });

  /** Forms three times a day until now. The last ones are alike for everyone, but for number and id. */
  async function logForms({ userId }: TestUser, count: number) {
    const forms = Array.from({ length: count }, (_, index) => ({
      user_id: userId,
      form_number: index + 1,
      id: randomUUID(),
      submission_id: randomUUID(),
      logged_at: test.now - ((count - index) * DAY_MS) / FORMS_A_DAY,
      entered_at: test.now - ((count - index) * DAY_MS) / FORMS_A_DAY,
      version: 1,
    }));
    const ratings = forms.flatMap(({ user_id, form_number }) =>
      SYMPTOMS.map((name, index) => ({
        user_id,
        form_number,
        slot: index + 1,
        name,
        severity: 1 + ((count - form_number) % 5),
        notes: `Form ${(count - form_number) % MONTH} before the last: as on most days`,
      })),
    );
    await test.context.db.transaction().execute(async (trx) => {
      for (let start = 0; start < forms.length; start += BATCH) {
        await trx
          .insertInto('forms')
          .values(forms.slice(start, start + BATCH))
          .execute();
      }
      for (let start = 0; start < ratings.length; start += BATCH) {
        await trx
          .insertInto('ratings')
          .values(ratings.slice(start, start + BATCH))
          .execute();
      }
      await trx
        .updateTable('profiles')
        .set({ last_form_number: count })
        .where('user_id', '=', userId)
        .execute();
    });
  }

  it.each([
    [
      'the forms of the last 7 days',
      7 * FORMS_A_DAY,
      () => ({
        from: new Date(test.now - 7 * DAY_MS).toISOString(),
        to: new Date(test.now).toISOString(),
      }),
    ],
    ['the first page of the history', 10, () => ({ limit: '10' })],
  ])('%s are no more to send after ten years than after a month', async (_what, forms, wanted) => {
    const answers = [];
    for (const { browser, userId } of [newcomer, veteran]) {
      const { body } = await browser.call('getUserForms', { userId, ...wanted() });
      expect(JSON.parse(body)).toHaveLength(forms);
      answers.push({
        bytes: Buffer.byteLength(body),
        // The numbers of ten years have more digits; nothing else may differ in length.
        besideNumbers: Buffer.byteLength(body.replace(/"(formNumber|rowIndex)":\d+/g, '')),
      });
    }
    const [short, long] = answers;
    expect(long?.besideNumbers).toBe(short?.besideNumbers);
    expect(long?.bytes).toBeLessThanOrEqual((short?.bytes ?? 0) * 1.02);
  });
});
