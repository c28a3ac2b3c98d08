import { expect, it, vi } from 'vitest';
import { NO_COMPARISON } from '../../domain/report-changes.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, savedDiary } from '../testing/diary.ts';
import { savedForm } from '../testing/entries.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { ENDED, madeShare, NO_NOTES, NOTHING_MORE, reading } from '../testing/sharing.ts';
import { savedVisit } from '../testing/visits.ts';

onEveryDatabase((place, onlyOnce) => {
  const test: TestApp = testApp(place);

  async function userWithAll(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    await savedDiary(user, { [EARLIER]: 'off' });
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 4, notes: 'After the stairs' } });
    await loggedDose(user);
    for (const day of ['2026-11-14', '2026-11-16', '2026-11-18']) {
      await savedCheckIn(user, { day, exerciseMinutes: 30 });
    }
    return user;
  }

  async function textOf(user: TestUser, other: object): Promise<string> {
    const share = await madeShare(test, user, other);
    const reader = await reading(test, share);
    const { shareId } = share;
    const answer = await reader.call('getSharedReport', { shareId, paper: 'A4' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    });
    const { pages } = await readPdf(answer.rawPayload);
    return pages.join(' ').replaceAll(/\s+/g, ' ');
  }

  it('the page has what the link shows, and nothing else', async () => {
    const user = await userWithAll();
    const parts = async (scope: object) => {
      const share = await madeShare(test, user, { scope });
      const answer = await (await reading(test, share)).call('getSharedVisit', {
        shareId: share.shareId,
      });
      expect(answer.json().visit.severity.forms).toBe(1);
      const { medication, weeks, notes } = answer.json().visit;
      return [medication, weeks, notes].map((each) => each !== undefined);
    };
    expect(await parts({ ...NO_NOTES, notes: true })).toEqual([true, true, true]);
    expect(await parts(NO_NOTES)).toEqual([true, true, false]);
    expect(await parts(NOTHING_MORE)).toEqual([false, false, false]);
  });

  it('the PDF has what the link shows, and nothing else', async () => {
    const user = await userWithAll();
    const [all, noNotes, nothingMore] = [
      await textOf(user, { scope: { ...NO_NOTES, notes: true } }),
      await textOf(user, {}),
      await textOf(user, { scope: NOTHING_MORE }),
    ];
    for (const text of [all, noNotes, nothingMore]) expect(text).toContain('Tremor');
    for (const text of [all, noNotes]) {
      expect(text).toContain('Levodopa/carbidopa');
      expect(text).toContain('Daily check-ins');
    }
    expect(all).toContain('After the stairs');
    expect(noNotes).not.toContain('After the stairs');
    for (const text of [all, noNotes]) expect(text).toMatch(/motor diary/i);
    for (const word of ['After the stairs', 'Levodopa', 'check-in', 'diary', 'mg']) {
      expect(nothingMore).not.toContain(word);
    }
  });

  it.each([
    ['2026-11-10', '2026-11-10'],
    ['2020-01-01', '2025-11-18'],
    ['2030-01-01', '2026-11-18'],
    [undefined, '2026-10-22'],
  ])('begins on the day that was chosen, at most a year back: %s', async (from, first) => {
    const share = await madeShare(test, await freshUser(test, ['Tremor']), from ? { from } : {});
    const reader = await reading(test, share);
    const { shareId } = share;
    const { visit } = (await reader.call('getSharedVisit', { shareId })).json();
    expect(visit.days).toEqual({ first, last: '2026-11-18' });
    expect((await reader.call('getSharedReport', { shareId })).statusCode).toBe(200);
  });

  /**
   * A user with entries from before and after the start of November 10. `isKept` decides whether the earlier entries
   * are kept or deleted.
   */
  async function userWithPast(isKept: boolean): Promise<TestUser> {
    const { now } = test;
    test.now = Date.parse('2026-10-20T16:00:00Z');
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Old symptom']);
    const { browser, userId } = user;
    const call = async (name: Parameters<typeof browser.call>[0], input: object) => {
      const answer = await browser.call(name, { userId, ...input });
      expect([name, answer.statusCode]).toEqual([name, 200]);
      return answer.json();
    };
    await call('deleteSymptom', { symptomNumber: 4 });
    const medicationId = '7d1f0b7c-4d8e-4d26-9a0d-6f0f9f2d1c55';
    const other = '0e7a3d4a-51c0-4c5e-8a43-0d6d8f3b7a11';
    const plan = { medicationId, times: [], asNeeded: true, from: '2026-11-02' };
    await savedMedication(user, plan);
    if (isKept) {
      const earlier = { name: 'Old plan', times: [{ time: '09:00', amount: 3 }] };
      await savedMedication(user, { medicationId, ...earlier, from: '2026-09-01' });
      const ended = { from: '2026-09-01', until: '2026-11-09' };
      await savedMedication(user, { medicationId: other, name: 'Ended drug', ...ended });
    }
    const rated = { symptom1: { name: 'Tremor', severity: 5, notes: 'Old note' } };
    const isNear = (index: number) => index === 11;
    for (let index = 0; index < 12; index += 1) {
      test.now = Date.parse(isNear(index) ? '2026-11-10T04:40:00Z' : '2026-10-30T16:00:00Z');
      const { formNumber } = await savedForm(user, rated);
      if (!isKept) await call('deleteForm', { formNumber });
    }
    // This dose is half an hour before the first day, and is the last dose before the first rating of that day.
    const { doseId } = await loggedDose(user, {
      medicationId,
      takenAt: '2026-11-10T04:30:00.000Z',
    });
    if (!isKept) await call('deleteDose', { doseId });
    await savedCheckIn(user, { day: '2026-11-09', exerciseMinutes: 300 });
    if (!isKept) await call('deleteCheckIn', { day: '2026-11-09' });
    const slot = '2026-11-10T04:00:00.000Z';
    await savedDiary(user, { [slot]: 'onWithTroublesomeDyskinesia' }, { enteredAt: slot });
    if (!isKept) await call('deleteDiary', { slots: [slot] });
    const { visitId } = await savedVisit(user, { day: '2026-11-05' });
    if (!isKept) await call('deleteVisit', { visitId });

    for (let index = 0; index < 10; index += 1) {
      test.now = Date.parse('2026-11-10T06:00:00Z') + index * 0.75 * DAY_MS;
      const takenAt = new Date(test.now - 3_600_000).toISOString();
      if (index > 0) await loggedDose(user, { medicationId, takenAt });
      await savedForm(user, { symptom1: { name: 'Tremor', severity: 2, notes: 'New note' } });
    }
    test.now = now;
    await savedCheckIn(user);
    await savedDiary(user, { [EARLIER]: 'off' });
    await savedVisit(user);
    return user;
  }

  it('has nothing from before the day that was chosen, in no figure, table or comparison', async () => {
    const scope = { ...NO_NOTES, notes: true };
    const chosen = { from: '2026-11-10', scope };
    const [kept, deleted] = [await userWithPast(true), await userWithPast(false)];
    const visitOf = async (user: TestUser) => {
      const share = await madeShare(test, user, chosen);
      const reader = await reading(test, share);
      return (await reader.call('getSharedVisit', { shareId: share.shareId })).json().visit;
    };
    const visit = await visitOf(kept);
    expect(visit).toEqual(await visitOf(deleted));
    expect(visit).toMatchObject({ daysBefore: null, changes: null, lastVisit: null });
    expect(visit.severity).toMatchObject({ forms: 10, loggedDays: 7 });
    expect(visit.medication.changes).toEqual([]);
    expect(visit.medication.afterDose[0].result).toMatchObject({ withoutDose: 0, notLogged: 0 });
    const text = await textOf(kept, chosen);
    expect(text).toBe(await textOf(deleted, chosen));
    expect(text.split(NO_COMPARISON)).toHaveLength(3);
    expect(text).not.toMatch(/Old|Ended drug|Before|Change/);
    expect(text).toMatch(/New note/);
    // Without a chosen day, the report compares with the preceding days.
    expect(await textOf(kept, { scope })).toMatch(/preceding.*Old symptom/);
  });

  it('does not show the address of a caregiver who has no name', async () => {
    const person = await freshUser(test, ['Tremor', 'Stiffness']);
    const { userId, browser } = person;
    const caregiver = await caregiverOf(test, person, { may: 'log' });
    const { db } = test.context;
    await db.deleteFrom('profiles').where('user_id', '=', caregiver.userId).execute();
    const asCaregiver = { ...caregiver, userId };
    expect((await savedForm(asCaregiver)).author).toBe('someone who helps');
    const { medicationId } = await savedMedication(person);
    await loggedDose(asCaregiver, { medicationId });
    const { formNumber } = await savedForm(asCaregiver);
    // An earlier version of the app stored the caregiver's address as the author.
    await db
      .updateTable('entries')
      .set({ author: caregiver.email })
      .where('user_id', '=', userId)
      .where('kind', '=', 'form')
      .where('number', '=', formNumber)
      .execute();
    const share = await madeShare(test, person);
    const reader = await reading(test, share);
    const answer = await reader.call('getSharedVisit', { shareId: share.shareId });
    expect(answer.json().visit.authors).toEqual([{ author: 'someone who helps', entries: 3 }]);
    const text = await textOf(person, {});
    expect(text).toContain('Entries by someone who helps: 3.');
    expect(text.split('Entered by someone who helps')).toHaveLength(3);
    for (const shown of [text, answer.body]) expect(shown).not.toContain(caregiver.email);
    // The person still sees the address.
    const listed = (await browser.call('getCaregivers', { userId })).json();
    expect(listed.caregivers).toMatchObject([{ email: caregiver.email }]);
  });

  it('a PDF that is being made is not sent if the link ends meanwhile', async () => {
    const user = await userWithAll();
    const { browser, userId } = user;
    const share = await madeShare(test, user);
    const reader = await reading(test, share);
    const { shareId } = share;
    const { reports } = test.context;
    const { make } = reports;
    const begun = vi.spyOn(reports, 'make').mockImplementationOnce(async (wish, run) => {
      const made = await make(wish, run);
      await browser.call('endShare', { userId, shareId });
      return made;
    });
    const answer = await reader.call('getSharedReport', { shareId });
    expect(begun).toHaveBeenCalledOnce();
    begun.mockRestore();
    expectRefusal(answer, 404, ENDED);
  });

  onlyOnce(() => {
    it('is made at most ten times a minute for a link, and the owner’s are counted apart', async () => {
      const user = await userWithAll();
      const share = await madeShare(test, user);
      const reader = await reading(test, share);
      const { shareId } = share;
      for (let count = 0; count < 10; count += 1) {
        expect((await reader.call('getSharedReport', { shareId })).statusCode).toBe(200);
      }
      const message = 'Too many attempts. Please try again later.';
      expectRefusal(await reader.call('getSharedReport', { shareId }), 429, message);
      const { browser, userId, email } = user;
      const own = await browser.call('sendExportEmail', { userId, email, method: 'simple' });
      expect(own.statusCode).toBe(200);
    });
  });
});
