import { expect, it } from 'vitest';
import { lockProfile } from '../profile/queries/locked-profiles.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onPostgres } from '../testing/databases.ts';
import { addSpreadsheet } from '../testing/rows.ts';
import { someoneWaits } from '../testing/someone-waits.ts';

/** On PostgreSQL only: all writes of SQLite use one connection, so no transaction waits for another one. */
onPostgres((place) => {
  const test = testApp(place);

  it('an account is deleted while the mirror writes its spreadsheet', async () => {
    const user = await freshUser(test);
    const { browser, userId, password } = user;
    await addSpreadsheet(test, user);
    const deleting = await test.context.db.transaction().execute(async (trx) => {
      // The mirror locks both rows in this order.
      await trx
        .updateTable('spreadsheets')
        .set((row) => ({ tries: row.ref('tries') }))
        .where('user_id', '=', userId)
        .execute();
      const deletion = browser.call('deleteAccount', { userId, password });
      await someoneWaits(trx);
      await lockProfile(trx, userId);
      // Wrapped in an object: returned alone, this promise would be awaited before the transaction commits, but it
      // resolves only afterwards.
      return { deletion };
    });
    expect((await deleting.deletion).statusCode).toBe(200);
  });
});
