import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dose as kind } from '../../contract/kinds/dose.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { formerEntriesOf } from '../testing/entries.ts';
import { deletedDose, loggedDose, savedMedication, TAKEN_AT } from '../testing/medication.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function dosesOf({ browser, userId }: TestUser, wanted: object = {}) {
    return (await browser.call('getDoses', { userId, ...wanted })).json();
  }

  it('keeps the name and strength of the day, even if the regimen changes later', async () => {
    const user = await freshUser(test);
    const { medicationId } = await savedMedication(user);
    await savedMedication(user, { medicationId, from: '2026-11-18', strength: 200 });
    const before = await loggedDose(user, { medicationId, takenAt: '2026-11-17T13:00:00.000Z' });
    const after = await loggedDose(user, { medicationId });
    expect([before.strength, after.strength]).toEqual([100, 200]);
    await savedMedication(user, { medicationId, from: '2026-11-17', name: 'Sinemet' });
    expect(await dosesOf(user)).toEqual([after, before]);
    expect(after).toEqual({
      doseId: after.doseId,
      medicationId,
      name: 'Levodopa/carbidopa',
      strength: 200,
      unit: 'mg',
      isLevodopa: true,
      amount: 1,
      takenAt: TAKEN_AT,
      scheduledFor: null,
      status: 'taken',
      enteredAt: new Date(test.now).toISOString(),
      timeZone: 'America/New_York',
      author: 'self',
      version: 1,
    });
  });

  it('is one dose however often it is sent, even at once', async () => {
    const user = await freshUser(test);
    const { medicationId } = await savedMedication(user);
    const doseId = randomUUID();
    const sent = Array.from({ length: 5 }, (_, index) =>
      loggedDose(user, { medicationId, doseId, amount: index + 1 }),
    );
    const [first, ...others] = await Promise.all(sent);
    for (const other of others) expect(other).toEqual(first);
    expect(await dosesOf(user)).toEqual([first]);
  });

  it('keeps two doses for one planned time', async () => {
    const user = await freshUser(test);
    const { medicationId } = await savedMedication(user);
    const scheduledFor = '2026-11-18T13:00:00.000Z';
    await loggedDose(user, { medicationId, scheduledFor });
    await loggedDose(user, { medicationId, scheduledFor });
    expect(await dosesOf(user)).toMatchObject([{ scheduledFor }, { scheduledFor }]);
  });

  it('accepts a dose that waited while the medication was deleted elsewhere', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const { medicationId, from } = await savedMedication(user);
    await browser.call('deleteMedication', { userId, medicationId, from });
    expect(await loggedDose(user, { medicationId })).toMatchObject({ name: 'Levodopa/carbidopa' });
  });

  it('refuses an unknown medication, another’s, and a time in the future', async () => {
    const [user, other] = [await freshUser(test), await freshUser(test)];
    const { medicationId } = await savedMedication(user);
    const theirs = await savedMedication(other);
    const log = (change: object) =>
      user.browser.call('logDose', {
        userId: user.userId,
        doseId: randomUUID(),
        medicationId,
        amount: 1,
        takenAt: TAKEN_AT,
        status: 'taken',
        ...change,
      });
    const before = await everythingStored(test.context.db);
    for (const unknown of [randomUUID(), theirs.medicationId]) {
      expectRefusal(
        await log({ medicationId: unknown }),
        404,
        'This medication is no longer here. Please reload the page.',
      );
    }
    expectRefusal(
      await log({ takenAt: '2026-11-18T17:06:00Z' }),
      400,
      'Choose a time in the past.',
    );
    expect(await everythingStored(test.context.db)).toEqual(before);
    expect((await log({ takenAt: '2026-11-18T17:04:00Z' })).json()).toMatchObject({
      takenAt: '2026-11-18T17:00:00.000Z',
    });
  });

  it('lists the doses of a span, newest first', async () => {
    const user = await freshUser(test);
    const { medicationId } = await savedMedication(user);
    for (const hour of ['09', '11', '10']) {
      await loggedDose(user, { medicationId, takenAt: `2026-11-18T${hour}:00:00.000Z` });
    }
    const from = '2026-11-18T10:00:00Z';
    const times = (doses: { takenAt: string }[]) =>
      doses.map(({ takenAt }) => takenAt.slice(11, 13));
    expect(times(await dosesOf(user))).toEqual(['11', '10', '09']);
    expect(times(await dosesOf(user, { from }))).toEqual(['11', '10']);
    expect(times(await dosesOf(user, { to: from }))).toEqual(['09']);
    expect(times(await dosesOf(user, { limit: '1' }))).toEqual(['11']);
  });

  describe('a correction', () => {
    it('changes the given fields, and keeps the former values', async () => {
      const user = await freshUser(test);
      const { browser, userId } = user;
      const scheduledFor = '2026-11-18T13:00:00.000Z';
      const dose = await loggedDose(user, { scheduledFor });
      const { doseId } = dose;
      const takenAt = '2026-11-18T13:10:00.000Z';
      const edit = { userId, doseId, takenAt, version: 1 };
      const edited = (await browser.call('updateDose', edit)).json();
      expect(edited).toEqual({ ...dose, takenAt, version: 2 });
      expect((await browser.call('updateDose', edit)).json()).toEqual(edited);
      const stale = await browser.call('updateDose', { ...edit, amount: 2 });
      const message = 'This dose was changed somewhere else. Please check it and try again.';
      expectRefusal(stale, 409, message);
      const both = { userId, doseId, scheduledFor: null, status: 'skipped', amount: 0.5 };
      expect((await browser.call('updateDose', both)).json()).toMatchObject({
        scheduledFor: null,
        status: 'skipped',
        amount: 0.5,
        takenAt,
        version: 3,
      });
      expect(await formerEntriesOf(test, user, kind)).toMatchObject([
        { takenAt: Date.parse(TAKEN_AT), amount: 1 },
        { takenAt: Date.parse(takenAt), amount: 1 },
      ]);
    });

    it('refuses another’s dose, a deleted one, and a time in the future', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      const { userId } = user;
      const deleted = await deletedDose(user);
      const theirs = await loggedDose(other);
      for (const { doseId } of [deleted, theirs]) {
        const answer = await user.browser.call('updateDose', { userId, doseId, amount: 2 });
        expectRefusal(answer, 404, 'This dose is no longer here. Please reload the page.');
      }
      const { doseId } = await loggedDose(user);
      const takenAt = '2026-11-18T17:06:00Z';
      const answer = await user.browser.call('updateDose', { userId, doseId, takenAt });
      expectRefusal(answer, 400, 'Choose a time in the past.');
    });
  });
});
