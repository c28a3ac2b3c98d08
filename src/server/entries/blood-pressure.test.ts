import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Answer } from '../../contract/endpoints.ts';
import { isoOf } from '../../domain/zone.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectInvalid, expectRefusal } from '../testing/refusals.ts';
import { savedVisit } from '../testing/visits.ts';

const CHANGED = 'This reading was changed somewhere else. Please check it and try again.';
/** Half past nine in the evening of November 17 in New York, and a day later in UTC. */
const EVENING = '2026-11-18T02:30:00.000Z';

onEveryDatabase((place) => {
  const test = testApp(place);

  function reading(input: object = {}) {
    return {
      ...{ readingId: randomUUID(), measuredAt: EVENING, position: 'lying' },
      ...{ systolic: 128, diastolic: 76, ...input },
    };
  }

  async function save({ browser, userId }: TestUser, entries: object[]) {
    return await browser.call('saveBloodPressure', { userId, entries });
  }

  async function listed({ browser, userId }: TestUser, from: string, to = from) {
    const answer = await browser.call('getBloodPressure', { userId, from, to });
    expect(answer.statusCode).toBe(200);
    return answer.json() as Answer<'getBloodPressure'>;
  }

  it('is stored with what was measured, and a pulse that was left out is not known', async () => {
    const user = await freshUser(test);
    const [lying, standing] = [reading(), reading({ position: 'standing1', pulse: 81 })];
    const held = {
      ...{ enteredAt: isoOf(test.now), timeZone: 'America/New_York', author: 'self', version: 1 },
    };
    expect((await save(user, [lying, standing])).json()).toEqual([
      { ...lying, pulse: null, ...held },
      { ...standing, ...held },
    ]);
    expect(await listed(user, '2026-11-17')).toHaveLength(2);
    expect(await listed(user, '2026-11-18')).toHaveLength(0);
  });

  it('is saved wholly or not at all', async () => {
    const user = await freshUser(test);
    const lying = reading();
    await save(user, [lying]);
    const before = await everythingStored(test.context.db);
    const differs = { ...lying, systolic: 129 };
    const refused = await save(user, [reading({ position: 'standing1' }), differs]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error).toBe(CHANGED);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('may be sent again, takes a pulse that was missing, and is edited with a version', async () => {
    const user = await freshUser(test);
    const lying = reading();
    await save(user, [lying]);
    expect((await save(user, [lying])).json()).toMatchObject([{ version: 1 }]);
    const filled = await save(user, [{ ...lying, pulse: 70 }]);
    expect(filled.json()).toMatchObject([{ pulse: 70, version: 2 }]);
    const edited = await save(user, [{ ...lying, systolic: 130, pulse: null, version: 2 }]);
    expect(edited.json()).toMatchObject([{ systolic: 130, pulse: null, version: 3 }]);
    expect((await save(user, [{ ...lying, systolic: 99, version: 2 }])).statusCode).toBe(409);
  });

  it('takes 1 to 12 readings, and deletes and restores a whole sitting', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    expect((await save(user, [])).statusCode).toBe(400);
    const many = Array.from({ length: 13 }, () => reading());
    expect((await save(user, many)).statusCode).toBe(400);
    const twelve = many.slice(1);
    expect((await save(user, twelve)).statusCode).toBe(200);
    const readingIds = twelve.map(({ readingId }) => readingId);
    await browser.call('deleteBloodPressure', { userId, readingIds });
    expect(await listed(user, '2026-11-17')).toHaveLength(0);
    const deleted = await browser.call('getDeletedBloodPressure', { userId });
    expect(deleted.json()).toHaveLength(12);
    await browser.call('restoreBloodPressure', { userId, readingIds });
    expect(await listed(user, '2026-11-17')).toHaveLength(12);
  });

  it.each([
    ['no position', { position: 'sitting' }, 'position must be lying, standing1 or standing3'],
    ['too much', { systolic: 301 }, 'entries.0.systolic must be a whole number from 40 to 300'],
    [
      'a fraction',
      { diastolic: 76.5 },
      'entries.0.diastolic must be a whole number from 20 to 200',
    ],
    ['no pulse', { pulse: 0 }, 'entries.0.pulse must be a whole number from 20 to 250'],
  ])('refuses %s', async (_what, input, message) => {
    const user = await freshUser(test);
    await expectInvalid(test.context.db, () => save(user, [reading(input)]), message);
  });

  it('refuses a time in the future', async () => {
    const user = await freshUser(test);
    const future = reading({ measuredAt: isoOf(test.now + 3_600_000) });
    expectRefusal(await save(user, [future]), 400, 'Choose a time in the past.');
  });

  it('tells helpers the days before a visit for which it was chosen, and no visit', async () => {
    const person = await freshUser(test);
    const helper = await caregiverOf(test, person, { may: 'log' });
    const profileOf = async ({ browser }: TestUser) =>
      (await browser.call('getUserProfile', { userId: person.userId })).json();
    await savedVisit(person, { day: '2026-11-20' });
    expect(await profileOf(helper)).not.toHaveProperty('pressureDays');
    await savedVisit(person, { day: '2026-11-22', bloodPressure: true });
    const pressureDays = { first: '2026-11-17', last: '2026-11-21' };
    expect(await profileOf(helper)).toMatchObject({ pressureDays });
    expect(await profileOf(person)).not.toHaveProperty('pressureDays');
  });

  it('is entered by a helper who may log, and says so', async () => {
    const person = await freshUser(test);
    const helper = await caregiverOf(test, person, { may: 'log' });
    await save({ ...helper, userId: person.userId }, [reading()]);
    const [only] = await listed(person, '2026-11-17');
    expect(only?.author).not.toBe('self');
    const reader = await caregiverOf(test, person, { may: 'read' });
    const refused = await save({ ...reader, userId: person.userId }, [reading()]);
    expect(refused.statusCode).toBe(404);
  });
});
