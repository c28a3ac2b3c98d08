import { expect, it } from 'vitest';
import { giveUpTokens } from '../../identity/queries/provider-tokens.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { freshUser, testApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/databases.ts';
import { addProvider, addSpreadsheet } from '../../testing/rows.ts';
import { someoneWaits } from '../../testing/someone-waits.ts';
import { turnOn } from './spreadsheets.ts';

/** On PostgreSQL only: all writes of SQLite use one connection, so no transaction waits for another one. */
onPostgres((place) => {
  const test = testApp(place);

  it('a spreadsheet is turned on while the mirror turns it off', async () => {
    const user = await freshUser(test);
    await addSpreadsheet(test, user);
    await addProvider(test, user);
    const { userId } = user;
    const { db } = test.context;
    const { token_hash: tokenHash } = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const tokens = { provider: 'github', personHash: 'a person', sealed: '' };
    const turningOff = await db.transaction().execute(async (trx) => {
      // `turnOff` locks the spreadsheet, the profile and the tokens in this order.
      await trx
        .updateTable('spreadsheets')
        .set({ is_on: 0 })
        .where('user_id', '=', userId)
        .execute();
      const turningOn = turnOn(db, { userId, tokenHash }, tokens, test.now);
      await someoneWaits(trx);
      await lockProfile(trx, userId);
      await giveUpTokens(trx, userId, test.now);
      // Wrapped in an object: returned alone, this promise would be awaited before the transaction commits, but it
      // resolves only afterwards.
      return { turningOn };
    });
    expect(await turningOff.turningOn).toBe(true);
  });
});
