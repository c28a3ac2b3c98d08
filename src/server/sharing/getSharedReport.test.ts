import { expect, it, vi } from 'vitest';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, savedDiary } from '../testing/diary.ts';
import { savedForm } from '../testing/entries.ts';
import { loggedDose } from '../testing/medication.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { ENDED, madeShare, NO_NOTES, NOTHING_MORE, reading } from '../testing/sharing.ts';

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
