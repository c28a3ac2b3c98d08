import { expect, it, onTestFinished, vi } from 'vitest';
import { freshUser, type TestUser, testApp } from '../../testing/app.ts';
import { savedCheckIn, TODAY } from '../../testing/check-ins.ts';
import { onEveryDatabase } from '../../testing/databases.ts';
import { savedForm } from '../../testing/entries.ts';
import { loggedDose, savedMedication } from '../../testing/medication.ts';
import { findChanged } from './changed-entries.ts';
import { claimDue, endWritten, findHeld } from './spreadsheet-claims.ts';
import { turnOff, turnOn } from './spreadsheets.ts';

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

  /** The forms that wait to be written. */
  async function waiting({ userId }: TestUser) {
    const { changed } = await findChanged(test.context.db, userId, 0, 100);
    return changed.map(({ number }) => number).sort();
  }

  async function edit({ browser, userId }: TestUser, formNumber: number) {
    const symptom1 = { name: 'Tremor', severity: 1, notes: `Edited ${formNumber}` };
    const formData = { formNumber, symptom1 };
    const answer = await browser.call('updateSymptoms', { userId, action: 'form', formData });
    expect(answer.statusCode).toBe(200);
  }

  it('writes all forms that are saved and edited while the mirror is turned on', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await freshUser(test, ['Tremor', 'Stiffness']);
      for (let form = 0; form < 4; form += 1) await savedForm(user);
      const saves = Array.from({ length: 4 }, () => savedForm(user));
      const edits = [1, 2, 3, 4].map((formNumber) => edit(user, formNumber));
      await Promise.all([...saves, turnedOn(user), ...edits]);
      expect(await waiting(user)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
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
      await browser.call(name, { userId, day: TODAY });
    }
    expect(wake.mock.calls).toEqual(Array(10).fill(['writeSpreadsheet']));
  });

  it('writes all forms later if the mirror is turned off while forms are saved', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await turnedOn(user);
    const off = turnOff(test.context.db, user.userId, {}, test.now);
    await Promise.all([savedForm(user), savedForm(user), off]);
    await savedForm(user);
    await turnedOn(user);
    expect(await waiting(user)).toEqual([1, 2, 3]);
  });

  it('writes again what a process may have overwritten after its lease, while another one wrote', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await turnedOn(user);
    await savedForm(user);
    const { db } = test.context;
    const { userId } = user;
    await db.updateTable('spreadsheets').set({ is_on: 0 }).where('user_id', '!=', userId).execute();
    /** Claims the spreadsheet as if the lease of the claim before had ended. */
    const claimed = async (lease: number) => {
      await db
        .updateTable('spreadsheets')
        .set({ due_at: test.now })
        .where('user_id', '=', userId)
        .execute();
      const claim = await claimDue(db, test.now, test.now + lease);
      const before = claim && (await findHeld(db, claim));
      if (!claim || !before) throw new Error('Nothing was claimed');
      return { claim, before };
    };
    const [slow, quick] = [await claimed(1000), await claimed(2000)];
    const progress = { written: 1, daysFrom: null };
    const end = async ({ claim, before }: typeof slow) => {
      const written = { before, progress, lastChange: 1, dayRows: [] };
      await endWritten(db, claim, { written, dueAt: test.now });
    };
    await end(slow);
    await end(quick);
    const stored = () =>
      db
        .selectFrom('spreadsheets')
        .innerJoin('profiles', 'profiles.user_id', 'spreadsheets.user_id')
        .select(['written', 'is_behind as isBehind'])
        .where('spreadsheets.user_id', '=', userId)
        .executeTakeFirst();
    expect(await stored()).toEqual({ written: 0, isBehind: 1 });
    await end(await claimed(3000));
    expect(await stored()).toEqual({ written: 1, isBehind: 0 });
  });

  it('writes nothing for a save that is rolled back', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await turnedOn(user);
    const { browser, userId } = user;
    const submissionId = crypto.randomUUID();
    const formData = { symptom1: { name: 'Tremor', severity: 1, notes: '' } };
    const input = { userId, submissionId, formData };
    await Promise.all([1, 2, 3].map(() => browser.call('saveSymptomForm', input)));
    expect(await waiting(user)).toEqual([1]);
  });

  it('leaves nothing of an account that is deleted while forms are saved', async () => {
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
      expect(await waiting(user)).toEqual([]);
    }
  });
});
