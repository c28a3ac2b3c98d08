import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { medication } from '../../contract/kinds/medication.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formerEntriesOf } from '../testing/entries.ts';
import { LEVODOPA, savedMedication } from '../testing/medication.ts';
import { expectInvalid, expectRefusal } from '../testing/refusals.ts';

const CHANGED = 'This medication was changed somewhere else. Please check it and try again.';

onEveryDatabase((place) => {
  const test = testApp(place);

  function save({ browser, userId }: TestUser, values: object) {
    return browser.call('saveMedication', { userId, ...values });
  }

  function expectConflict(answer: Awaited<ReturnType<typeof save>>, stored: object) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ error: CHANGED, stored });
  }

  async function medicationsOf({ browser, userId }: TestUser) {
    return (await browser.call('getMedications', { userId })).json();
  }

  it('keeps what was entered, with the times in their order', async () => {
    const user = await freshUser(test);
    const saved = await savedMedication(user, { times: LEVODOPA.times.toReversed() });
    expect(saved).toEqual({
      ...LEVODOPA,
      medicationId: saved.medicationId,
      until: null,
      enteredAt: new Date(test.now).toISOString(),
      timeZone: 'America/New_York',
      author: 'self',
      version: 1,
    });
    expect(await medicationsOf(user)).toEqual([saved]);
  });

  it('keeps the earlier version if the change begins later', async () => {
    const user = await freshUser(test);
    const first = await savedMedication(user);
    const { medicationId } = first;
    const later = await savedMedication(user, {
      medicationId,
      from: '2026-11-10',
      times: [{ time: '07:30', amount: 2 }],
    });
    const other = await savedMedication(user, { name: 'Amantadine', isLevodopa: false });
    expect(await medicationsOf(user)).toEqual([other, first, later]);
  });

  it('answers a repeat with the stored version, and refuses other values for the same date', async () => {
    const user = await freshUser(test);
    const saved = await savedMedication(user);
    const { medicationId } = saved;
    const before = await everythingStored(test.context.db);
    expect((await save(user, { medicationId, ...LEVODOPA })).json()).toEqual(saved);
    const other = { medicationId, ...LEVODOPA, strength: 200 };
    expectConflict(await save(user, other), saved);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it('changes a date that the person has seen, and refuses a stale version', async () => {
    const user = await freshUser(test);
    const { medicationId } = await savedMedication(user);
    const stop = { medicationId, ...LEVODOPA, until: '2026-11-17', version: 1 };
    expect((await save(user, stop)).json()).toMatchObject({ until: '2026-11-17', version: 2 });
    expect((await save(user, stop)).json()).toMatchObject({ version: 2 });
    expectConflict(await save(user, { ...stop, until: null }), { until: '2026-11-17', version: 2 });
    const unknown = { ...stop, medicationId: randomUUID() };
    expectRefusal(
      await save(user, unknown),
      404,
      'This medication is no longer here. Please reload the page.',
    );
    expect(await medicationsOf(user)).toMatchObject([{ until: '2026-11-17' }]);
    const former = await formerEntriesOf(test, user, medication);
    expect(former).toMatchObject([{ version: 1, until: null, strength: 100 }]);
  });

  it.each([
    ['a last day before the first', { until: '2026-10-31' }, 'until must not be before from'],
    ['a time twice', { times: [LEVODOPA.times[0], LEVODOPA.times[0]] }, 'times must hold each'],
    ['no such time', { times: [{ time: '24:00', amount: 1 }] }, 'times.0.time must be a time'],
    ['no amount', { times: [{ time: '08:00', amount: 0 }] }, 'times.0.amount must be a number'],
    ['no strength', { strength: 0 }, 'strength must be a number above 0'],
  ])('refuses %s', async (_what, change, message) => {
    const user = await freshUser(test);
    const input = { medicationId: randomUUID(), ...LEVODOPA, ...change };
    await expectInvalid(test.context.db, () => save(user, input), message);
  });

  describe('when a version is deleted', () => {
    it('can be entered again', async () => {
      const user = await freshUser(test);
      const { browser, userId } = user;
      const { medicationId, from } = await savedMedication(user);
      await browser.call('deleteMedication', { userId, medicationId, from });
      const again = await savedMedication(user, { medicationId, strength: 200 });
      expect(again).toMatchObject({ strength: 200, version: 2 });
      expect(await medicationsOf(user)).toEqual([again]);
    });
  });
});
