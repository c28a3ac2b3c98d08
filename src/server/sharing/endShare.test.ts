import { expect, it } from 'vitest';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { everyRow } from '../testing/rows.ts';
import { madeShare, NO_NOTES, PASSCODE, reading, shareInput } from '../testing/sharing.ts';
import { eraseOldLinks } from './queries/links.ts';

const NOT_FOUND = 'This link or code is no longer here. Please reload the page.';

onEveryDatabase((place, onlyOnce) => {
  const test: TestApp = testApp(place);

  const listed = async ({ browser, userId }: TestUser) =>
    (await browser.call('getShares', { userId })).json();
  const end = ({ browser, userId }: TestUser, shareId: string) =>
    browser.call('endShare', { userId, shareId });
  const restore = ({ browser, userId }: TestUser, shareId: string) =>
    browser.call('restoreShare', { userId, shareId });

  it('the list has what the person chose, the latest first, and never a secret', async () => {
    const user = await freshUser(test);
    const { shareId } = await madeShare(test, user);
    test.now += 1000;
    const nothing = { medication: false, diary: false, checkIns: false, notes: true };
    const more = { scope: nothing, from: '2026-10-01', passcode: PASSCODE, label: ' Ada ' };
    await madeShare(test, user, more);
    const list = await listed(user);
    expect(list).toMatchObject([
      { label: 'Ada', scope: nothing, from: '2026-10-01', hasPasscode: true, state: 'live' },
      { shareId, label: 'Dr. Gordon', scope: NO_NOTES, from: null, hasPasscode: false },
    ]);
    expect(Object.keys(list[0]).sort()).toEqual([
      ...['createdAt', 'endedAt', 'expiresAt', 'from', 'hasPasscode', 'label', 'openings'],
      ...['scope', 'shareId', 'state'],
    ]);
  });

  it('ends and restores a link once, however often the call is repeated', async () => {
    const user = await freshUser(test);
    const { shareId } = await madeShare(test, user);
    const endedAt = new Date(test.now).toISOString();
    expect((await end(user, shareId)).json()).toMatchObject({ state: 'ended', endedAt });
    test.now += 1000;
    expect((await end(user, shareId)).json()).toMatchObject({ state: 'ended', endedAt });
    expect((await restore(user, shareId)).json()).toMatchObject({ state: 'live', endedAt: null });
    expect((await restore(user, shareId)).json()).toMatchObject({ state: 'live', endedAt: null });
    const { browser, userId } = user;
    const activity = (await browser.call('getActivity', { userId })).json();
    expect(activity.slice(0, 3).map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['shareRestored', 'shareEnded', 'shareMade'],
    ]);
  });

  it('a link that was restored expires at its original time', async () => {
    const user = await freshUser(test);
    const expiresAt = new Date(test.now + 1000).toISOString();
    const { shareId } = await madeShare(test, user, { expiresAt });
    await end(user, shareId);
    test.now += 1000;
    expect((await restore(user, shareId)).json()).toMatchObject({ state: 'expired', expiresAt });
  });

  it('erases a link with its openings 30 days after it ended or expired', async () => {
    const user = await freshUser(test);
    const { openings: before } = await openingsOf(user);
    const [ended, expired] = [
      await madeShare(test, user),
      await madeShare(test, user, { expiresAt: new Date(test.now + DAY_MS).toISOString() }),
    ];
    const kept = await madeShare(test, user, {
      expiresAt: new Date(test.now + 300 * DAY_MS).toISOString(),
    });
    for (const share of [ended, expired, kept]) await reading(test, share);
    await end(user, ended.shareId);
    const ids = async () => (await listed(user)).map((each: { shareId: string }) => each.shareId);
    await eraseOldLinks(test.context.db, test.now + 30 * DAY_MS - 1);
    expect(new Set(await ids())).toEqual(new Set([ended, expired, kept].map((s) => s.shareId)));
    await eraseOldLinks(test.context.db, test.now + 30 * DAY_MS);
    expect(new Set(await ids())).toEqual(new Set([expired, kept].map((s) => s.shareId)));
    await eraseOldLinks(test.context.db, test.now + 31 * DAY_MS);
    expect(await ids()).toEqual([kept.shareId]);
    expect((await openingsOf(user)).openings).toBe(before + 1);
  });

  async function openingsOf({ userId }: TestUser) {
    const { link_openings: rows = [] } = await everyRow(test.context.db);
    return { openings: rows.filter((row) => row.user_id === userId).length };
  }

  onlyOnce(() => {
    it('has at most 20 live links, and a hundred in all', async () => {
      const user = await freshUser(test);
      const { browser } = user;
      const make = () => browser.call('makeShare', shareInput(test, user));
      const message = 'At most 20 links can work at a time. Please stop one first.';
      const first = await madeShare(test, user);
      await end(user, first.shareId);
      for (let count = 0; count < 20; count += 1) await madeShare(test, user);
      expectRefusal(await make(), 400, message);
      expectRefusal(await restore(user, first.shareId), 400, message);
      const live = (await listed(user)).filter((each: { state: string }) => each.state === 'live');
      for (const { shareId } of live) await end(user, shareId);
      for (let count = 21; count < 100; count += 1) {
        await end(user, (await madeShare(test, user)).shareId);
      }
      expectRefusal(await make(), 429, 'Too many attempts. Please try again later.');
    });

    it('finds no link of another person', async () => {
      const [one, other] = [await freshUser(test), await freshUser(test)];
      const { shareId } = await madeShare(test, other);
      for (const id of [shareId, crypto.randomUUID()]) {
        expectRefusal(await end(one, id), 404, NOT_FOUND);
        expectRefusal(await restore(one, id), 404, NOT_FOUND);
      }
      expect(await listed(one)).toEqual([]);
      expect(await listed(other)).toMatchObject([{ state: 'live' }]);
    });
  });
});
