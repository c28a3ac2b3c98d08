import { randomUUID } from 'node:crypto';
import type { CallName } from '../../contract/calls.ts';
import type { Answer } from '../../contract/endpoints.ts';
import { EXPORT_FORMATS } from '../../contract/file-formats.ts';
import { byPart } from '../../domain/share.ts';
import { cookieName } from '../identity/cookies.ts';
import { notMeLink } from '../identity/not-me.ts';
import {
  freshAccount,
  freshUser,
  PASSWORD_HASH,
  PERSON,
  secondBrowser,
  type TestApp,
  type TestUser,
} from './app.ts';
import { Authenticator, addedPasskey, signedAsProof, signedForSignIn } from './authenticator.ts';
import { BROWSER_ERROR } from './browser-errors.ts';
import { acceptedElsewhere, invited, letIn } from './caregivers.ts';
import { TODAY } from './check-ins.ts';
import { savedForm } from './entries.ts';
import { OTHER_FACTS } from './facts.ts';
import { userWithHealthLink } from './health-links.ts';
import { KIND_SAMPLES, type SampleOfCall } from './kind-samples.ts';
import { userWithNtfy } from './ntfy.ts';
import {
  askForAddressProof,
  askForChange,
  askForLink,
  askForProof,
  askForReset,
  NEW_PASSWORD,
  undoSecretFor,
} from './outbox.ts';
import { userWithDevice } from './pushing.ts';
import { savedReminders, subscriptionInput } from './reminders.ts';
import { provenUser } from './rows.ts';
import { PASSCODE, userWhoReads, userWithShare } from './sharing.ts';
import { splitUsers } from './splits.ts';
import { savedVisit } from './visits.ts';

export interface Sample extends Required<Omit<SampleOfCall, 'kind'>> {
  readonly call: CallName;
  /** The call's name, and its variant if it has several. */
  readonly title: string;
}

const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps'];

/** A user with five symptoms and a form that rates all of them. */
async function userWithForm(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test, FIVE);
  await savedForm(user, ENTRIES_OF_FIVE);
  return user;
}

/** The browser has just come back from the operator's own provider, which has identified the user. */
function joinsAsClinic({ context, now }: TestApp, { browser, email }: TestUser): void {
  const person = { issuer: 'https://clinic.example', subject: email, name: 'Ada', email };
  const joining = { joins: 'oidc', ...person, emailVouched: false, expiresAt: now + 60_000 };
  const sealed = context.secrets.seal(JSON.stringify(joining));
  browser.cookies.set(cookieName(context.config.publicUrl, 'oauth-joining'), sealed);
}

/** A user who is signed in in a second browser, too. */
async function userInTwoBrowsers(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  await secondBrowser(test, user);
  const { browser, userId } = user;
  const sessions: Answer<'getSessions'> = (await browser.call('getSessions', { userId })).json();
  return { ...user, sessionId: sessions.find(({ isThis }) => !isThis)?.sessionId ?? '' };
}

/** A user with a visit whose day is not known yet. */
async function userWithVisit(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  await savedVisit(user, { day: null });
  return user;
}

const DEVICE = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f52';

/** A user with a reminder of forms in the calendar. */
async function userWithReminders(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  await savedReminders(user, { form: { channels: ['calendar'] } });
  return user;
}

const CAREGIVER = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53';
const SOME_SECRET = 'a'.repeat(64);

/** A user with a caregiver. */
async function userWithCaregiver(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  await letIn(test, user, await freshUser(test), { may: 'log' }, CAREGIVER);
  return user;
}

const WAITING = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f54';

/** A user whose invitation was accepted under another address. */
async function userWithAcceptance(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  const { db } = test.context;
  await acceptedElsewhere(test, user);
  await db
    .updateTable('invitations')
    .set({ invitation_id: WAITING })
    .where('user_id', '=', user.userId)
    .execute();
  return user;
}

/** A user whom somebody has invited. */
async function userWithInvitation(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  const { secret } = await invited(test, await freshUser(test), user.email);
  return { ...user, secret };
}

