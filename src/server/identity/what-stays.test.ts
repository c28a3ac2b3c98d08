import { describe, expect, it } from 'vitest';
import { Browser, freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { invited } from '../testing/caregivers.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { askForReset, NEW_PASSWORD } from '../testing/outbox.ts';
import { savedReminders } from '../testing/reminders.ts';
import { addProvider, provenUser } from '../testing/rows.ts';
import { madeShare } from '../testing/sharing.ts';

const NOTHING = { waysIn: [], caregivers: [], invitations: [], links: [], ntfy: false };
const MINUTE = 60_000;

onEveryDatabase((place) => {
  const test = testApp(place);

  /** Resets the password, and signs in again a minute later. */
  async function reset(user: TestUser): Promise<TestUser> {
    const { email } = user;
    const proof = await askForReset(test, user);
    await user.browser.call('resetPassword', { email, newPassword: NEW_PASSWORD, ...proof });
    wait(test, MINUTE);
    const browser = new Browser(test);
    const answer = await browser.call('signIn', { email, password: NEW_PASSWORD });
    expect(answer.statusCode).toBe(200);
    return { ...user, browser, password: NEW_PASSWORD };
  }

  const staysOf = async ({ browser, userId }: TestUser) =>
    (await browser.call('getStays', { userId })).json();
  const isAsked = async ({ browser }: TestUser) =>
    (await browser.call('getSession')).json().asksWhatStays === true;

  /** An account with one of each: a provider, a helper, an invitation, a link and reminders by ntfy. */
  async function withOfEach() {
    const user = await provenUser(test, ['Tremor']);
    const { userId } = user;
    await addProvider(test, user);
    const helper = await freshUser(test);
    const accepted = await invited(test, user, helper.email, { may: 'read' });
    const accept = { userId: helper.userId, secret: accepted.secret };
    await helper.browser.call('acceptInvitation', accept);
    const invitation = await invited(test, user, `tom-${user.email}`);
    const share = await madeShare(test, user);
    await savedReminders(user, {}, { ntfy: { url: 'https://ntfy.sh', topic: 'a-secret-topic' } });
    return { user, userId, helper, invitation, share };
  }

  it('lists what existed when the password was reset, and nothing that came later', async () => {
    const { user, userId, helper, invitation, share } = await withOfEach();
    expect([await isAsked(user), await staysOf(user)]).toEqual([false, NOTHING]);
    const owner = await reset(user);
    expect(await isAsked(owner)).toBe(true);
    const stays = await staysOf(owner);
    const { caregivers } = (await owner.browser.call('getCaregivers', { userId })).json();
    expect(stays).toEqual({
      waysIn: [{ wayId: expect.any(String), kind: 'google', email: '' }],
      caregivers: [
        { caregiverId: caregivers[0].caregiverId, name: 'Grace Hopper', email: helper.email },
      ],
      invitations: [{ invitationId: invitation.invitationId, email: `tom-${user.email}` }],
      links: [{ shareId: share.shareId, label: 'Dr. Gordon' }],
      ntfy: true,
    });
    await madeShare(test, owner);
    await invited(test, owner, `new-${user.email}`);
    expect(await staysOf(owner)).toEqual(stays);
  });

  it('lists a helper who accepts an earlier invitation after the reset', async () => {
    const { user, invitation } = await withOfEach();
    const owner = await reset(user);
    const tom = await freshUser(test);
    const accept = { userId: tom.userId, secret: invitation.secret };
    expect((await tom.browser.call('acceptInvitation', accept)).statusCode).toBe(200);
    const [waiting] = (await owner.browser.call('getSession')).json().accepted;
    const { caregiverId } = waiting;
    const yes = { userId: user.userId, caregiverId, confirmed: true };
    expect((await owner.browser.call('confirmCaregiver', yes)).statusCode).toBe(200);
    const { caregivers, invitations } = await staysOf(owner);
    expect(invitations).toEqual([]);
    expect(caregivers.map(({ email }: { email: string }) => email)).toContain(tom.email);
  });

  it('ends by itself when each of them has ended, and does not come back', async () => {
    const { user, userId } = await withOfEach();
    const owner = await reset(user);
    const { waysIn, caregivers, invitations, links } = await staysOf(owner);
    for (const [name, input] of [
      ['removeWayIn', { wayId: waysIn[0].wayId }],
      ['endCaregiver', { caregiverId: caregivers[0].caregiverId }],
      ['endInvitation', { invitationId: invitations[0].invitationId }],
      ['endShare', { shareId: links[0].shareId }],
      ['saveReminders', { ntfy: null }],
    ] as const) {
      expect(await isAsked(owner)).toBe(true);
      const answer = await owner.browser.call(name, { userId, ...input });
      expect([name, answer.statusCode]).toEqual([name, 200]);
    }
    expect([await isAsked(owner), await staysOf(owner)]).toEqual([false, NOTHING]);
    await madeShare(test, owner);
    expect(await isAsked(owner)).toBe(false);
  });

  it('ends on every device when the person lets all of them stay, until the next reset', async () => {
    const { user, userId } = await withOfEach();
    const owner = await reset(user);
    const other = new Browser(test);
    await other.call('signIn', { email: user.email, password: NEW_PASSWORD });
    expect((await other.call('letAllStay', { userId })).json()).toEqual({});
    expect([await isAsked(owner), await staysOf(owner)]).toEqual([false, NOTHING]);
    expect((await owner.browser.call('getShares', { userId })).json()).toHaveLength(1);
    expect(await isAsked(await reset(owner))).toBe(true);
  });

  describe('asks nothing', () => {
    it('if nothing stays', async () => {
      expect(await isAsked(await reset(await provenUser(test)))).toBe(false);
    });

    it('a helper', async () => {
      const { user, helper } = await withOfEach();
      await reset(user);
      expect(await isAsked(helper)).toBe(false);
      const refused = await helper.browser.call('getStays', { userId: user.userId });
      expect(refused.statusCode).toBe(404);
    });
  });

  it('is in the data of the first page', async () => {
    const { user } = await withOfEach();
    const owner = await reset(user);
    const { body } = await owner.browser.send({ method: 'GET', url: '/dashboard' });
    const [, block = '{}'] = /<script type="application\/json">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(block).stays).toEqual(await staysOf(owner));
  });
});
