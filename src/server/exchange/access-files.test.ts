import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { caregiverOf, invited } from '../testing/caregivers.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { addProvider } from '../testing/rows.ts';
import { madeShare, reading } from '../testing/sharing.ts';
import { exported, exportedAccount, imported } from '../testing/transfers.ts';

const URL = 'https://example.org/privacy';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function personWithAccess() {
    const user = await freshUser(test, ['Tremor']);
    const { userId, email } = user;
    await addProvider(test, user);
    const helper = await caregiverOf(test, user, { may: 'log', notes: true });
    const invitation = await invited(test, user, `tom-${email}`, { may: 'read' });
    const share = await madeShare(test, user);
    await reading(test, share);
    await test.context.db
      .insertInto('consents')
      .values({ user_id: userId, at: test.now, url: URL })
      .execute();
    return { user, helper, invitation, share };
  }

  it('the JSON file says who can see the account, without secrets, and what was done', async () => {
    const { user, helper, invitation, share } = await personWithAccess();
    const now = new Date(test.now).toISOString();
    const later = (days: number) => new Date(test.now + days * 86_400_000).toISOString();
    const { access, activity } = await exportedAccount(user);
    expect(access).toEqual({
      waysIn: [
        { kind: 'password', email: '', since: null },
        { kind: 'google', email: '', since: new Date(0).toISOString() },
      ],
      helpers: [
        {
          ...{ name: 'Grace Hopper', email: helper.email, may: 'log', notes: true },
          ...{ since: now, lastSeenAt: now },
        },
      ],
      invitations: [
        {
          ...{ email: `tom-${user.email}`, may: 'read', notes: false },
          ...{ createdAt: now, expiresAt: later(7) },
        },
      ],
      links: [
        {
          ...{ label: 'Dr. Gordon', createdAt: now, expiresAt: later(30), endedAt: null },
          openings: [now],
        },
      ],
      consents: [{ at: now, url: URL }],
    });
    expect(activity).toContainEqual({
      ...{ kind: 'shareOpened', detail: '', count: 1, actor: 'link', at: now },
    });
    const text = await exported(user, 'json');
    for (const secret of [share.secret, invitation.secret]) {
      expect(text).not.toContain(secret);
    }
  });

  it('an import ignores both lists', async () => {
    const { user } = await personWithAccess();
    const file = await exported(user, 'json');
    const other = await freshUser(test);
    await imported(other, 'json', file);
    const { access, activity } = await exportedAccount(other);
    expect(access).toMatchObject({ helpers: [], invitations: [], links: [], consents: [] });
    expect(activity?.map(({ kind }) => kind)).not.toContain('shareOpened');
  });

  it('activity is exported in parts, each entry once', async () => {
    const user = await freshUser(test);
    const { userId } = user;
    const rows = Array.from({ length: 600 }, (_, index) => ({
      ...{ user_id: userId, at: test.now + index, id: `entry ${String(index).padStart(3, '0')}` },
      ...{ kind: 'formEdited', detail: String(index) },
    }));
    await test.context.db.insertInto('activity').values(rows).execute();
    const { activity = [] } = await exportedAccount(user);
    const numbers = activity.filter(({ kind }) => kind === 'formEdited');
    expect(numbers.map(({ detail }) => Number(detail))).toEqual(
      Array.from({ length: 600 }, (_, index) => 599 - index),
    );
  });
});
