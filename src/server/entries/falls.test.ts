import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Answer } from '../../contract/endpoints.ts';
import { isoOf } from '../../domain/zone.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectInvalid, expectRefusal } from '../testing/refusals.ts';

const CHANGED = 'This fall was changed somewhere else. Please check it and try again.';
/** Half past nine in the evening of November 17 in New York, and a day later in UTC. */
const EVENING = '2026-11-18T02:30:00.000Z';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function save({ browser, userId }: TestUser, input: object = {}) {
    const whole = { fallId: randomUUID(), fellAt: EVENING, reached: 'floor', ...input };
    return await browser.call('saveFall', { userId, ...whole });
  }

  async function fallsOf({ browser, userId }: TestUser, span: object) {
    const answer = await browser.call('getFalls', { userId, ...span });
    expect(answer.statusCode).toBe(200);
    return answer.json() as Answer<'getFalls'>;
  }

  it('is stored with what was said, and an answer that was left out is not known', async () => {
    const user = await freshUser(test);
    const fallId = randomUUID();
    expect((await save(user, { fallId })).json()).toEqual({
      ...{ fallId, fellAt: EVENING, reached: 'floor', hurt: null, notes: '' },
      ...{ enteredAt: isoOf(test.now), timeZone: 'America/New_York', author: 'self', version: 1 },
    });
  });

  it('gets a later answer without a version, and loses none', async () => {
    const user = await freshUser(test);
    const fallId = randomUUID();
    await save(user, { fallId });
    const hurt = await save(user, { fallId, hurt: true });
    expect(hurt.json()).toMatchObject({ hurt: true, version: 2 });
    const noted = await save(user, { fallId, notes: 'In the kitchen' });
    expect(noted.json()).toMatchObject({ hurt: true, notes: 'In the kitchen', version: 3 });
    const before = await everythingStored(test.context.db);
    for (const other of [
      { hurt: false },
      { reached: 'nearly' },
      { fellAt: '2026-11-18T02:31:00.000Z' },
      { notes: 'In the hall' },
    ]) {
      const refused = await save(user, { fallId, ...other });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toEqual({ error: CHANGED, stored: noted.json() });
    }
    expect(await everythingStored(test.context.db)).toEqual(before);
    const edited = await save(user, { fallId, reached: 'nearly', hurt: null, version: 3 });
    expect(edited.json()).toMatchObject({ reached: 'nearly', hurt: null, version: 4 });
  });

  it('is listed on the day of its own zone, the first and the last day included', async () => {
    const user = await freshUser(test);
    await save(user);
    await save(user, { timeZone: 'Asia/Tokyo', reached: 'nearly' });
    const reachedOn = async (from: string, to = from) =>
      (await fallsOf(user, { from, to })).map(({ reached }) => reached);
    expect(await reachedOn('2026-11-16')).toEqual([]);
    expect(await reachedOn('2026-11-17')).toEqual(['floor']);
    expect(await reachedOn('2026-11-18')).toEqual(['nearly']);
    expect(await reachedOn('2026-11-17', '2026-11-18')).toEqual(['nearly', 'floor']);
    expect(await reachedOn('2026-11-18', '2026-11-17')).toEqual([]);
  });

  it('is listed in pages of a wanted length or of 512 KiB of text', async () => {
    const user = await freshUser(test);
    const note = 'x'.repeat(10_000);
    const minutes = Array.from({ length: 60 }, (_, minute) => minute);
    for (const minute of minutes) {
      await save(user, { fellAt: isoOf(Date.parse(EVENING) - minute * 60_000), notes: note });
    }
    const days = { from: '2026-11-17', to: '2026-11-17' };
    const first = await fallsOf(user, days);
    expect(first.length).toBeLessThan(60);
    const cursor = first.at(-1)?.next;
    const rest = await fallsOf(user, { ...days, cursor });
    const times = [...first, ...rest].map(({ fellAt }) => Date.parse(fellAt));
    expect(times).toEqual(minutes.map((minute) => Date.parse(EVENING) - minute * 60_000));
    expect(rest.at(-1)?.next).toBeUndefined();
    expect(await fallsOf(user, { ...days, limit: 2 })).toHaveLength(2);
    // The entries of other days do not count.
    await save(user, { timeZone: 'Asia/Tokyo' });
    expect(await fallsOf(user, { ...days, limit: 2 })).toHaveLength(2);
  });

  it.each([
    ['no way', { reached: 'chair' }, 'reached must be floor or nearly'],
    ['no answer', { hurt: 'yes' }, 'hurt must be true or false'],
    ['no time', { fellAt: '2026-11-17' }, 'fellAt must be an ISO instant'],
  ])('refuses %s', async (_what, input, message) => {
    const user = await freshUser(test);
    await expectInvalid(test.context.db, () => save(user, input), message);
  });

  it('refuses a time in the future, and days that are instants', async () => {
    const user = await freshUser(test);
    const future = 'Choose a time in the past.';
    expectRefusal(await save(user, { fellAt: isoOf(test.now + 3_600_000) }), 400, future);
    const { browser, userId } = user;
    const days = { from: EVENING, to: EVENING };
    expect((await browser.call('getFalls', { userId, ...days })).statusCode).toBe(400);
  });

  it('is entered by a helper who may log, and says so', async () => {
    const person = await freshUser(test);
    const helper = await caregiverOf(test, person, { may: 'log' });
    const saved = await save({ ...helper, userId: person.userId });
    expect(saved.json()).toMatchObject({ reached: 'floor', version: 1 });
    const [listed] = await fallsOf(person, { from: '2026-11-17', to: '2026-11-17' });
    expect(listed?.author).not.toBe('self');
    const reader = await caregiverOf(test, person, { may: 'read' });
    expect((await save({ ...reader, userId: person.userId })).statusCode).toBe(404);
  });
});
