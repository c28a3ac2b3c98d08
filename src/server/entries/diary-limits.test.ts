import { expect, it } from 'vitest';
import { diary } from '../../contract/kinds/diary.ts';
import type { DiaryState } from '../../domain/diary.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, LATER, savedDiary } from '../testing/diary.ts';
import { countsOf, formerEntriesOf } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { eraseEntries } from './queries/erase.ts';

const NIGHT = '2026-11-18T06:00:00.000Z';

/** The bytes that half-hours with these states count, present or former ones. */
function bytesOf(...states: readonly DiaryState[]): number {
  return states.reduce((sum, state) => sum + JSON.stringify({ state }).length, 0);
}

onEveryDatabase((place) => {
  const limits = { savedToday: 2, entries: 3, textBytes: bytesOf('on', 'on', 'on', 'off') };
  const small = testApp(place, {}, limits);
  const test = testApp(place);

  it('counts each half-hour towards the limits of the account, all or none', async () => {
    const user = await freshUser(small);
    const save = (slots: readonly string[], other: object) =>
      user.browser.call('saveDiary', {
        userId: user.userId,
        entries: slots.map((slot) => ({ slot, enteredAt: EARLIER, ...other })),
      });
    const [first, second, third] = ['2026-11-18T08:00:00Z', '2026-11-18T08:30:00Z', LATER];
    await save([first, second], { state: 'on' });
    const before = await everythingStored(small.context.db);
    const tooMany = 'At most 500 entries can be saved in a day. Please try again tomorrow.';
    expectRefusal(await save([second, third], { state: 'on' }), 429, tooMany);
    expect(await everythingStored(small.context.db)).toEqual(before);
    // A repeat and an edit do not count as new entries.
    expect((await save([first, second], { state: 'on' })).statusCode).toBe(200);
    expect((await save([first], { state: 'off', version: 1 })).statusCode).toBe(200);
    const tooMuch =
      'An account can hold at most 256 MB of text. You can still read and download yours.';
    expectRefusal(await save([second], { state: 'onWithDyskinesia', version: 1 }), 403, tooMuch);
    small.now += DAY_MS;
    const full =
      'An account can hold at most 200,000 entries. You can still read, edit and download yours.';
    expectRefusal(await save([third, NIGHT], { state: 'on' }), 403, full);
    expect((await save([third], { state: 'on' })).statusCode).toBe(200);
  });

  it('erases a deleted half-hour after 30 days, even if it was entered again, and stops counting it', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const { db } = test.context;
    const [deleted, kept] = [EARLIER, LATER];
    await savedDiary(user, { [deleted]: 'on', [kept]: 'on' });
    await savedDiary(user, { [deleted]: 'off', [kept]: 'off' }, { version: 1 });
    await browser.call('deleteDiary', { userId, slots: [deleted, kept] });
    await savedDiary(user, { [kept]: 'asleep', [NIGHT]: 'asleep' });
    expect(await countsOf(test, user)).toEqual({
      entries: 3,
      text_bytes: bytesOf('on', 'on', 'off', 'off', 'asleep', 'asleep'),
    });
    const before = await everythingStored(db);
    await eraseEntries(db, test.now + 30 * DAY_MS - 1);
    expect(await everythingStored(db)).toEqual(before);
    await eraseEntries(db, test.now + 30 * DAY_MS);
    const left = await db
      .selectFrom('entries')
      .select('version')
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute();
    expect(left).toEqual([{ version: 1 }, { version: 3 }]);
    // The former values of version 2 of `kept` are erased, because version 2 was deleted before version 3 was entered.
    // The former values of version 1 stay, because version 1 was only edited.
    expect(await formerEntriesOf(test, user, diary)).toMatchObject([{ state: 'on', version: 1 }]);
    expect(await countsOf(test, user)).toEqual({
      entries: 2,
      text_bytes: bytesOf('on', 'asleep', 'asleep'),
    });
  });
});