/**
 * The revision of the symptoms of `userWithForm`. They change four times: when the profile is saved, when each of two
 * slots is added, and when the names are saved.
 */
const REVISION = 4;

const ENTRIES_OF_FIVE = Object.fromEntries(
  FIVE.map((name, index) => [`symptom${index + 1}`, { name, severity: 3, notes: 'As usual' }]),
);

const SOME_PROOF = { challenge: 'A'.repeat(43), code: '123456' };

const SOME_SIGNED = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
};
const SOME_MADE = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  attestationObject: 'AAAA',
  transports: ['internal'],
};

const SOME_SHARE = { shareId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53', secret: 'A'.repeat(43) };

function newAddressOf({ email }: TestUser): string {
  return `moved-${email}`;
}

/** At least one sample per call and per action; `every-call.test.ts` fails if one is missing. */
const byCall: { readonly [Call in CallName]?: readonly SampleOfCall[] } = {
  ...KIND_SAMPLES,
  signUp: [
    {
      caller: async (test) => {
        const user = await freshAccount(test);
        const { secret } = await invited(test, await provenUser(test), `new-${user.email}`);
        return { ...user, secret };
      },
      input: ({ email, password, secret = SOME_SECRET }) => ({
        email: `new-${email}`,
        password,
        invitation: secret,
        consent: true,
      }),
    },
  ],
  signIn: [{ caller: freshUser, input: ({ email, password }) => ({ email, password }) }],
  signOut: [
    {
      // The caller is the user's second browser, so that the first one stays signed in.
      caller: async (test) => secondBrowser(test, await freshUser(test)),
      input: () => ({}),
    },
  ],
  signOutEverywhere: [
    {
      caller: async (test) => secondBrowser(test, await freshUser(test)),
      input: ({ userId }) => ({ userId }),
    },
  ],
  getSessions: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  endSession: [
    {
      caller: userInTwoBrowsers,
      input: ({ userId, sessionId = 'a session' }) => ({ userId, sessionId }),
    },
  ],
  sendSignInLink: [{ caller: freshUser, input: ({ email }) => ({ email }) }],
  signInWithLink: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        return { ...user, proof: await askForLink(test, user) };
      },
      input: ({ email, proof = SOME_PROOF }) => ({ email, ...proof }),
    },
  ],
  joinOwnProvider: [
    {
      caller: async (test) => {
        const user = await provenUser(test);
        joinsAsClinic(test, user);
        return user;
      },
      input: ({ password }) => ({ password, ...SOME_PROOF }),
    },
  ],
  getPasskeyRequest: [{ caller: freshUser, input: () => ({}) }],
  signInWithPasskey: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        return { ...user, signed: await signedForSignIn(user, await addedPasskey(user)) };
      },
      input: ({ signed = SOME_SIGNED }) => ({ passkey: signed }),
    },
  ],
  getPasskeyProof: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  getPasskeyCreation: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  addPasskey: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        const { userId, browser } = user;
        const options = await browser.call('getPasskeyCreation', { userId });
        return { ...user, made: new Authenticator().register(options.json()) };
      },
      input: ({ userId, made = SOME_MADE }) => ({ userId, passkey: made }),
    },
  ],
  renamePasskey: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        return { ...user, wayId: (await addedPasskey(user)).wayId };
      },
      input: ({ userId, wayId = 'a way' }) => ({ userId, wayId, name: 'My phone' }),
    },
  ],
  takeOAuthOutcome: [{ caller: freshUser, input: () => ({}) }],
  getAccount: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  getStays: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  letAllStay: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  removeWayIn: [
    { caller: (test) => provenUser(test), input: ({ userId }) => ({ userId, wayId: 'password' }) },
  ],
  endWayIn: [
    {
      caller: async (test) => {
        const user = await provenUser(test);
        const link = notMeLink(test.context, user.userId, 'password', {
          kind: 'password',
          tag: test.context.secrets.keyedHash(PASSWORD_HASH),
        });
        const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('secret') ?? '';
        return { ...user, secret };
      },
      input: ({ secret = 'a secret' }) => ({ secret }),
    },
  ],
  proveOwner: [
    {
      caller: async (test) => {
        const user = await provenUser(test);
        const signed = await signedAsProof(user, await addedPasskey(user));
        return { ...user, signed, proof: await askForProof(test, user) };
      },
      input: ({ userId, password, signed = SOME_SIGNED, proof = SOME_PROOF }) => ({
        ...{ userId, password, ...proof },
        passkey: signed,
      }),
    },
  ],
  changePassword: [
    {
      caller: freshUser,
      input: ({ userId, password }) => ({ userId, password, newPassword: NEW_PASSWORD }),
      needed: ['password'],
    },
  ],
  undoEmailChange: [
    {
      caller: async (test) => {
        const user = await provenUser(test);
        const email = newAddressOf(user);
        const proof = await askForChange(test, user, email);
        await user.browser.call('changeEmail', { userId: user.userId, email, ...proof });
        return { ...user, secret: await undoSecretFor(test, user) };
      },
      input: ({ secret = 'a secret' }) => ({ secret }),
    },
  ],
  changeEmail: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        return { ...user, proof: await askForChange(test, user, newAddressOf(user)) };
      },
      input: (user) => ({
        userId: user.userId,
        email: newAddressOf(user),
        password: user.password,
        ...(user.proof ?? SOME_PROOF),
      }),
      needed: ['password'],
    },
  ],
  proveAddress: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        return { ...user, proof: await askForAddressProof(test, user) };
      },
      input: ({ userId, email, proof = SOME_PROOF }) => ({ userId, email, ...proof }),
    },
  ],
  joinEntries: [
    {
      caller: async (test) => {
        const { former, owner } = await splitUsers(test);
        return { ...owner, password: former.password };
      },
      input: ({ userId, password }) => ({ userId, password }),
    },
  ],
  answerSplit: [
    {
      caller: async (test) => (await splitUsers(test)).former,
      input: ({ userId }) => ({ userId, isMe: false }),
    },
  ],
  resetPassword: [
    {
      caller: async (test) => {
        const user = await freshUser(test);
        return { ...user, proof: await askForReset(test, user) };
      },
      input: ({ email, proof = SOME_PROOF }) => ({ email, newPassword: NEW_PASSWORD, ...proof }),
    },
  ],
  deleteAccount: [
    {
      caller: freshUser,
      input: ({ userId, password }) => ({ userId, password }),
      needed: ['password'],
    },
  ],
  getSession: [{ caller: freshUser, input: () => ({}) }],
  clearNewUser: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  createUser: [
    {
      caller: freshAccount,
      input: ({ userId, email }) => ({ userId, email, ...PERSON, password: 'not kept' }),
    },
  ],
  updateProfile: [
    {
      caller: freshUser,
      input: ({ userId }) => ({
        userId,
        ...OTHER_FACTS,
        display: ['largeText'],
      }),
    },
  ],
  getUserProfile: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  updateSymptoms: [
    {
      kind: 'update',
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        action: 'update',
        revision: REVISION,
        symptom1: 'Slowness',
        symptom2: 'Freezing',
        symptom3: 'Falls',
        symptom4: 'Pain',
        symptom5: 'Sleep',
      }),
    },
    {
      kind: 'single',
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        action: 'single',
        revision: REVISION,
        symptomKey: 'symptom1',
        symptomValue: 'Slowness',
      }),
    },
    {
      kind: 'form',
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        action: 'form',
        formData: { ...ENTRIES_OF_FIVE, formNumber: 1 },
        rowIndex: 2,
        sheetName: `${userId}_Grace_Hopper`,
        version: 1,
        loggedAt: '2026-11-18T08:10:00-05:00',
      }),
    },
    {
      kind: 'past',
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        action: 'past',
        revision: REVISION,
        pastSymptoms: ['Apathy'],
      }),
    },
  ],
  deleteForm: [{ caller: userWithForm, input: ({ userId }) => ({ userId, formNumber: 1 }) }],
  restoreForm: [{ caller: userWithForm, input: ({ userId }) => ({ userId, formNumber: 1 }) }],
  getDeletedForms: [{ caller: userWithForm, input: ({ userId }) => ({ userId }) }],
  deleteSymptom: [
    {
      caller: userWithForm,
      input: ({ userId }) => ({ userId, symptomNumber: 4, revision: REVISION }),
    },
  ],
  undoSymptomChange: [
    {
      caller: async (test) => {
        const user = await userWithForm(test);
        const past = { userId: user.userId, action: 'past', pastSymptoms: ['Apathy'] };
        await user.browser.call('updateSymptoms', past);
        return user;
      },
      input: ({ userId }) => ({ userId, revision: REVISION + 1 }),
    },
  ],
  saveSymptomForm: [
    {
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        formData: ENTRIES_OF_FIVE,
        submissionId: randomUUID(),
        enteredAt: '2026-11-18T16:59:00Z',
        loggedAt: '2026-11-18T08:10:00-05:00',
        timeZone: 'Europe/Berlin',
      }),
    },
  ],
  getUserForms: [
    {
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        sheetName: `${userId}_Grace_Hopper`,
        from: '2026-11-01T00:00:00Z',
        to: '2026-12-01T00:00:00-05:00',
        limit: '10',
        before: '2',
        formNumber: '1',
        cursor: '1795107600000.2',
      }),
    },
  ],
  searchForms: [
    {
      caller: userWithForm,
      input: ({ userId }) => ({ userId, search: 'coffee', limit: 10, cursor: '1795107600000.2' }),
    },
  ],
  getFormDays: [
    {
      caller: userWithForm,
      input: ({ userId }) => ({ userId, from: '2026-11-01', to: '2026-11-30' }),
    },
  ],
  getVisitSummary: [
    {
      caller: userWithVisit,
      input: ({ userId }) => ({ userId, from: '2026-10-01', to: TODAY }),
    },
  ],
  getPaper: [
    { caller: freshUser, input: ({ userId }) => ({ userId, sheet: 'forms', paper: 'A4' }) },
  ],
  getReminders: [{ caller: userWithReminders, input: ({ userId }) => ({ userId }) }],
  saveReminders: [
    {
      caller: freshUser,
      input: ({ userId }) => ({
        userId,
        reminders: [
          {
            ...{ kind: 'weeklyReport', on: true, times: ['09:30'], channels: ['email'] },
            ...{ weekday: 7, daysBefore: 5 },
          },
        ],
        quiet: { from: '22:00', to: '07:00' },
        pausedUntil: '2026-11-20',
        showsNames: true,
        repeats: true,
        ntfy: { url: 'https://ntfy.example.org', topic: 'a-secret-topic' },
      }),
    },
  ],
  addPushDevice: [
    { caller: freshUser, input: ({ userId }) => ({ userId, ...subscriptionInput() }) },
  ],
  removePushDevice: [{ caller: freshUser, input: ({ userId }) => ({ userId, deviceId: DEVICE }) }],
  sendTestPush: [{ caller: userWithDevice, input: ({ userId }) => ({ userId }) }],
  sendTestNtfy: [{ caller: userWithNtfy, input: ({ userId }) => ({ userId }) }],
  getCalendarFile: [{ caller: userWithReminders, input: ({ userId }) => ({ userId }) }],
  makeShare: [
    {
      caller: freshUser,
      input: ({ userId }) => ({
        userId,
        label: 'Dr. Gordon',
        expiresAt: '2026-12-18T17:00:00Z',
        from: '2026-10-01',
        scope: byPart((part) => part !== 'notes'),
        passcode: PASSCODE,
      }),
    },
  ],
  getShares: [{ caller: userWithShare, input: ({ userId }) => ({ userId }) }],
  endShare: [
    {
      caller: userWithShare,
      input: ({ userId, share = SOME_SHARE }) => ({ userId, shareId: share.shareId }),
    },
  ],
  restoreShare: [
    {
      caller: userWithShare,
      input: ({ userId, share = SOME_SHARE }) => ({ userId, shareId: share.shareId }),
    },
  ],
  openShare: [
    {
      caller: userWithShare,
      input: ({ share = SOME_SHARE }) => ({ ...share, passcode: PASSCODE }),
      needed: ['passcode'],
    },
  ],
  getSharedVisit: [
    { caller: userWhoReads, input: ({ share = SOME_SHARE }) => ({ shareId: share.shareId }) },
  ],
  getSharedReport: [
    {
      caller: userWhoReads,
      input: ({ share = SOME_SHARE }) => ({ shareId: share.shareId, paper: 'A4' }),
    },
  ],
  makeHealthLink: [
    {
      caller: freshUser,
      input: ({ userId }) => ({
        userId,
        scope: byPart((part) => part !== 'notes'),
        from: '2026-10-01',
        paper: 'A4',
      }),
    },
  ],
  makeHealthFile: [
    {
      caller: freshUser,
      input: ({ userId }) => ({
        userId,
        scope: byPart((part) => part !== 'notes'),
        from: '2026-10-01',
        paper: 'A4',
      }),
    },
  ],
  getHealthLinks: [{ caller: userWithHealthLink, input: ({ userId }) => ({ userId }) }],
  endHealthLink: [
    {
      caller: userWithHealthLink,
      input: ({ userId, healthLinkId = SOME_SHARE.shareId }) => ({ userId, healthLinkId }),
    },
  ],
  sendExportEmail: [
    {
      caller: userWithForm,
      input: ({ userId, email }) => ({
        userId,
        email,
        method: 'simple',
        from: '2026-11-01T00:00:00Z',
        to: '2026-12-01T00:00:00-05:00',
        paper: 'A4',
        extent: 'summary',
      }),
    },
  ],
  inviteCaregiver: [
    {
      caller: freshUser,
      input: ({ userId, email }) => ({ userId, email: `helper-${email}`, may: 'log', notes: true }),
    },
  ],
  getCaregivers: [{ caller: userWithCaregiver, input: ({ userId }) => ({ userId }) }],
  endInvitation: [
    { caller: freshUser, input: ({ userId }) => ({ userId, invitationId: CAREGIVER }) },
  ],
  getInvitation: [
    {
      caller: userWithInvitation,
      input: ({ secret = SOME_SECRET }) => ({ secret }),
    },
  ],
  acceptInvitation: [
    {
      caller: userWithInvitation,
      input: ({ userId, secret = SOME_SECRET }) => ({ userId, secret }),
    },
  ],
  confirmCaregiver: [
    {
      caller: userWithAcceptance,
      input: ({ userId }) => ({ userId, caregiverId: WAITING, confirmed: true }),
    },
  ],
  updateCaregiver: [
    {
      caller: userWithCaregiver,
      input: ({ userId }) => ({ userId, caregiverId: CAREGIVER, may: 'read', notes: true }),
    },
  ],
  endCaregiver: [
    {
      caller: userWithCaregiver,
      input: ({ userId }) => ({ userId, caregiverId: CAREGIVER }),
    },
  ],
  exportData: EXPORT_FORMATS.map((format) => ({
    kind: format,
    caller: userWithForm,
    input: ({ userId }) => ({ userId, format }),
  })),
  importData: [
    {
      caller: userWithForm,
      input: ({ userId }) => ({
        userId,
        format: 'legacy',
        content: `${userId},2026-11-17T13:00:00Z,Tremor,3,As usual`,
        dryRun: false,
      }),
    },
  ],
  getSpreadsheet: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  importLegacySheet: [{ caller: freshUser, input: ({ userId }) => ({ userId, dryRun: true }) }],
  dismissLegacySheet: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  turnOffSpreadsheet: [{ caller: freshUser, input: ({ userId }) => ({ userId }) }],
  getActivity: [
    {
      caller: freshUser,
      input: ({ userId }) => ({ userId, limit: '10', before: randomUUID(), kind: 'signedIn' }),
    },
  ],
  getConfig: [{ caller: freshUser, input: () => ({}) }],
  reportError: [{ caller: freshUser, input: () => ({ ...BROWSER_ERROR }) }],
};

export const samples: readonly Sample[] = Object.entries(byCall).flatMap(([call, ofCall]) =>
  ofCall.map(({ kind, needed = [], ...sample }) => ({
    needed,
    call: call as CallName,
    title: kind ? `${call}, ${kind}` : call,
    ...sample,
  })),
);
