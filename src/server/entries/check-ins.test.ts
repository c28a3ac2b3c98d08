import { describe, expect, it } from 'vitest';
import type { CheckIn } from '../../contract/entities.ts';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { deletedCheckIn, savedCheckIn, TODAY } from '../testing/check-ins.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { countsOf, formerEntriesOf } from '../testing/entries.ts';
import { expectInvalid, expectRefusal } from '../testing/refusals.ts';
import { type AnyEntry, rowOf } from './columns.ts';
import { eraseEntries } from './queries/erase.ts';

const OTHER_ANSWERS = 'This day already has other answers. Please check them and try again.';
const EMPTY = 'Please answer a question or write a note first.';
const IN_FUTURE = 'This day has not come yet. Please check the date on this device and try again.';
const NOT_FOUND = 'This check-in is no longer here. Please reload the page.';
const YESTERDAY = '2026-11-17';

/** What a stored check-in counts towards the text of an account. */
function bytesOf(stored: AnyEntry): number {
  return Buffer.byteLength(rowOf(checkIn, stored).fields);
}

onEveryDatabase((place) => {
  const test = testApp(place);

  async function save({ browser, userId }: TestUser, input: object) {
    return await browser.call('saveCheckIn', { userId, day: TODAY, ...input });
  }

  async function checkInsOf(
    { browser, userId }: TestUser,
    days: object = { from: '1900-01-01', to: '2026-12-31' },
  ): Promise<CheckIn[]> {
    return (await browser.call('getCheckIns', { userId, ...days })).json();
  }

  /** Expects 409 with the stored check-in. */
  function expectConflict(answer: Awaited<ReturnType<typeof save>>, stored: CheckIn) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ error: OTHER_ANSWERS, stored });
  }

  it('keeps answers, 0 included, and has null for a missing one', async () => {
    const user = await freshUser(test);
    const saved = (await save(user, { exerciseMinutes: 0, sleepHours: 7.25 })).json();
    expect(saved).toEqual({
      day: TODAY,
      medication: null,
      exerciseMinutes: 0,
      sleepHours: 7.25,
      ...{ bowels: null, naps: null, dizzy: null },
      mood: null,
      notes: '',
      enteredAt: new Date(test.now).toISOString(),
      timeZone: 'America/New_York',
      author: 'self',
      version: 1,
    });
    expect(await checkInsOf(user)).toEqual([saved]);
  });

  it('is one for each day, with the answers of two saves, in any order and at once', async () => {
    const user = await freshUser(test);
    const parts = [
      { medication: 'no' },
      { exerciseMinutes: 45 },
      { sleepHours: 0 },
      { mood: 1, notes: 'A calm day.' },
      { bowels: false, naps: 0, dizzy: 'no' },
    ];
    await Promise.all([...parts, ...parts].map((part) => save(user, part)));
    const [saved, ...others] = await checkInsOf(user);
    expect(others).toEqual([]);
    expect(saved).toMatchObject({ ...Object.assign({}, ...parts), version: 5 });
    expect((await formerEntriesOf(test, user, checkIn)).map(({ version }) => version)).toEqual([
      1, 2, 3, 4,
    ]);
    expect((await countsOf(test, user)).entries).toBe(1);
  });

  it('answers a repeat with the stored check-in, and changes nothing', async () => {
    const user = await freshUser(test);
    const saved = await savedCheckIn(user);
    const before = await everythingStored(test.context.db);
    expect(await savedCheckIn(user)).toEqual(saved);
    const parts = { exerciseMinutes: null, mood: 4, notes: ' ' };
    expect((await save(user, parts)).json()).toEqual(saved);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it.each([
    ['medication', { medication: 'no' }],
    ['exercise', { exerciseMinutes: 15 }],
    ['sleep', { sleepHours: 7.25 }],
    ['mood', { mood: 5 }],
    ['the bowels', { bowels: false }],
    ['naps', { naps: 15 }],
    ['dizziness', { dizzy: 'once' }],
    ['the note', { notes: 'As usual.' }],
  ])('refuses a different answer about %s, with the stored check-in', async (_what, other) => {
    const user = await freshUser(test);
    const saved = await savedCheckIn(user, { bowels: true, naps: 0, dizzy: 'no' });
    const before = await everythingStored(test.context.db);
    expectConflict(await save(user, other), saved);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it.each([
    ['nothing', {}],
    ['null', { medication: null, exerciseMinutes: null, sleepHours: null, mood: null }],
    ['a blank note', { notes: ' \n\t' }],
  ])('refuses %s in a clear sentence', async (_what, input) => {
    const user = await freshUser(test);
    const before = await everythingStored(test.context.db);
    expectRefusal(await save(user, input), 400, EMPTY);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it.each([
    ['a part of a minute', { exerciseMinutes: 0.5 }, 'exerciseMinutes must be a whole number from'],
    ['more minutes than a day has', { exerciseMinutes: 1441 }, 'exerciseMinutes must be'],
    ['a tenth of an hour', { sleepHours: 7.1 }, 'sleepHours must be a number of hours from 0 to'],
    ['more hours than a day has', { sleepHours: 24.25 }, 'sleepHours must be'],
    ['no such dizziness', { dizzy: 'never' }, 'dizzy must be no, once or often'],
    ['more naps than a day has', { naps: 1441 }, 'naps must be a whole number from 0 to 1440'],
    ['words about the bowels', { bowels: 'yes' }, 'bowels must be'],
    ['no such mood', { mood: 0 }, 'mood must be a whole number from 1 to 5'],
    ['no such answer', { medication: 'yes' }, 'medication must be as planned, partly or no'],
    [
      'a long note',
      { notes: 'x'.repeat(10_001) },
      'notes must be text of at most 10000 characters',
    ],
    ['no such day', { day: '2026-02-30', mood: 3 }, 'day must be a date, YYYY-MM-DD'],
    ['a day before 1900', { day: '1899-12-31', mood: 3 }, 'day must be a date, YYYY-MM-DD'],
  ])('refuses %s', async (_what, input, message) => {
    const user = await freshUser(test);
    await expectInvalid(test.context.db, () => save(user, input), message);
  });

  it('takes the days that have begun in the zone of the device, or else of the profile', async () => {
    const user = await freshUser(test);
    const tomorrow = '2026-11-19';
    expectRefusal(await save(user, { day: tomorrow, mood: 3 }), 400, IN_FUTURE);
    // It is 17:00 in London, and 6 AM of the next day in Auckland.
    for (const [timeZone, status] of [
      ['Europe/London', 400],
      ['Pacific/Auckland', 200],
    ] as const) {
      const answer = await save(user, { day: tomorrow, mood: 3, timeZone });
      expect(answer.statusCode).toBe(status);
    }
    await savedCheckIn(user, { day: '1900-01-01' });
    expect(await checkInsOf(user)).toMatchObject([
      { day: tomorrow, timeZone: 'Pacific/Auckland' },
      { day: '1900-01-01', timeZone: 'America/New_York' },
    ]);
  });

  it('keeps the time of entry if it waited for the network', async () => {
    const user = await freshUser(test);
    wait(test, 2 * DAY_MS);
    const enteredAt = '2026-11-18T20:00:00.000Z';
    expect(await savedCheckIn(user, { enteredAt })).toMatchObject({ day: TODAY, enteredAt });
    const later = { day: '2026-11-19', enteredAt: '2027-01-01T00:00:00Z' };
    const now = new Date(test.now).toISOString();
    expect(await savedCheckIn(user, later)).toMatchObject({ enteredAt: now });
  });

  it('lists the days of a span, both included, the latest first', async () => {
    const user = await freshUser(test);
    for (const day of ['2026-11-15', '2026-11-17', '2026-11-16', TODAY]) {
      await savedCheckIn(user, { day });
    }
    const daysOf = async (from: string, to: string) =>
      (await checkInsOf(user, { from, to })).map(({ day }) => day.slice(-2));
    expect(await daysOf('2026-11-16', '2026-11-17')).toEqual(['17', '16']);
    expect(await daysOf('2026-11-17', '2026-11-16')).toEqual([]);
    expect(await daysOf('2000-01-01', '2100-01-01')).toEqual(['18', '17', '16', '15']);
  });

  describe('an edit', () => {
    it('replaces the answers that it contains, and keeps the former ones', async () => {
      const user = await freshUser(test);
      const saved = await savedCheckIn(user);
      const edit = { mood: 2, exerciseMinutes: null, notes: '', version: 1 };
      wait(test, 60_000);
      const edited = (await save(user, { ...edit, timeZone: 'Europe/Berlin' })).json();
      const changed = { mood: 2, exerciseMinutes: null, notes: '', version: 2 };
      expect(edited).toEqual({ ...saved, ...changed });
      expect(await checkInsOf(user)).toEqual([edited]);
      const { enteredAt, ...former } = saved;
      const entered = Date.parse(enteredAt);
      expect(await formerEntriesOf(test, user, checkIn)).toEqual([
        { ...former, enteredAt: entered, deletedAt: null },
      ]);
      const before = await everythingStored(test.context.db);
      expect((await save(user, edit)).json()).toEqual(edited);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('of a stale version is refused with the stored check-in', async () => {
      const user = await freshUser(test);
      await savedCheckIn(user);
      const edited = await savedCheckIn(user, { mood: 2, version: 1 });
      const before = await everythingStored(test.context.db);
      expectConflict(await save(user, { mood: 5, version: 1 }), edited);
      expectConflict(await save(user, { sleepHours: 8, version: 3 }), edited);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('must leave an answer, and needs a check-in that is not deleted', async () => {
      const user = await freshUser(test);
      expectRefusal(await save(user, { mood: 5, version: 1 }), 404, NOT_FOUND);
      await save(user, { mood: 4 });
      expectRefusal(await save(user, { mood: null, version: 1 }), 400, EMPTY);
      await user.browser.call('deleteCheckIn', { userId: user.userId, day: TODAY });
      expectRefusal(await save(user, { mood: 5, version: 1 }), 404, NOT_FOUND);
    });
  });

  describe('a deletion', () => {
    it('is undone by new answers for the day', async () => {
      const user = await freshUser(test);
      const deleted = await deletedCheckIn(user);
      const again = (await save(user, { mood: 1 })).json();
      const empty = { medication: null, exerciseMinutes: null, sleepHours: null, notes: '' };
      expect(again).toMatchObject({ ...empty, mood: 1, version: 2 });
      expect(again).not.toHaveProperty('deletedAt');
      expect(await checkInsOf(user)).toEqual([again]);
      const deletedAt = Date.parse(deleted.deletedAt ?? '');
      expect(await formerEntriesOf(test, user, checkIn)).toMatchObject([
        { mood: 4, version: 1, deletedAt },
      ]);
      const restored = await user.browser.call('restoreCheckIn', {
        userId: user.userId,
        day: TODAY,
      });
      expect(restored.json()).toEqual(again);
    });

    it('remains if an earlier save arrives again, but is undone by different or later answers', async () => {
      const user = await freshUser(test);
      const enteredAt = new Date(test.now).toISOString();
      wait(test, 60_000);
      await deletedCheckIn(user, { day: YESTERDAY, enteredAt });
      const deleted = await deletedCheckIn(user, { enteredAt });
      const before = await everythingStored(test.context.db);
      expect(await savedCheckIn(user, { enteredAt })).toEqual(deleted);
      expect(await everythingStored(test.context.db)).toEqual(before);
      const later = await savedCheckIn(user);
      expect(later).toMatchObject({ enteredAt: new Date(test.now).toISOString(), version: 2 });
      const other = await savedCheckIn(user, { day: YESTERDAY, enteredAt, mood: 5 });
      expect(await checkInsOf(user)).toEqual([later, other]);
    });

    it('is final after 30 days, even if the day was entered again', async () => {
      const user = await freshUser(test);
      const { db } = test.context;
      await savedCheckIn(user, { day: YESTERDAY });
      const kept = await countsOf(test, user);
      await savedCheckIn(user, { notes: '震え' });
      await savedCheckIn(user, { notes: 'Edited again', version: 1 });
      const { userId } = user;
      await user.browser.call('deleteCheckIn', { userId, day: TODAY });
      await savedCheckIn(user, { day: YESTERDAY, notes: 'Changed', version: 1 });
      await user.browser.call('deleteCheckIn', { userId, day: YESTERDAY });
      await savedCheckIn(user, { day: YESTERDAY });
      const erase = async (now: number) => {
        await eraseEntries(db, now);
      };
      const before = await everythingStored(db);
      await erase(test.now + 30 * DAY_MS - 1);
      expect(await everythingStored(db)).toEqual(before);
      await erase(test.now + 30 * DAY_MS);
      expect(await checkInsOf(user)).toMatchObject([{ day: YESTERDAY, version: 3 }]);
      // Of YESTERDAY's former values, those of version 2 are erased, because version 2 was deleted before the day was
      // entered again. Those of version 1 stay, because version 1 was only edited.
      const former = await formerEntriesOf(test, user, checkIn);
      expect(former).toMatchObject([{ day: YESTERDAY, notes: 'As usual', version: 1 }]);
      expect(await countsOf(test, user)).toEqual({
        entries: kept.entries,
        text_bytes: kept.text_bytes + former.reduce((sum, each) => sum + bytesOf(each), 0),
      });
    });
  });
});

onEveryDatabase((place) => {
  const limits = { savedToday: 2, entries: 3, textBytes: 1000 };
  const test = testApp(place, {}, limits);

  it('counts towards the limits of the account', async () => {
    const user = await freshUser(test);
    const save = (input: object) =>
      user.browser.call('saveCheckIn', { userId: user.userId, mood: 3, ...input });
    const days = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'];
    await save({ day: days[0] });
    await save({ day: days[1], notes: 'x'.repeat(500) });
    const before = await everythingStored(test.context.db);
    const tooMany = 'At most 500 entries can be saved in a day. Please try again tomorrow.';
    expectRefusal(await save({ day: days[2] }), 429, tooMany);
    const tooMuch =
      'An account can hold at most 256 MB of text. You can still read and download yours.';
    const long = { day: days[1], notes: 'y'.repeat(500), version: 1 };
    expectRefusal(await save(long), 403, tooMuch);
    expect(await everythingStored(test.context.db)).toEqual(before);
    // At the daily limit, a stored check-in can still be edited, for example to add a missing answer.
    expect((await save({ day: days[0], sleepHours: 8 })).statusCode).toBe(200);
    test.now += DAY_MS;
    expect((await save({ day: days[2] })).statusCode).toBe(200);
    const full =
      'An account can hold at most 200,000 entries. You can still read, edit and download yours.';
    expectRefusal(await save({ day: days[3] }), 403, full);
  });
});
