import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer } from '../../contract/endpoints.ts';
import { ZONES } from '../../domain/testing/zones.ts';
import { insertImported } from '../exchange/queries/imports.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

interface Placed {
  readonly at: number;
  readonly zone: string;
  readonly ratings: readonly (readonly [string, number])[];
}

/** Around both changes of the clock in New York, and around the end of a month. */
const AROUND = ['2026-03-08T07:00Z', '2026-11-01T06:00Z', '2026-10-31T23:00Z', '2026-11-15T12:00Z'];

const aForm: fc.Arbitrary<Placed> = fc.record({
  at: fc
    .tuple(fc.constantFrom(...AROUND), fc.integer({ min: -3000, max: 3000 }))
    .map(([instant, minutes]) => Date.parse(instant) + minutes * 60_000),
  zone: fc.constantFrom(...ZONES, 'America/New_York'),
  ratings: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('Tremor', 'Stiffness', 'Forgotten', 'Unknown'),
      fc.integer({ min: 1, max: 5 }),
    ),
    { minLength: 1, selector: ([name]) => name },
  ),
});

onEveryDatabase((place) => {
  const test = testApp(place);

  async function days(user: TestUser, from: string, to: string, of = user) {
    const answer = await user.browser.call('getFormDays', { userId: of.userId, from, to });
    expect(answer.statusCode).toBe(200);
    return answer.json() as Answer<'getFormDays'>;
  }

  async function saved(user: TestUser, loggedAt: string, severity = 3, timeZone?: string) {
    const formData = { symptom1: { name: 'Tremor', severity } };
    const form = { userId: user.userId, formData, loggedAt, timeZone };
    expect((await user.browser.call('saveSymptomForm', form)).statusCode).toBe(200);
  }

  it('counts the forms of each day, and averages each symptom', async () => {
    const user = await freshUser(test, ['Tremor']);
    await saved(user, '2026-11-13T12:00:00Z', 4);
    await saved(user, '2026-11-13T20:00:00Z', 3);
    // The evening of the 13th in New York.
    await saved(user, '2026-11-14T03:00:00Z', 4);
    // The 15th in Tokyo.
    await saved(user, '2026-11-14T16:00:00Z', 1, 'Asia/Tokyo');
    const average = (mean: number, count: number) => [{ name: 'Tremor', mean, count }];
    expect(await days(user, '2026-11-01', '2026-11-30')).toEqual({
      days: [
        { day: '2026-11-13', forms: 3, averages: average(11 / 3, 3) },
        { day: '2026-11-15', forms: 1, averages: average(1, 1) },
      ],
      older: null,
      newer: null,
    });
    expect((await days(user, '2026-11-15', '2026-11-15')).days).toHaveLength(1);
    expect((await days(user, '2026-11-14', '2026-11-14')).days).toEqual([]);
  });

  it('follows edits, deletions and restorations', async () => {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    await saved(user, '2026-11-13T12:00:00Z', 4);
    const edited = { formNumber: 1, symptom1: { severity: 2 } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData: edited });
    const means = async () =>
      (await days(user, '2026-11-13', '2026-11-13')).days.map(({ averages }) => averages[0]?.mean);
    expect(await means()).toEqual([2]);
    await browser.call('deleteForm', { userId, formNumber: 1 });
    expect(await means()).toEqual([]);
    await browser.call('restoreForm', { userId, formNumber: 1 });
    expect(await means()).toEqual([2]);
  });

  it('names the nearest months with forms', async () => {
    const user = await freshUser(test, ['Tremor']);
    await saved(user, '2023-01-15T12:00:00Z');
    // October in New York, and November in Tokyo a little before.
    await saved(user, '2025-11-01T03:00:00Z');
    await saved(user, '2025-10-31T16:00:00Z', 3, 'Asia/Tokyo');
    await saved(user, '2026-08-31T12:00:00Z');
    const beside = async (month: string, last: number) => {
      const { older, newer } = await days(user, `${month}-01`, `${month}-${last}`);
      return [older, newer];
    };
    expect(await beside('2026-11', 30)).toEqual(['2026-08', null]);
    expect(await beside('2026-08', 31)).toEqual(['2025-11', null]);
    expect(await beside('2025-11', 30)).toEqual(['2025-10', '2026-08']);
    expect(await beside('2025-10', 31)).toEqual(['2023-01', '2025-11']);
    expect(await beside('2023-01', 31)).toEqual([null, '2025-10']);
    expect(await beside('2020-01', 31)).toEqual([null, '2023-01']);
  });

  it('is the person’s, and for caregivers', async () => {
    const [ada, grace] = [await freshUser(test, ['Tremor']), await freshUser(test, ['Tremor'])];
    await saved(ada, '2026-11-13T12:00:00Z');
    const helper = await caregiverOf(test, ada, { may: 'read' });
    const november = { from: '2026-11-01', to: '2026-11-30' };
    expect((await days(helper, november.from, november.to, ada)).days).toHaveLength(1);
    expect((await days(grace, november.from, november.to)).days).toEqual([]);
    const other = await grace.browser.call('getFormDays', { userId: ada.userId, ...november });
    expectRefusal(other, 404, 'User not found');
  });

  it('answers at most 31 days', async () => {
    const user = await freshUser(test);
    expect((await days(user, '2026-11-30', '2026-11-01')).days).toEqual([]);
    const { browser, userId } = user;
    const tooLong = { userId, from: '2026-10-31', to: '2026-12-01' };
    expectRefusal(
      await browser.call('getFormDays', tooLong),
      400,
      'Please ask for at most 31 days at a time.',
    );
    expectRefusal(
      await browser.call('getFormDays', { userId, from: '2026-11', to: '2026-11-30' }),
      400,
      'from must be a date, YYYY-MM-DD, from 1900-01-01 on',
    );
  });

  it('equals a plain computation with the calendar of the tests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aForm, { maxLength: 40 }), async (placed) => {
        const user = await freshUser(test);
        await imported(user, placed);
        for (const [from, to] of [
          ['2026-10-31', '2026-11-01'],
          ['2026-11-01', '2026-11-30'],
          ['2026-03-01', '2026-03-31'],
        ] as const) {
          expect((await days(user, from, to)).days).toEqual(plainDays(placed, from, to));
        }
      }),
      { numRuns: 25 },
    );
  });

  async function imported({ userId }: TestUser, placed: readonly Placed[]) {
    const forms = placed.map(({ at, zone, ratings }, index) => ({
      ...{ formNumber: index + 1, id: null, submissionId: null, author: 'self', version: 1 },
      ...{ loggedAt: at, enteredAt: at, timeZone: zone, deletedAt: null, formerVersions: [] },
      ratings: ratings.map(([name, severity], slot) => ({
        ...{ slot: slot + 1, name, severity, notes: '"severity":5' },
      })),
    }));
    const symptoms = { slots: ['Tremor', 'Stiffness', null, null, null], past: ['Forgotten'] };
    const all = { forms, lastFormNumber: forms.length, symptoms, since: () => 1 };
    await test.context.db
      .transaction()
      .execute((trx) => insertImported(trx, userId, all as never, async () => {}));
  }
});

/** With `Temporal`, and without the names that are not tracked. */
function plainDays(placed: readonly Placed[], from: string, to: string) {
  const days = new Map<string, Placed[]>();
  for (const form of placed) {
    const day = Temporal.Instant.fromEpochMilliseconds(form.at)
      .toZonedDateTimeISO(form.zone)
      .toPlainDate()
      .toString();
    if (from <= day && day <= to) days.set(day, [...(days.get(day) ?? []), form]);
  }
  return [...days.keys()].sort().map((day) => {
    const forms = days.get(day) ?? [];
    const averages = ['Forgotten', 'Stiffness', 'Tremor'].flatMap((name) => {
      const severities = forms.flatMap(({ ratings }) =>
        ratings.flatMap(([rated, severity]) => (rated === name ? [severity] : [])),
      );
      const total = severities.reduce((sum, each) => sum + each, 0);
      return total > 0 ? [{ name, mean: total / severities.length, count: severities.length }] : [];
    });
    return { day, forms: forms.length, averages };
  });
}
