import { describe, expect, it } from 'vitest';
import type { ActivityKind } from '../contract/activity.ts';
import type { EntryActivity } from '../contract/kinds.ts';
import { DAY_MS } from '../domain/zone.ts';
import { joinDueAccounts } from './identity/joining.ts';
import {
  Browser,
  freshUser,
  PERSON,
  secondBrowser,
  type TestUser,
  testApp,
  wait,
} from './testing/app.ts';
import { acceptedElsewhere, caregiverOf, invited, letIn } from './testing/caregivers.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { savedForm } from './testing/entries.ts';
import { collected, madeHealthLink } from './testing/health-links.ts';
import { runOAuthFlow } from './testing/oauth-flows.ts';
import {
  askForAddressProof,
  askForChange,
  askForLink,
  askForReset,
  NEW_PASSWORD,
  undoSecretFor,
} from './testing/outbox.ts';
import { savedReminders } from './testing/reminders.ts';
import { madeShare, reading } from './testing/sharing.ts';
import { provenElsewhere } from './testing/splits.ts';
import { standInForSheets } from './testing/spreadsheets.ts';

/**
 * Runs an action for each kind of account activity, and checks the activity row that it adds. A new kind needs a line
 * here.
 */
/** What the suite over all kinds tests (`entries/every-kind.test.ts`). */
type OfKinds = Exclude<EntryActivity, `form${string}`>;

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  const joinedByGoogle = async (user: TestUser) => {
    google.person({ email: user.email });
    expect(await runOAuthFlow(user.browser, google.provider)).toBe('');
  };
  const signedInByLink = async (user: TestUser) => {
    const proof = await askForLink(test, user);
    await user.browser.call('signInWithLink', { email: user.email, ...proof });
  };

  const endedShare = async (user: TestUser) => {
    const share = await madeShare(test, user);
    await user.browser.call('endShare', { userId: user.userId, shareId: share.shareId });
    return share;
  };

  const makers: Record<
    Exclude<ActivityKind, OfKinds>,
    readonly [(user: TestUser) => Promise<unknown>, string]
  > = {
    signedIn: [(user) => secondBrowser(test, user), 'password'],
    signInFailed: [
      async ({ email }) => {
        const { jobs } = test.context;
        await new Browser(test).call('signIn', { email, password: 'wrong' });
        await jobs.runDue('noteFailedTry');
      },
      '',
    ],
    signedOut: [({ browser }) => browser.call('signOut'), ''],
    signedOutEverywhere: [
      ({ browser, userId }) => browser.call('signOutEverywhere', { userId }),
      '',
    ],
    sessionEnded: [
      async (user) => {
        const { browser, userId } = await secondBrowser(test, user);
        const sessions = (await browser.call('getSessions', { userId })).json();
        await browser.call('endSession', { userId, sessionId: sessions[1].sessionId });
      },
      'A browser',
    ],
    providerJoined: [joinedByGoogle, 'google'],
    wayInRemoved: [
      async ({ browser, userId }) => {
        const proven = { email_proven: 1 };
        await test.context.db
          .updateTable('accounts')
          .set(proven)
          .where('user_id', '=', userId)
          .execute();
        await browser.call('removeWayIn', { userId, wayId: 'password' });
      },
      'password',
    ],
    waysInRemoved: [
      async (user) => {
        const { db } = test.context;
        await db.deleteFrom('profiles').where('user_id', '=', user.userId).execute();
        await signedInByLink({ ...user, browser: new Browser(test) });
      },
      '',
    ],
    passwordChanged: [
      ({ browser, userId, password }) =>
        browser.call('changePassword', { userId, password, newPassword: NEW_PASSWORD }),
      '',
    ],
    passwordReset: [
      async (user) => {
        const { browser, email } = user;
        const proof = await askForReset(test, user);
        await browser.call('resetPassword', { email, newPassword: NEW_PASSWORD, ...proof });
      },
      '',
    ],
    emailChanged: [
      async (user) => {
        const { browser, userId, password } = user;
        const email = `new-${user.email}`;
        const proof = await askForChange(test, user, email);
        await browser.call('changeEmail', { userId, email, password, ...proof });
      },
      '',
    ],
    emailConfirmed: [
      async (user) => {
        const { browser, userId, email } = user;
        const proof = await askForAddressProof(test, user);
        await browser.call('proveAddress', { userId, email, ...proof });
      },
      '',
    ],
    addressGiven: [(user) => provenElsewhere(test, user.email), ''],
    accountsJoined: [
      async ({ browser, userId, email }) => {
        await provenElsewhere(test, email);
        await browser.call('answerSplit', { userId, isMe: true });
      },
      '',
    ],
    accountsKeptApart: [
      async ({ browser, userId, email }) => {
        await provenElsewhere(test, email);
        await browser.call('answerSplit', { userId, isMe: false });
      },
      '',
    ],
    emailChangedBack: [
      async (user) => {
        const { browser, userId, password } = user;
        const email = `undone-${user.email}`;
        const proven = { email_proven: 1 };
        await test.context.db
          .updateTable('accounts')
          .set(proven)
          .where('user_id', '=', userId)
          .execute();
        const proof = await askForChange(test, user, email);
        await browser.call('changeEmail', { userId, email, password, ...proof });
        await browser.call('undoEmailChange', { secret: await undoSecretFor(test, user) });
      },
      '',
    ],
    profileSaved: [
      // `createUser` works once per account, so delete the profile first.
      async ({ browser, userId, email }) => {
        await test.context.db.deleteFrom('profiles').where('user_id', '=', userId).execute();
        await browser.call('createUser', { userId, email, ...PERSON });
      },
      '',
    ],
    symptomsChanged: [
      ({ browser, userId }) =>
        browser.call('updateSymptoms', { userId, action: 'update', symptom1: 'Slowness' }),
      '',
    ],
    symptomDeleted: [
      ({ browser, userId }) => browser.call('deleteSymptom', { userId, symptomNumber: 4 }),
      '',
    ],
    formDeleted: [
      async (user) => {
        const { browser, userId } = user;
        await savedForm(user);
        await browser.call('deleteForm', { userId, formNumber: 1 });
      },
      '1',
    ],
    formRestored: [
      async (user) => {
        const { browser, userId } = user;
        await savedForm(user);
        await browser.call('deleteForm', { userId, formNumber: 1 });
        await browser.call('restoreForm', { userId, formNumber: 1 });
      },
      '1',
    ],
    remindersChanged: [(user) => savedReminders(user), ''],
    caregiverInvited: [(user) => invited(test, user, 'helper@example.org'), ''],
    invitationTakenBack: [
      async (user) => {
        const { invitationId } = await invited(test, user, 'taken@example.org');
        const { browser, userId } = user;
        await browser.call('endInvitation', { userId, invitationId });
      },
      '',
    ],
    caregiverStarted: [
      async (user) => {
        const { browser, userId, email } = await freshUser(test);
        const { secret } = await invited(test, user, email);
        await browser.call('acceptInvitation', { userId, secret });
      },
      '',
    ],
    caregiverWaits: [(user) => acceptedElsewhere(test, user), ''],
    caregiverConfirmed: [
      async (user) => {
        const { caregiverId } = await acceptedElsewhere(test, user);
        const { browser, userId } = user;
        await browser.call('confirmCaregiver', { userId, caregiverId, confirmed: true });
      },
      '',
    ],
    caregiverRefused: [
      async (user) => {
        const { caregiverId } = await acceptedElsewhere(test, user);
        const { browser, userId } = user;
        await browser.call('confirmCaregiver', { userId, caregiverId, confirmed: false });
      },
      '',
    ],
    caregiverChanged: [
      async (user) => {
        const { caregiverId } = await caregiverOf(test, user, { may: 'log' });
        const { browser, userId } = user;
        await browser.call('updateCaregiver', { userId, caregiverId, may: 'read', notes: true });
      },
      '',
    ],
    caregiverEnded: [
      async (user) => {
        const { caregiverId } = await caregiverOf(test, user, { may: 'log' });
        await user.browser.call('endCaregiver', { userId: user.userId, caregiverId });
      },
      '',
    ],
    helperRead: [
      async (user) => {
        const { browser, caregiverId } = await caregiverOf(test, user, { may: 'read' });
        await test.context.db
          .updateTable('caregivers')
          .set({ last_seen_at: null })
          .where('caregiver_id', '=', caregiverId)
          .execute();
        await browser.call('getUserForms', { userId: user.userId });
      },
      '',
    ],
    helpStarted: [
      async ({ browser, userId, email }) => {
        const { secret } = await invited(test, await freshUser(test), email);
        await browser.call('acceptInvitation', { userId, secret });
      },
      '',
    ],
    helpEnded: [
      async (user) => {
        const caregiverId = await letIn(test, await freshUser(test), user, { may: 'log' });
        await user.browser.call('endCaregiver', { userId: user.userId, caregiverId });
      },
      '',
    ],
    shareMade: [(user) => madeShare(test, user), ''],
    shareEnded: [(user) => endedShare(user), ''],
    shareRestored: [
      async (user) => {
        const { shareId } = await endedShare(user);
        await user.browser.call('restoreShare', { userId: user.userId, shareId });
      },
      '',
    ],
    shareOpened: [async (user) => reading(test, await madeShare(test, user)), ''],
    healthLinkMade: [(user) => madeHealthLink(user), ''],
    healthLinkEnded: [
      async (user) => {
        const { healthLinkId } = await madeHealthLink(user);
        await user.browser.call('endHealthLink', { userId: user.userId, healthLinkId });
      },
      '',
    ],
    healthLinkRead: [async (user) => collected(test, await madeHealthLink(user)), ''],
    formEdited: [
      async (user) => {
        const { browser, userId } = user;
        const { formNumber } = await savedForm(user);
        const formData = { formNumber, symptom1: { name: 'Tremor', severity: 5 } };
        await browser.call('updateSymptoms', { userId, action: 'form', formData });
      },
      '1',
    ],
    formsImported: [
      ({ browser, userId }) =>
        browser.call('importData', {
          userId,
          format: 'legacy',
          content: `${userId},2026-11-17T13:00:00Z,Tremor,3,As usual`,
          dryRun: false,
        }),
      '1',
    ],
    exported: [
      ({ browser, userId }) => browser.call('exportData', { userId, format: 'csv' }),
      'csv',
    ],
    reportMade: [
      async (user) => {
        const { browser, userId, email } = user;
        await savedForm(user);
        await browser.call('sendExportEmail', { userId, email, method: 'simple' });
      },
      '',
    ],
    reportMailed: [
      async (user) => {
        const { browser, userId, email } = user;
        await savedForm(user);
        await test.context.db
          .updateTable('accounts')
          .set({ email_proven: 1 })
          .where('user_id', '=', userId)
          .execute();
        await browser.call('sendExportEmail', { userId, email, method: 'email' });
      },
      '',
    ],
    spreadsheetTurnedOn: [google.turnOn, ''],
    spreadsheetTurnedOff: [
      async (user) => {
        await google.turnOn(user);
        await user.browser.call('turnOffSpreadsheet', { userId: user.userId });
      },
      '',
    ],
  };

  async function detailsOf({ userId }: TestUser, kind: string): Promise<string[]> {
    const entries = await test.context.db
      .selectFrom('activity')
      .select('detail')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute();
    return entries.map(({ detail }) => detail);
  }

  describe('the owner can read an entry of', () => {
    it.each(Object.entries(makers))('%s', async (kind, [make, detail]) => {
      const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Fatigue']);
      await test.context.db.deleteFrom('activity').where('user_id', '=', user.userId).execute();
      await make(user);
      expect(await detailsOf(user, kind)).toEqual([detail]);
    });
  });

  it('turns the spreadsheet off with an entry when the account goes to another person', async () => {
    const maker = await freshUser(test, ['Tremor']);
    const { userId } = maker;
    await test.context.db
      .insertInto('spreadsheets')
      .values({
        ...{ user_id: userId, is_on: 1, spreadsheet_id: null, is_ready: 0 },
        ...{ problem: '', legacy: '', tries: 0, due_at: test.now },
      })
      .execute();
    await provenElsewhere(test, maker.email);
    expect(await detailsOf(maker, 'spreadsheetTurnedOff')).toEqual([]);
    wait(test, 7 * DAY_MS);
    await joinDueAccounts(test.context);
    expect(await detailsOf(maker, 'spreadsheetTurnedOff')).toEqual(['']);
  });
});
