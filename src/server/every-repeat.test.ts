import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { CallName } from '../contract/calls.ts';
import { freshUser, PERSON, type TestUser, testApp } from './testing/app.ts';
import { onPostgres } from './testing/databases.ts';
import { userWithHealthLink } from './testing/health-links.ts';
import { userWithShare } from './testing/sharing.ts';
import { exported } from './testing/transfers.ts';

const submissionId = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f4f';
const TREMOR = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
const NO_SYMPTOMS = { symptom1: '', symptom2: '', symptom3: '' };

type Given = readonly [name: CallName, input: Record<string, unknown>];

const save: Given = ['saveSymptomForm', { submissionId, formData: TREMOR }];
const empty: Given = ['updateSymptoms', { action: 'update', ...NO_SYMPTOMS }];
const edit: Given = [
  'updateSymptoms',
  {
    action: 'form',
    version: 1,
    formData: { formNumber: 1, symptom1: { severity: 5, notes: 'Worse' } },
  },
];
const rename: Given = ['updateSymptoms', { action: 'update', symptom1: 'Balance', revision: 2 }];
const remove: Given = ['deleteForm', { formNumber: 1 }];
const restore: Given = ['restoreForm', { formNumber: 1 }];

const day = '2026-11-18';
const checkIn: Given = ['saveCheckIn', { day, mood: 4 }];
const editCheckIn: Given = ['saveCheckIn', { day, mood: 5, version: 1 }];
const removeCheckIn: Given = ['deleteCheckIn', { day }];
const restoreCheckIn: Given = ['restoreCheckIn', { day }];

const halfHour = { slot: '2026-11-18T16:30:00Z', enteredAt: '2026-11-18T17:00:00Z' };
const diary: Given = ['saveDiary', { entries: [{ ...halfHour, state: 'on' }] }];
const editDiary: Given = ['saveDiary', { entries: [{ ...halfHour, state: 'off', version: 1 }] }];
const removeDiary: Given = ['deleteDiary', { slots: [halfHour.slot] }];
const restoreDiary: Given = ['restoreDiary', { slots: [halfHour.slot] }];

const visitId = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53';
const visit: Given = ['saveVisit', { visitId, day: null, topics: ['Sleep'] }];
const editVisit: Given = ['saveVisit', { visitId, day: null, topics: [], version: 1 }];
const removeVisit: Given = ['deleteVisit', { visitId }];
const restoreVisit: Given = ['restoreVisit', { visitId }];

const remind: Given = ['saveReminders', { repeats: true }];

/**
 * Only a commit that wrote something waits for a synchronous standby. A call that is repeated after a lost
 * answer must write, because the first commit may be on the primary alone.
 */
onPostgres((place) => {
  const test = testApp(place);

  async function call({ browser, userId }: TestUser, [name, input]: Given) {
    return await browser.call(name, { userId, ...input });
  }

  /** The id of the transaction that last wrote a row of the account or its profile. */
  async function lastWriter({ userId }: TestUser): Promise<number> {
    const { rows } = await sql<{ xmin: number }>`
      select max(xmin::text::bigint) as xmin from (
        select xmin from profiles where user_id = ${userId}
        union all select xmin from accounts where user_id = ${userId}
      ) as rows`.execute(test.context.db);
    return rows[0]?.xmin ?? 0;
  }

  it.each<readonly [what: string, before: readonly Given[], repeated: Given]>([
    ['a saved form', [], save],
    ['a saved form, after its symptoms were removed', [save, empty], save],
    ['an edit', [save], edit],
    ['a deletion', [save], remove],
    ['a restoration', [save, remove], restore],
    ['a change of the symptoms', [], rename],
    ['a check-in', [], checkIn],
    ['an edit of a check-in', [checkIn], editCheckIn],
    ['a deletion of a check-in', [checkIn], removeCheckIn],
    ['a restoration of a check-in', [checkIn, removeCheckIn], restoreCheckIn],
    ['a half-hour of the diary', [], diary],
    ['an edit of the diary', [diary], editDiary],
    ['a deletion in the diary', [diary], removeDiary],
    ['a restoration in the diary', [diary, removeDiary], restoreDiary],
    ['a visit', [], visit],
    ['an edit of a visit', [visit], editVisit],
    ['a deletion of a visit', [visit], removeVisit],
    ['a restoration of a visit', [visit, removeVisit], restoreVisit],
    ['a change of the reminders', [], remind],
  ])('writes before it acknowledges the repeat of %s', async (_what, before, repeated) => {
    const user = await freshUser(test, ['Tremor']);
    for (const each of before) expect((await call(user, each)).statusCode).toBe(200);
    const first = await call(user, repeated);
    expect(first.statusCode).toBe(200);
    const written = await lastWriter(user);
    const second = await call(user, repeated);
    expect(second.statusCode).toBe(200);
    expect(await lastWriter(user)).toBeGreaterThan(written);
  });

  it('writes before it acknowledges the repeat of endHealthLink', async () => {
    const user = await userWithHealthLink(test);
    const end: Given = ['endHealthLink', { healthLinkId: user.healthLinkId }];
    expect((await call(user, end)).statusCode).toBe(200);
    const written = await lastWriter(user);
    expect((await call(user, end)).statusCode).toBe(200);
    expect(await lastWriter(user)).toBeGreaterThan(written);
  });

  it.each(['endShare', 'restoreShare'] as const)(
    'writes before it acknowledges the repeat of %s',
    async (name) => {
      const user = await userWithShare(test);
      const change: Given = [name, { shareId: user.share?.shareId }];
      expect((await call(user, change)).statusCode).toBe(200);
      const written = await lastWriter(user);
      expect((await call(user, change)).statusCode).toBe(200);
      expect(await lastWriter(user)).toBeGreaterThan(written);
    },
  );

  it('writes before it refuses a second profile, because the refusal confirms the first', async () => {
    const user = await freshUser(test);
    const written = await lastWriter(user);
    const { email } = user;
    expect((await call(user, ['createUser', { email, ...PERSON }])).statusCode).toBe(409);
    expect(await lastWriter(user)).toBeGreaterThan(written);
  });

  it('writes before it answers that an import adds nothing', async () => {
    const user = await freshUser(test, ['Tremor']);
    await call(user, save);
    const content = await exported(user, 'json');
    const written = await lastWriter(user);
    const again = await call(user, ['importData', { format: 'json', content, dryRun: false }]);
    expect(again.json()).toMatchObject({ formsAdded: 0, formsSkipped: 1 });
    expect(await lastWriter(user)).toBeGreaterThan(written);
  });
});
