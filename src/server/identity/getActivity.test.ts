import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { savedReminders } from '../testing/reminders.ts';
import { everyRow } from '../testing/rows.ts';
import { madeShare } from '../testing/sharing.ts';
import { deleteOldSecurityActivity } from './queries/activity.ts';

const MARK = 'Planted4711';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  async function activityOf({ browser, userId }: TestUser, page: object = {}): Promise<Activity[]> {
    return (await browser.call('getActivity', { userId, ...page })).json();
  }

  const told = (entries: readonly Activity[]) =>
    entries.map(({ kind, detail, count }) =>
      [count > 1 && `${count} ×`, kind, detail].filter(Boolean).join(' '),
    );

  it('lists every edit, sign-in, export and deletion, latest first', async () => {
    const user = await freshUser(test, ['Tremor', `Name ${MARK}`, 'Balance', 'Fatigue']);
    const { browser, userId, email, password } = user;
    const entry = { name: 'Tremor', severity: 3, notes: MARK };
    const { formNumber } = await savedForm(user, { symptom1: entry });
    test.now += 1000;
    const formData = { formNumber, symptom1: { ...entry, severity: 5 } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    test.now += 1000;
    await browser.call('deleteSymptom', { userId, symptomNumber: 4 });
    test.now += 1000;
    await browser.call('exportData', { userId, format: 'csv' });
    test.now += 1000;
    await browser.call('sendExportEmail', { userId, email, method: 'simple' });
    test.now += 1000;
    await browser.call('changePassword', { userId, password, newPassword: 'another horse 1' });
    test.now += 1000;
    await browser.call('signOut');
    test.now += 1000;
    await browser.call('signIn', { email, password: 'another horse 1' });
    const entries = await activityOf(user);
    expect(told(entries)).toEqual([
      '2 × signedIn password',
      'signedOut',
      'passwordChanged',
      'reportMade',
      'exported csv',
      'symptomDeleted',
      'formEdited 1',
      // These actions have the same time, because the test's clock stood still.
      '2 × symptomsChanged',
      'profileSaved',
    ]);
    expect(entries[0]?.at).toBe(new Date(test.now).toISOString());
    // The activity contains no text that the user entered.
    const { activity } = await everyRow(test.context.db);
    expect(JSON.stringify(activity)).not.toMatch(new RegExp(`${MARK}|Tremor|${email}`));
  });

  it('returns the entries of one kind, however many others are newer', async () => {
    const user = await freshUser(test, ['Tremor']);
    const at = new Date(test.now).toISOString();
    for (const symptomNumber of [1, 2, 3]) {
      test.now += 3_600_000;
      await user.browser.call('deleteSymptom', { userId: user.userId, symptomNumber });
    }
    const [signedIn, ...others] = await activityOf(user, { kind: 'signedIn', limit: 1 });
    expect(signedIn).toMatchObject({ kind: 'signedIn', at });
    expect(others).toEqual([]);
    expect(await activityOf(user, { kind: 'reportMade' })).toEqual([]);
    const unknown = await user.browser.call('getActivity', { userId: user.userId, kind: 'no' });
    expect(unknown.statusCode).toBe(400);
  });

  it('returns each entry once across pages, even entries of the same moment', async () => {
    const user = await freshUser(test, ['Tremor']);
    for (let form = 1; form <= 7; form += 1) {
      await savedForm(user, { symptom1: { name: 'Tremor', severity: 3, notes: '' } });
      const formData = { formNumber: form, symptom1: { name: 'Tremor', severity: 5 } };
      const { userId } = user;
      await user.browser.call('updateSymptoms', { userId, action: 'form', formData });
    }
    const whole = await activityOf(user);
    const paged: Activity[] = [];
    for (;;) {
      const page = await activityOf(user, {
        limit: 3,
        ...(paged.at(-1) && { before: paged.at(-1)?.id }),
      });
      paged.push(...page);
      if (page.length < 3) break;
    }
    expect(whole).toHaveLength(10);
    expect(whole.map(({ id }) => id)).toEqual(
      whole
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(paged).toEqual(whole);
  });

  it('counts repeats within an hour in one entry, with the time of the last', async () => {
    const { db } = test.context;
    const user = await freshUser(test);
    const { browser, userId } = user;
    await db.deleteFrom('activity').where('user_id', '=', userId).execute();
    const download = (format: string) => browser.call('exportData', { userId, format });
    test.now = Date.parse('2026-11-18T20:00:00Z');
    for (const minutes of [0, 30, 29]) {
      test.now += minutes * 60_000;
      await download('csv');
    }
    await download('json');
    await Promise.all([download('csv'), download('csv')]);
    expect(await activityOf(user)).toMatchObject([
      { kind: 'exported', detail: 'json', count: 1, at: '2026-11-18T20:59:00.000Z' },
      { kind: 'exported', detail: 'csv', count: 5, at: '2026-11-18T20:59:00.000Z' },
    ]);
    test.now += 60_000;
    await download('csv');
    expect(told(await activityOf(user))).toEqual([
      'exported csv',
      'exported json',
      '5 × exported csv',
    ]);
  });

  it('keeps the newest 5,000 entries of an account, and those about security besides', async () => {
    const { db } = test.context;
    const [user, other] = [await freshUser(test), await freshUser(test)];
    const before = await activityOf(other);
    const { userId } = user;
    await db.deleteFrom('activity').where('user_id', '=', userId).execute();
    await madeShare(test, user);
    const { at } = (await activityOf(user))[0] ?? { at: '' };
    const first = Date.parse(at) + 3_600_000;
    for (let part = 0; part < 5001; part += 1000) {
      const entries = Array.from({ length: Math.min(1000, 5001 - part) }, (_, index) => ({
        ...{ user_id: userId, at: first + part + index, id: `entry ${part + index}` },
        ...{ kind: 'formEdited', detail: `${part + index}` },
      }));
      await db.insertInto('activity').values(entries).execute();
    }
    test.now = first + 3_600_000;
    await savedReminders(user);
    const left = await db
      .selectFrom('activity')
      .select(['at', 'kind'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(left).toHaveLength(5001);
    expect(left[0]?.kind).toBe('shareMade');
    expect(left.at(-1)).toEqual({ at: test.now, kind: 'remindersChanged' });
    expect(await activityOf(other)).toEqual(before);
  });

  it('keeps entries about security for a year', async () => {
    const { db } = test.context;
    const user = await freshUser(test);
    const { userId } = user;
    await db.deleteFrom('activity').where('user_id', '=', userId).execute();
    const now = test.now;
    const year = 365 * 86_400_000;
    const entries = [now - year - 1, now - year, now - year + 1].flatMap((at) =>
      ['signedIn', 'formEdited'].map((kind) => ({
        ...{ user_id: userId, at, id: `${kind} ${at}`, kind, detail: '1' },
        is_security: Number(kind === 'signedIn'),
      })),
    );
    await db.insertInto('activity').values(entries).execute();
    await deleteOldSecurityActivity(db, now);
    expect(told(await activityOf(user))).toEqual([
      'signedIn 1',
      'formEdited 1',
      'formEdited 1',
      'formEdited 1',
    ]);
  });

  onlyOnce(() => {
    it('finds the start of a page by an index', async () => {
      const { rows } = await sql<{ detail: string }>`
        explain query plan
        select at from activity where user_id = 'a' and id = 'b'`.execute(test.context.db);
      expect(rows.map(({ detail }) => detail).join()).toContain('INDEX activity_id');
    });

    it.each([
      [
        'COVERING INDEX activity_ordinary',
        sql`select at from activity where user_id = 'a' and is_security = 0
          order by at desc, id desc limit 1 offset 4999`,
      ],
      [
        'INDEX activity_expiry',
        sql`select user_id, at, id from activity where is_security = 1 and at <= 1`,
      ],
    ])('finds what is deleted by the %s', async (index, query) => {
      const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(
        test.context.db,
      );
      expect(rows.map(({ detail }) => detail).join()).toContain(index);
    });
  });

  it('returns nothing for another user’s entry as a cursor, and keeps nothing of a deleted account', async () => {
    const [one, other] = [await freshUser(test), await freshUser(test)];
    const [theirs] = await activityOf(other);
    expect(await activityOf(one, { before: theirs?.id })).toEqual([]);
    const { browser, userId, password } = one;
    await browser.call('deleteAccount', { userId, password });
    const { activity = [] } = await everyRow(test.context.db);
    const ids = activity.map((row) => row.user_id);
    expect([ids.includes(userId), ids.includes(other.userId)]).toEqual([false, true]);
  });

  it('records nothing for actions that were refused or changed nothing', async () => {
    const user = await freshUser(test, ['Tremor']);
    const before = await activityOf(user);
    const { browser, userId, email } = user;
    await browser.call('signIn', { email, password: 'wrong' });
    await browser.call('deleteSymptom', { userId, symptomNumber: 1 });
    await browser.call('updateSymptoms', { userId, action: 'update', symptom1: 'Tremor' });
    await browser.call('updateSymptoms', {
      userId,
      action: 'form',
      formData: { formNumber: 9, symptom1: { name: 'Tremor', severity: 1 } },
    });
    expect(await activityOf(user)).toEqual(before);
  });
});
