import { expect, it } from 'vitest';
import { DAY_MS } from '../../../domain/zone.ts';
import { Browser, freshUser, type TestUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { formsOf, savedForm } from '../../testing/entries.ts';
import { enlarge, fillDisk } from '../../testing/full-disk.ts';
import { expectRefusal } from '../../testing/refusals.ts';

const NO_ROOM =
  'We can’t save right now because the server has a storage problem. Please try again later.';

const entry = (notes: string) => ({ symptom1: { name: 'Tremor', severity: 3, notes } });

onSqlite((place) => {
  const test = testApp(place);

  it('refuses saves with a clear message while the disk is full, keeps confirmed ones, and saves again when there is room', async () => {
    const { db } = test.context;
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, entry('Before'));
    const empty = await fillDisk(db);
    const { acknowledged, refused } = await savesUntilRefused(user);
    expectRefusal(refused, 503, NO_ROOM);
    // Reading works even while the disk is full.
    expect(await formsOf(user)).toHaveLength(acknowledged);
    // The first save fits, and shares a commit with two saves that do not fit. It may fail with them.
    const [short, ...long] = await Promise.all([save(user, 'Short'), save(user), save(user)]);
    expect(long.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    const kept = acknowledged + (short.statusCode === 200 ? 1 : 0);
    expect(await formsOf(user)).toHaveLength(kept);
    await empty();
    expect((await save(user)).json()).toMatchObject({ formNumber: kept + 1 });
    const numbers = (await formsOf(user)).map(({ formNumber }) => formNumber);
    expect(numbers).toEqual(Array.from({ length: kept + 1 }, (_, i) => kept + 1 - i));
    expect(JSON.stringify(test.logged)).not.toContain('and so on');
    const health = await new Browser(test).send({ method: 'GET', url: '/healthz' });
    expect(health.statusCode).toBe(200);
  });

  it('allows all reading while the disk is full, even with a session of yesterday', async () => {
    const { db } = test.context;
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId, email } = user;
    const form = await savedForm(user, entry('Before'));
    // `fillDisk` only stops the file from growing. Unlike on a full disk, a number could still be overwritten in place.
    // So triggers make these writes need more room.
    await enlarge(db, ['update on sessions', 'insert on activity', 'insert on attempts']);
    const empty = await fillDisk(db);
    test.now += DAY_MS + 1;
    const answers = [
      await browser.call('getUserForms', { userId }),
      await browser.call('getUserProfile', { userId }),
      await browser.call('exportData', { userId, format: 'csv' }),
      await browser.call('sendExportEmail', { userId, email, method: 'simple' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
    expect(answers[0]?.json()).toEqual([form]);
    await empty();
    const extended = await browser.call('getUserForms', { userId });
    expect(extended.cookies).toHaveLength(1);
  });
});

const save = ({ browser, userId }: TestUser, notes = 'and so on '.repeat(500)) =>
  browser.call('saveSymptomForm', { userId, formData: entry(notes) });

async function savesUntilRefused(user: TestUser) {
  for (let acknowledged = 1; acknowledged < 100; acknowledged += 1) {
    const answer = await save(user);
    if (answer.statusCode !== 200) return { acknowledged, refused: answer };
  }
  throw new Error('No save was refused');
}
