import { describe, expect, it } from 'vitest';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import { diary } from '../../contract/kinds/diary.ts';
import { type DiaryState, HALF_HOUR_MS } from '../../domain/diary.ts';
import { DAY_MS, isoOf } from '../../domain/zone.ts';
import { insertEntries } from '../exchange/queries/entry-imports.ts';
import { freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, LATER, savedDiary } from '../testing/diary.ts';
import { formerEntriesOf } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';

const OTHER_STATE =
  'The diary already has a different entry for this time. Please check it and try again.';
const NO_HALF_HOUR = 'Please choose a full or half hour, such as 8:00 or 8:30.';
const NOT_BEGUN = 'This half-hour has not begun yet. Please choose an earlier one.';
const NOT_FOUND = 'This diary entry is no longer here. Please reload the page.';
/** 1 AM in New York, on the day on which the tests' clock starts. */
const NIGHT = '2026-11-18T06:00:00.000Z';

onEveryDatabase((place) => {
  const test = testApp(place);

  const now = () => isoOf(test.now);

  async function save({ browser, userId }: TestUser, entries: readonly object[], other = {}) {
    const given = entries.map((each) => ({ enteredAt: now(), ...each }));
    return await browser.call('saveDiary', { userId, entries: given, ...other });
  }

  async function diaryOf({ browser, userId }: TestUser, span: object = {}) {
    const all = { from: '2026-10-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
    const answer = await browser.call('getDiary', { userId, ...all, ...span });
    return answer.json() as DiaryHalfHour[];
  }

  async function remove({ browser, userId }: TestUser, slots: readonly string[]) {
    return (await browser.call('deleteDiary', { userId, slots })).json() as DiaryHalfHour[];
  }

  /** Expects that a save is answered with 409 and the stored half-hours, and that it changes nothing. */
  async function expectConflict(user: TestUser, entries: readonly object[], stored: unknown) {
    const before = await everythingStored(test.context.db);
    const answer = await save(user, entries);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ error: OTHER_STATE, stored });
    expect(await everythingStored(test.context.db)).toEqual(before);
  }

  async function expectRefused(
    user: TestUser,
    [status, message]: readonly [number, string],
    ...[entries, other]: [readonly object[], object?]
  ) {
    const before = await everythingStored(test.context.db);
    expectRefusal(await save(user, entries, other), status, message);
    expect(await everythingStored(test.context.db)).toEqual(before);
  }

  it('keeps the state of each half-hour, and when it was entered', async () => {
    const user = await freshUser(test);
    wait(test, 60_000);
    const enteredAt = '2026-11-18T17:00:30.000Z';
    const answer = await save(user, [
      { slot: LATER, state: 'onWithTroublesomeDyskinesia', enteredAt },
      // The present half-hour, written with an offset instead of Z.
      { slot: '2026-11-18T12:00:00-05:00', state: 'onWithDyskinesia', enteredAt },
      { slot: EARLIER, state: 'asleep', enteredAt: '2027-01-01T00:00:00Z' },
    ]);
    const entry = { timeZone: 'America/New_York', author: 'self', version: 1 };
    expect(answer.json()).toEqual([
      { slot: LATER, state: 'onWithTroublesomeDyskinesia', enteredAt, ...entry },
      { slot: '2026-11-18T17:00:00.000Z', state: 'onWithDyskinesia', enteredAt, ...entry },
      { slot: EARLIER, state: 'asleep', enteredAt: now(), ...entry },
    ]);
    expect((await diaryOf(user)).map(({ state }) => state)).toEqual([
      ...['asleep', 'onWithTroublesomeDyskinesia', 'onWithDyskinesia'],
    ]);
  });

  it('answers a repeat with the stored states, fills empty half-hours, and replaces nothing', async () => {
    const user = await freshUser(test);
    const [saved] = await savedDiary(user, { [EARLIER]: 'on' });
    wait(test, DAY_MS);
    const before = await everythingStored(test.context.db);
    expect((await save(user, [{ slot: EARLIER, state: 'on' }])).json()).toEqual([saved]);
    expect(await everythingStored(test.context.db)).toEqual(before);
    const both = await savedDiary(user, { [LATER]: 'off', [EARLIER]: 'on' });
    expect(both.map(({ version }) => version)).toEqual([1, 1]);
    expect(await diaryOf(user)).toEqual([saved, both[0]]);
    expect(await formerEntriesOf(test, user, diary)).toEqual([]);
  });

  it('saves all or none: one different state refuses the call, with the stored half-hours', async () => {
    const user = await freshUser(test);
    const [one, two] = await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'off', [NIGHT]: 'off' });
    const entries = [
      { slot: '2026-11-18T17:00:00Z', state: 'on' },
      { slot: LATER, state: 'asleep' },
      { slot: EARLIER, state: 'on' },
    ];
    await expectConflict(user, entries, [one, two]);
    await expectConflict(user, [{ slot: LATER, state: 'on', version: 2 }], [two]);
    // A deleted half-hour counts as empty.
    await remove(user, [EARLIER]);
    await expectConflict(user, entries, [two]);
  });

  it('keeps one state of two saves at once, and fills the rest in any order', async () => {
    const user = await freshUser(test);
    const slots = Array.from({ length: 12 }, (_, hour) => isoOf(Date.parse(NIGHT) + hour * 1.8e6));
    const states = (state: DiaryState, some: readonly string[]) =>
      some.map((slot) => ({ slot, state }));
    const answers = await Promise.all([
      save(user, states('on', slots.slice(0, 7))),
      save(user, states('off', slots.slice(5).toReversed())),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const wins = answers[0]?.statusCode === 200;
    const stored = await diaryOf(user);
    expect(stored.map(({ slot }) => slot)).toEqual(wins ? slots.slice(0, 7) : slots.slice(5));
    expect(new Set(stored.map(({ state }) => state))).toEqual(new Set([wins ? 'on' : 'off']));
    // Concurrent saves of the same state are all accepted, and each half-hour counts once.
    const again = await freshUser(test);
    const same = await Promise.all(
      [slots.slice(0, 9), slots.slice(3), slots].map((some) => save(again, states('on', some))),
    );
    expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await diaryOf(again)).map(({ version }) => version)).toEqual(slots.map(() => 1));
    const { entries } = await test.context.db
      .selectFrom('profiles')
      .select('entries')
      .where('user_id', '=', again.userId)
      .executeTakeFirstOrThrow();
    expect(entries).toBe(slots.length);
  });

  it.each([
    ['between two half-hours', '2026-11-18T16:10:00Z', 'America/New_York', NO_HALF_HOUR],
    ['a millisecond late', '2026-11-18T16:30:00.001Z', 'America/New_York', NO_HALF_HOUR],
    ['on the hour of UTC in Kathmandu', '2026-11-18T16:00:00Z', 'Asia/Kathmandu', NO_HALF_HOUR],
    ['in six minutes', '2026-11-18T17:30:00Z', 'America/New_York', NOT_BEGUN, 24 * 60_000],
  ])('refuses a half-hour that begins %s', async (_what, slot, timeZone, message, later = 0) => {
    const user = await freshUser(test);
    wait(test, later);
    const entries = [
      { slot: NIGHT, state: 'on' },
      { slot, state: 'on' },
    ];
    await expectRefused(
      user,
      [400, message],
      timeZone === 'Asia/Kathmandu' ? entries.slice(1) : entries,
      { timeZone },
    );
  });

  it.each([
    ['of Kathmandu, at a quarter past', '2026-11-18T16:15:00Z', 'Asia/Kathmandu', 0],
    ['that begins in five minutes', '2026-11-18T17:30:00Z', 'America/New_York', 25 * 60_000],
    ['that comes twice, after clocks are set back', '2026-11-01T06:30:00Z', undefined, 0],
  ])('takes a half-hour %s', async (_what, slot, timeZone, later) => {
    const user = await freshUser(test);
    wait(test, later);
    const answer = await save(user, [{ slot, state: 'on' }], { timeZone });
    expect(answer.json()).toMatchObject([{ timeZone: timeZone ?? 'America/New_York' }]);
  });

  it.each([
    ['no half-hour', [], 'must be a list of 1 to 98 half-hours'],
    [
      'too many half-hours',
      Array.from({ length: 99 }, (_, index) => ({
        ...{ slot: isoOf(Date.parse(EARLIER) - index * 1.8e6), state: 'on' },
      })),
      'must be a list of 1 to 98 half-hours',
    ],
    [
      'a half-hour twice',
      ['2026-11-18T16:00:00Z', '2026-11-18T11:00:00-05:00'].map((slot) => ({ slot, state: 'on' })),
      'must name each half-hour once',
    ],
  ])('refuses %s', async (_what, entries, rule) => {
    await expectRefused(await freshUser(test), [400, `entries ${rule}`], entries);
  });

  it.each([
    [
      'no such state',
      { state: 'dyskinetic' },
      'state must be asleep, off, on, onWithDyskinesia or',
    ],
    ['a half-hour before 1900', { slot: '1899-12-31T23:30:00Z' }, 'slot must be an instant from'],
  ])('refuses %s', async (_what, change, rule) => {
    const user = await freshUser(test);
    const answer = await save(user, [{ slot: EARLIER, state: 'on', ...change }]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toContain(`entries.0.${rule}`);
    expect(await diaryOf(user)).toEqual([]);
  });

  it('takes the half-hours of two days, one of 25 hours, in one call', async () => {
    const user = await freshUser(test);
    const slots = Array.from({ length: 98 }, (_, index) =>
      isoOf(Date.parse('2026-11-01T04:00:00Z') + index * 1.8e6),
    );
    await savedDiary(user, Object.fromEntries(slots.map((slot) => [slot, 'asleep'])));
    expect((await diaryOf(user)).map(({ slot }) => slot)).toEqual(slots);
  });

  it('lists the half-hours that begin in a span, the end not included', async () => {
    const user = await freshUser(test);
    await savedDiary(user, { [LATER]: 'off', [NIGHT]: 'asleep', [EARLIER]: 'on' });
    const slotsOf = async (from: string, to: string) =>
      (await diaryOf(user, { from, to })).map(({ slot }) => slot);
    expect(await slotsOf(NIGHT, LATER)).toEqual([NIGHT, EARLIER]);
    expect(await slotsOf('2026-11-18T01:00:01-05:00', now())).toEqual([EARLIER, LATER]);
    expect(await slotsOf(LATER, NIGHT)).toEqual([]);
    // A hundred days of New York, one of which has 25 hours.
    expect(await slotsOf('2026-08-11T04:00:00Z', '2026-11-19T05:00:00Z')).toHaveLength(3);
    const { browser, userId } = user;
    const span = { from: '2026-08-11T03:30:00Z', to: '2026-11-19T05:00:00Z' };
    const tooLong = await browser.call('getDiary', { userId, ...span });
    expectRefusal(tooLong, 400, 'Please ask for at most 100 days at a time.');
  });

  it('lists all half-hours of a hundred days', async () => {
    const user = await freshUser(test);
    const from = Date.parse('2026-08-01T00:00:00Z');
    const entries = Array.from({ length: 4800 }, (_, index) => ({
      ...{ slot: from + index * HALF_HOUR_MS, state: 'on', enteredAt: from, timeZone: 'UTC' },
      ...{ author: 'self', version: 1, deletedAt: null, formerVersions: [] },
    }));
    await insertEntries(test.context.db, diary, user.userId, entries, test.now);
    const span = { from: isoOf(from), to: isoOf(from + 100 * DAY_MS) };
    const slots = (await diaryOf(user, span)).map(({ slot }) => slot);
    expect(slots).toEqual(entries.map(({ slot }) => isoOf(slot)));
  });

  describe('an edit', () => {
    it('replaces the states, and keeps the former ones once', async () => {
      const user = await freshUser(test);
      const saved = await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'off' });
      wait(test, 60_000);
      const edit = [
        { slot: EARLIER, state: 'off', version: 1 },
        { slot: LATER, state: 'off', version: 1 },
        { slot: NIGHT, state: 'asleep' },
      ];
      const answer = await save(user, edit, { timeZone: 'Europe/Berlin' });
      const [first, second] = saved;
      const night = { timeZone: 'Europe/Berlin', author: 'self', version: 1 };
      // A half-hour with a new state gets a new time of entry. One with the same state keeps its time of entry.
      expect(answer.json()).toEqual([
        { ...first, state: 'off', enteredAt: now(), version: 2 },
        second,
        { slot: NIGHT, state: 'asleep', enteredAt: now(), ...night },
      ]);
      expect(await formerEntriesOf(test, user, diary)).toEqual([
        {
          ...first,
          slot: Date.parse(EARLIER),
          enteredAt: Date.parse(first?.enteredAt ?? ''),
          deletedAt: null,
        },
      ]);
      const before = await everythingStored(test.context.db);
      expect((await save(user, edit)).json()).toEqual(answer.json());
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('of a stale version is refused with the stored half-hours', async () => {
      const user = await freshUser(test);
      await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'off' });
      const edited = await savedDiary(user, { [EARLIER]: 'off', [LATER]: 'on' }, { version: 1 });
      for (const version of [1, 3]) {
        const entries = [
          { slot: NIGHT, state: 'off' },
          { slot: LATER, state: 'asleep', version: 2 },
          { slot: EARLIER, state: 'asleep', version },
        ];
        await expectConflict(user, entries, edited);
      }
    });

    it('needs a half-hour that is not deleted', async () => {
      const user = await freshUser(test);
      await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'off' });
      await remove(user, [LATER]);
      for (const slot of [LATER, NIGHT]) {
        const entries = [
          { slot: EARLIER, state: 'off', version: 1 },
          { slot, state: 'on', version: 1 },
        ];
        await expectRefused(user, [404, NOT_FOUND], entries);
      }
    });

    it('may come from a zone whose half-hours begin at other times', async () => {
      const user = await freshUser(test);
      await savedDiary(user, { [EARLIER]: 'on' });
      const edit = [{ slot: EARLIER, state: 'off', version: 1 }];
      const answer = await save(user, edit, { timeZone: 'Asia/Kathmandu' });
      expect(answer.json()).toMatchObject([{ state: 'off', timeZone: 'America/New_York' }]);
    });
  });

  describe('a deletion', () => {
    it('leaves the diary at once, and can be undone for 30 days', async () => {
      const user = await freshUser(test);
      const { browser, userId } = user;
      const call = async (name: 'deleteDiary' | 'restoreDiary', slots: readonly string[]) =>
        await browser.call(name, { userId, slots });
      const [one, two, night] = await savedDiary(user, {
        ...{ [EARLIER]: 'on', [LATER]: 'off', [NIGHT]: 'asleep' },
      });
      const deletedAt = now();
      // The half-hour `LATER` again: a call may name a half-hour twice.
      const inBerlin = '2026-11-18T17:30:00+01:00';
      const deleted = [
        { ...one, deletedAt },
        { ...two, deletedAt },
      ];
      for (const _time of [1, 2]) {
        expect((await call('deleteDiary', [LATER, EARLIER, inBerlin])).json()).toEqual(deleted);
      }
      expect(await diaryOf(user)).toEqual([night]);
      wait(test, 30 * DAY_MS - 1);
      // A half-hour that was deleted before keeps its time of deletion.
      const now2 = { deletedAt: now() };
      expect((await call('deleteDiary', [NIGHT, LATER])).json()).toEqual([
        { ...night, ...now2 },
        { ...two, deletedAt },
      ]);
      const listed = (await browser.call('getDeletedDiary', { userId })).json();
      expect(listed).toEqual([{ ...night, ...now2 }, ...deleted]);
      for (const _time of [1, 2]) {
        const restored = (await call('restoreDiary', [LATER, NIGHT])).json();
        expect(restored).toEqual([night, two]);
      }
      expect(await diaryOf(user)).toEqual([night, two]);
      wait(test, 1);
      expect((await browser.call('getDeletedDiary', { userId })).json()).toEqual([]);
      const before = await everythingStored(test.context.db);
      for (const slots of [[EARLIER], [LATER, EARLIER], [LATER, '2026-11-18T17:00:00Z']]) {
        for (const name of ['deleteDiary', 'restoreDiary'] as const) {
          expectRefusal(await call(name, slots), 404, NOT_FOUND);
        }
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('is one line of the activity, for several half-hours', async () => {
      const user = await freshUser(test);
      const { browser, userId } = user;
      const slots = [EARLIER, LATER, NIGHT];
      await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'off', [NIGHT]: 'asleep' });
      for (const name of ['deleteDiary', 'restoreDiary', 'restoreDiary'] as const) {
        await browser.call(name, { userId, slots });
      }
      const lines: { kind: string }[] = (await browser.call('getActivity', { userId })).json();
      const kinds = lines.map(({ kind }) => kind).filter((kind) => kind.startsWith('diary'));
      expect(kinds).toEqual(['diaryRestored', 'diaryDeleted']);
    });

    it('is undone by new states', async () => {
      const user = await freshUser(test);
      await savedDiary(user, { [EARLIER]: 'on' });
      const [deleted] = await remove(user, [EARLIER]);
      const again = await savedDiary(user, { [EARLIER]: 'off' });
      expect(again).toMatchObject([{ state: 'off', version: 2 }]);
      expect(again[0]).not.toHaveProperty('deletedAt');
      expect(await diaryOf(user)).toEqual(again);
      const deletedAt = Date.parse(deleted?.deletedAt ?? '');
      expect(await formerEntriesOf(test, user, diary)).toMatchObject([
        { state: 'on', version: 1, deletedAt },
      ]);
    });

    it('remains if an earlier save arrives again, but is undone by different or later states', async () => {
      const user = await freshUser(test);
      const enteredAt = now();
      await savedDiary(user, { [EARLIER]: 'on', [LATER]: 'on' });
      wait(test, 60_000);
      const deleted = await remove(user, [EARLIER, LATER]);
      const before = await everythingStored(test.context.db);
      const repeat = [
        { slot: EARLIER, state: 'on', enteredAt },
        { slot: LATER, state: 'on', enteredAt },
      ];
      expect((await save(user, repeat)).json()).toEqual(deleted);
      expect(await everythingStored(test.context.db)).toEqual(before);
      const others = [
        { slot: EARLIER, state: 'on' },
        { slot: LATER, state: 'off', enteredAt },
      ];
      expect((await save(user, others)).json()).toMatchObject([
        { state: 'on', enteredAt: now(), version: 2 },
        { state: 'off', enteredAt, version: 2 },
      ]);
      expect(await diaryOf(user)).toHaveLength(2);
    });
  });
});
