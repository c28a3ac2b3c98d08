import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { mirroredUser, standInForSheets } from '../testing/spreadsheets.ts';
import { findBatch } from './batch.ts';
import { HEALTH_DATA, SHEETS } from './sheets.ts';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);
  const start = { written: 0, daysFrom: null };

  it('stops before an entry whose sheet is not there yet', async () => {
    const { user } = await mirroredUser(test, google);
    await savedCheckIn(user);
    await savedForm(user);
    const { db } = test.context;
    const before = await findBatch(db, user.userId, start, [HEALTH_DATA]);
    expect(before.parts[0]?.rows.map(({ row }) => row)).toEqual([2]);
    expect(before.progress.written).toBe(before.lastChange - 2);
    const rest = await findBatch(db, user.userId, before.progress, SHEETS);
    expect(rest.progress).toEqual({ written: rest.lastChange, daysFrom: null });
    const all = await findBatch(db, user.userId, start, SHEETS);
    expect(all.progress).toEqual(rest.progress);
  });

  it('counts no changes while the mirror is off', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    await savedCheckIn(user);
    const { db } = test.context;
    const stored = await db
      .selectFrom('entries')
      .select('changed')
      .where('user_id', '=', user.userId)
      .execute();
    expect(stored).toEqual([{ changed: null }, { changed: null }]);
    const batch = await findBatch(db, user.userId, start, SHEETS);
    expect(batch).toMatchObject({ parts: [], progress: start, lastChange: 0 });
  });
});
