import { expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../../domain/zone.ts';
import { freshUser, type TestUser, testApp } from '../../testing/app.ts';
import { TODAY as DAY, savedCheckIn } from '../../testing/check-ins.ts';
import { onEveryDatabase } from '../../testing/databases.ts';
import { savedForm } from '../../testing/entries.ts';
import { loggedDose, savedMedication } from '../../testing/medication.ts';
import { turnOff, turnOn } from './spreadsheets.ts';

/** The day of the tests' clock, in days since 1970. */
const TODAY = `day ${Date.parse('2026-11-18T00:00:00Z') / DAY_MS}`;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function turnedOn({ userId }: TestUser) {
    const { db, secrets } = test.context;
    const { token_hash: tokenHash } = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const tokens = { provider: 'google', personHash: userId, sealed: secrets.seal('{}') };
    return await turnOn(db, { userId, tokenHash }, tokens, test.now);
  }

  async function queued({ userId }: TestUser) {
    const rows = await test.context.db
      .selectFrom('spreadsheet_rows')
      .select(['kind', 'number'])
      .where('user_id', '=', userId)
      .orderBy('kind', 'desc')
      .orderBy('number')
      .execute();
    return rows.map(({ kind, number }) => `${kind} ${number}`);
  }

  async function edit({ browser, userId }: TestUser, formNumber: number) {
    const symptom1 = { name: 'Tremor', severity: 1, notes: `Edited ${formNumber}` };
    const formData = { formNumber, symptom1 };
    const answer = await browser.call('updateSymptoms', { userId, action: 'form', formData });
    expect(answer.statusCode).toBe(200);
  }

  it('queues all forms that are saved and edited while the mirror is turned on', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await freshUser(test, ['Tremor', 'Stiffness']);
      for (let form = 0; form < 4; form += 1) await savedForm(user);
      const saves = Array.from({ length: 4 }, () => savedForm(user));
      const edits = [1, 2, 3, 4].map((formNumber) => edit(user, formNumber));
      await Promise.all([...saves, turnedOn(user), ...edits]);
      const forms = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `form ${number}`);
      expect(await queued(user)).toEqual([...forms, TODAY]);
    }
  });

  it('a save wakes the mirror only if the person has a spreadsheet', async () => {
    const wake = vi.spyOn(test.context.jobs, 'wake');
    onTestFinished(() => wake.mockRestore());
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    expect(wake).not.toHaveBeenCalled();
    await turnedOn(user);
    await savedForm(user);
    expect(wake.mock.calls).toEqual([['writeSpreadsheet']]);
  });

  it('each change of a dose, of the regimen or of a check-in wakes the mirror', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    await turnedOn(user);
    const wake = vi.spyOn(test.context.jobs, 'wake');
    onTestFinished(() => wake.mockRestore());
    const { medicationId, from } = await savedMedication(user);
    const { doseId } = await loggedDose(user, { medicationId });
    await browser.call('updateDose', { userId, doseId, amount: 2 });
    for (const name of ['deleteDose', 'restoreDose'] as const) {
      await browser.call(name, { userId, doseId });
    }
    for (const name of ['deleteMedication', 'restoreMedication'] as const) {
      await browser.call(name, { userId, medicationId, from });
    }
    await savedCheckIn(user);
    for (const name of ['deleteCheckIn', 'restoreCheckIn'] as const) {
      await browser.call(name, { userId, day: DAY });
    }
    expect(wake.mock.calls).toEqual(Array(10).fill(['writeSpreadsheet']));
  });

  it('leaves no stale rows in the queue if the mirror is turned off while forms are saved', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await turnedOn(user);
    const off = turnOff(test.context.db, user.userId, {}, test.now);
    await Promise.all([savedForm(user), savedForm(user), off]);
    await savedForm(user);
    await turnedOn(user);
    expect(await queued(user)).toEqual(['form 1', 'form 2', 'form 3', TODAY]);
  });

  it('queues nothing for a save that is rolled back', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await turnedOn(user);
    const { browser, userId } = user;
    const submissionId = crypto.randomUUID();
    const formData = { symptom1: { name: 'Tremor', severity: 1, notes: '' } };
    const input = { userId, submissionId, formData };
    await Promise.all([1, 2, 3].map(() => browser.call('saveSymptomForm', input)));
    expect(await queued(user)).toEqual(['form 1', TODAY]);
  });

  it('deletes the queued rows of an account that is deleted while forms are saved', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await freshUser(test, ['Tremor', 'Stiffness']);
      const { browser, userId, password } = user;
      await savedForm(user);
      await turnedOn(user);
      const answers = await Promise.all([
        ...[1, 2, 3].map(() =>
          browser.call('saveSymptomForm', {
            userId,
            formData: { symptom1: { name: 'Tremor', severity: 1, notes: '' } },
          }),
        ),
        browser.call('deleteAccount', { userId, password }),
      ]);
      expect(answers.at(-1)?.statusCode).toBe(200);
      for (const { statusCode } of answers) expect([200, 401, 404]).toContain(statusCode);
      expect(await queued(user)).toEqual([]);
    }
  });
});
