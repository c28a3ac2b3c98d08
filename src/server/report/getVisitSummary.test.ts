import { expect, it } from 'vitest';
import { byPart } from '../../domain/share.ts';
import { WHOLE_SCOPE } from '../../domain/visit.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedDiary } from '../testing/diary.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { savedVisit } from '../testing/visits.ts';
import { findVisitSummary } from './visit-summary.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function summaryOf({ browser, userId }: TestUser, wanted: object = {}) {
    return await browser.call('getVisitSummary', { userId, ...wanted });
  }

  async function rated({ browser, userId }: TestUser, loggedAt: string, severity: number) {
    const formData = { symptom1: { name: 'Tremor', severity, notes: `Note of ${loggedAt}` } };
    const answer = await browser.call('saveSymptomForm', { userId, formData, loggedAt });
    expect(answer.statusCode).toBe(200);
  }

  /** A user with a visit on November 11 and entries of each kind after it. The test's clock shows November 18. */
  async function userWithVisit(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    await savedVisit(user, { day: '2026-11-11', topics: [] });
    await savedVisit(user);
    const { medicationId } = await savedMedication(user, {
      times: [{ time: '08:00', amount: 1 }],
      from: '2026-11-13',
    });
    for (const day of ['09', '10', '12', '13', '14', '15', '16', '17']) {
      await rated(user, `2026-11-${day}T14:00:00Z`, 3);
    }
    for (const day of ['14', '15', '16', '17']) {
      const scheduledFor = `2026-11-${day}T13:00:00Z`;
      await loggedDose(user, { medicationId, takenAt: `2026-11-${day}T13:12:00Z`, scheduledFor });
      await savedCheckIn(user, { day: `2026-11-${day}`, mood: 4 });
    }
    await savedDiary(user, { '2026-11-14T13:00:00.000Z': 'off' });
    return user;
  }

  it('has the figures since the last visit', async () => {
    const summary = (await summaryOf(await userWithVisit())).json();
    expect(summary).toMatchObject({
      person: { name: 'Grace Hopper' },
      ...{ basis: 'lastVisit', lastVisit: '2026-11-11', nextVisit: '2026-12-03' },
      topics: ['Freezing in doorways', 'Sleep'],
      days: { first: '2026-11-11', last: '2026-11-18' },
      daysBefore: { first: '2026-11-03', last: '2026-11-10' },
      changes: { symptoms: [], compared: 0, tooFew: 1 },
      medication: {
        changes: [{ day: '2026-11-13', isEnd: false, isFirstPlan: true, before: null }],
        doses: [
          {
            ...{ name: 'Levodopa/carbidopa', planned: 6, taken: 4, skipped: 0, notLogged: 2 },
            ...{ timed: 4, minutesOff: { lower: 12, median: 12, upper: 12 } },
            regimen: { times: [{ time: '08:00', amount: 1 }], strength: 100 },
          },
        ],
        // Of the ratings at 9 AM, one is before the first planned dose, one is on the 13th, when no dose was logged,
        // and four are within an hour after a dose.
        afterDose: [{ name: 'Tremor', result: { withoutDose: 1, notLogged: 1 } }],
      },
      diary: {
        ...{ dayCount: 1, filled: 1, slots: 48 },
        days: [
          {
            day: '2026-11-14',
            runs: [{ state: null }, { from: '08:00', halfHours: 1, state: 'off' }, { state: null }],
            doses: [{ time: '08:12', name: 'Levodopa/carbidopa' }],
          },
        ],
      },
      severity: { forms: 6, loggedDays: 6, symptoms: [{ name: 'Tremor', now: { count: 6 } }] },
      weeks: [{ first: '2026-11-12', last: '2026-11-18', mood: { days: 4, mean: 4 } }],
      notes: { count: 6, shown: [{ day: '2026-11-17', time: '09:00' }, {}, {}, {}, {}, {}] },
      authors: [{ author: 'self', entries: 15 }],
    });
    const [first] = summary.medication.afterDose;
    expect(first.result.bins['0-1']).toEqual({ n: 4 });
    // The answer has no ids, versions or times of entry.
    expect(JSON.stringify(summary)).not.toMatch(/enteredAt|userId|version":\d|doseId/);
  });

  it('has no part that the scope leaves out', async () => {
    const { userId } = await userWithVisit();
    const none = byPart(() => false);
    const of = (scope: typeof none) =>
      findVisitSummary(test.context.db, userId, {}, scope, test.now);
    const parts = ['medication', 'diary', 'weeks', 'notes'] as const;
    const presentIn = (summary: Awaited<ReturnType<typeof of>>) =>
      parts.filter((part) => summary[part] !== undefined);
    expect(presentIn(await of(WHOLE_SCOPE))).toEqual(parts);
    const least = await of(none);
    expect(presentIn(least)).toEqual([]);
    expect(least.authors).toEqual([{ author: 'self', entries: 6 }]);
    expect(JSON.stringify(least)).not.toMatch(/Levodopa|Note of|As usual/);
    for (const [part, key] of [
      ['medication', 'medication'],
      ['diary', 'diary'],
      ['checkIns', 'weeks'],
      ['notes', 'notes'],
    ] as const) {
      expect(presentIn(await of({ ...none, [part]: true }))).toEqual([key]);
    }
  });

  it('is of the last 28 days without a visit, and of the days that are chosen', async () => {
    const user = await freshUser(test);
    expect((await summaryOf(user)).json()).toMatchObject({
      ...{ basis: 'recent', days: { first: '2026-10-22', last: '2026-11-18' } },
      ...{ lastVisit: null, nextVisit: null, topics: [], authors: [] },
      severity: { forms: 0, lines: [] },
    });
    const wanted = { from: '2025-11-18', to: '2026-12-31' };
    expect((await summaryOf(user, wanted)).json()).toMatchObject({
      ...{ basis: 'chosen', days: { first: '2025-11-18', last: '2026-11-18' } },
    });
  });

  it('is of at most 366 days that have begun', async () => {
    const user = await freshUser(test);
    const tooLong = 'Please choose a period of at most one year.';
    expectRefusal(await summaryOf(user, { from: '2025-11-17' }), 400, tooLong);
    const empty =
      'Please check the start date. It must not be in the future, or after the end date.';
    expectRefusal(await summaryOf(user, { from: '2026-11-19' }), 400, empty);
    expectRefusal(await summaryOf(user, { from: '2026-11-03', to: '2026-11-02' }), 400, empty);
  });

  it('has nothing of another person, and nothing that was deleted', async () => {
    const [user, other] = [await userWithVisit(), await freshUser(test, ['Tremor'])];
    const before = (await summaryOf(other)).json();
    await savedDiary(user, { '2026-11-15T13:00:00.000Z': 'on' });
    expect((await summaryOf(other)).json()).toEqual(before);
    const { browser, userId } = user;
    await browser.call('deleteDiary', { userId, slots: ['2026-11-15T13:00:00.000Z'] });
    await browser.call('deleteForm', { userId, formNumber: 8 });
    expect((await summaryOf(user)).json()).toMatchObject({
      ...{ diary: { filled: 1 }, severity: { forms: 5 } },
    });
  });
});
