import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { everyRow } from '../testing/rows.ts';

const MARK = 'Planted4711';

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  async function activityOf({ browser, userId }: TestUser, page: object = {}): Promise<Activity[]> {
    return (await browser.call('getActivity', { userId, ...page })).json();
  }

  const told = (entries: readonly Activity[]) =>
    entries.map(({ kind, detail }) => [kind, detail].filter(Boolean).join(' '));

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
      'signedIn password',
      'signedOut',
      'passwordChanged',
      'reportMade',
      'exported csv',
      'symptomDeleted',
      'formEdited 1',
      // These actions have the same time, because the test's clock stood still.
      'symptomsChanged',
      'symptomsChanged',
      'profileSaved',
      'signedIn password',
    ]);
    expect(entries[0]?.at).toBe(new Date(test.now).toISOString());
    // The activity contains no text that the user entered.
    const { activity } = await everyRow(test.context.db);
    expect(JSON.stringify(activity)).not.toMatch(new RegExp(`${MARK}|Tremor|${email}`));
  });

  it('returns each entry once across pages, even entries of the same moment', async () => {
    const user = await freshUser(test, ['Tremor']);
    for (let edit = 1; edit <= 7; edit += 1) {
      await user.browser.call('updateSymptoms', {
        userId: user.userId,
        action: 'update',
        symptom1: `Tremor ${edit}`,
      });
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

  it('keeps the newest 5,000 entries of an account', async () => {
    const { db } = test.context;
    const [user, other] = [await freshUser(test), await freshUser(test)];
    const before = await activityOf(other);
    const { browser, userId } = user;
    for (let first = 0; first < 5001; first += 1000) {
      const entries = Array.from({ length: Math.min(1000, 5001 - first) }, (_, index) => ({
        ...{ user_id: userId, at: first + index, id: `entry ${first + index}` },
        ...{ kind: 'signedIn', detail: '' },
      }));
      await db.insertInto('activity').values(entries).execute();
    }
    await browser.call('signOut');
    const left = await db
      .selectFrom('activity')
      .select(['at', 'kind'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(left).toHaveLength(5000);
    expect(left.at(-1)).toEqual({ at: test.now, kind: 'signedOut' });
    expect(await activityOf(other)).toEqual(before);
  });

  onlyOnce(() => {
    it('finds the start of a page by an index', async () => {
      const { rows } = await sql<{ detail: string }>`
        explain query plan
        select at from activity where user_id = 'a' and id = 'b'`.execute(test.context.db);
      expect(rows.map(({ detail }) => detail).join()).toContain('INDEX activity_id');
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
