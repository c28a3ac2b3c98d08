import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { addForms, savedForm } from '../testing/entries.ts';
import { askedOf } from '../testing/slow-reader.ts';
import { exportAccount } from './export.ts';

const FORMS = 1536;
/** The number of forms that one query reads. */
const PAGE = 64;
const LONG_NOTE = 'x'.repeat(9000);

onEveryDatabase((place) => {
  const test = testApp(place);
  let user: TestUser;

  /** Enough forms for twenty-four queries, and more text than the buffers of a connection hold. */
  beforeAll(async () => {
    user = await freshUser(test);
    await addForms(test, user, FORMS, LONG_NOTE);
  });

  const asked = () =>
    askedOf(test, user.browser, `/api/exportData?userId=${user.userId}&format=json`);

  it('reads no faster than the browser, and stops when the browser disconnects', async () => {
    const { count, leave, standstill } = await asked();
    await standstill();
    const before = count.queries;
    expect(before).toBeLessThan(FORMS / PAGE);
    await leave();
    await standstill();
    expect(count.queries).toBeLessThanOrEqual(before + 1);
  });

  it('sends the whole file over the network', async () => {
    const { response } = await asked();
    const file: AccountFile = JSON.parse(await text(response));
    expect(file.forms.map(({ formNumber }) => formNumber)).toEqual(
      Array.from({ length: FORMS }, (_, index) => index + 1),
    );
  });

  it('exports every form of the start consistently, despite concurrent saves and edits', async () => {
    const person = await freshUser(test, ['Tremor', 'Stiffness']);
    for (let form = 0; form < 70; form += 1) await savedForm(person);
    const file = await exportAccount(test.context.db, person, {
      format: 'json',
      now: test.now,
    });
    const severityIn = (version: number) => (version % 2 === 0 ? 5 : 3);
    let written = '';
    let pieces = 0;
    for await (const piece of file?.pieces ?? []) {
      written += piece;
      pieces += 1;
      // The edits after the first piece make version 2 of both forms, those after the second piece version 3, and so
      // on.
      const severity = severityIn(pieces + 1);
      // Between two pieces: a new form, an edit of a form already read, and an edit of one not read yet.
      await savedForm(person);
      for (const formNumber of [2, 69]) {
        const formData = { formNumber, symptom1: { severity }, symptom2: { severity } };
        const edit = { userId: person.userId, action: 'form', formData };
        await person.browser.call('updateSymptoms', edit);
      }
    }
    const { forms }: AccountFile = JSON.parse(written);
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(
      Array.from({ length: 70 }, (_, index) => index + 1),
    );
    for (const { version, ratings, formerVersions } of forms) {
      expect(formerVersions).toHaveLength(version - 1);
      expect(ratings.map(({ severity }) => severity)).toEqual(
        version > 1 ? [severityIn(version), severityIn(version)] : [4, 2],
      );
    }
    expect([forms[1]?.version, forms[68]?.version]).toEqual([2, 3]);
  });
});
