import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CallName } from '../../src/contract/calls.ts';
import { type Answer, allCalls } from '../../src/contract/endpoints.ts';
import type { AnyKind } from '../../src/contract/kinds/kind.ts';
import { medication } from '../../src/contract/kinds/medication.ts';
import { type EntryKind, KINDS } from '../../src/contract/kinds.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../../src/server/testing/app.ts';
import { acceptedElsewhere, caregiverOf, invited } from '../../src/server/testing/caregivers.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { fieldsOf, kindsOf, valueAt, withValue } from '../../src/server/testing/fields.ts';
import { madeHealthLink } from '../../src/server/testing/health-links.ts';
import { callsOf, examplesOf } from '../../src/server/testing/kind-calls.ts';
import {
  askForAddressProof,
  askForChange,
  askForLink,
  askForProof,
  askForReset,
} from '../../src/server/testing/outbox.ts';
import { subscriptionInput } from '../../src/server/testing/reminders.ts';
import { addProvider, everyRow, proveAddress } from '../../src/server/testing/rows.ts';
import { samples } from '../../src/server/testing/samples.ts';
import { madeShare } from '../../src/server/testing/sharing.ts';
import { tell } from './figures.ts';

/** Matches the names of fields that identify something, or that prove ownership. */
const ID_LIKE =
  /((^|\.)id|Id|Number|Index|Key|(^|\.)(before|after|challenge|code|email|invitation|secret|sheetName|token|version))$/;
const UUIDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
/** The secrets that the server makes for the caller, in an answer. */
const NEW_SECRETS = /("challenge":"|#)[\w-]+/g;
const SOMEBODY = { userId: 'u', email: 'u@example.org', password: 'p' } as TestUser;
const FORMS = 3;
const NOBODYS_ADDRESS = 'nobody@example.org';
const NOBODYS_PROOF = { challenge: 'A'.repeat(43), code: '123456' };

/** Returns values by field path: those of another person, and valid ones that belong to nobody. */
type Ids = (test: TestApp, other: TestUser) => Promise<readonly [theirs: object, nobodys: object]>;

const linkProof: Ids = async (test, other) => [await askForLink(test, other), NOBODYS_PROOF];
const resetProof: Ids = async (test, other) => [await askForReset(test, other), NOBODYS_PROOF];
const changeProof: Ids = async (test, other) => {
  const email = `moved-${other.email}`;
  return [
    { email, ...(await askForChange(test, other, email)) },
    { email, ...NOBODYS_PROOF },
  ];
};
const ownerProof: Ids = async (test, other) => {
  await proveAddress(test, other);
  // With a password, the server would not look at the code.
  const byCode = { password: undefined };
  return [
    { ...byCode, ...(await askForProof(test, other)) },
    { ...byCode, ...NOBODYS_PROOF },
  ];
};
const addressProof: Ids = async (test, other) => {
  const { email } = other;
  return [
    { email, ...(await askForAddressProof(test, other)) },
    { email, ...NOBODYS_PROOF },
  ];
};
const address: Ids = async (_test, { email }) => [{ email }, { email: NOBODYS_ADDRESS }];
/** The address in the first of two calls, which asks for a code. */
const addressForCode: Ids = async (_test, { email }) => {
  const noCode = { challenge: undefined, code: undefined };
  return [
    { email, ...noCode },
    { email: NOBODYS_ADDRESS, ...noCode },
  ];
};
const addressWithWrongPassword: Ids = async (_test, { email }) => [
  { email, password: 'a guess' },
  { email: NOBODYS_ADDRESS, password: 'a guess' },
];

const wayIn: Ids = async (test, other) => {
  await addProvider(test, other);
  const { browser, userId } = other;
  const account: Answer<'getAccount'> = (await browser.call('getAccount', { userId })).json();
  const { wayId } = account.waysIn.find(({ kind }) => kind === 'google') ?? {};
  if (!wayId) throw new Error('The other person has no provider');
  return [{ wayId }, { wayId: 'f'.repeat(wayId.length) }];
};
const sheetOf = (userId: string) => ({ sheetName: `${userId}_Grace_Hopper` });
const sheet: Ids = async (_test, { userId }) => [sheetOf(userId), sheetOf(randomUUID())];

const SENT =
  'returned as sent: see `every-kind.test.ts`, ‘is one of one’s own, also with the key of another person’s’';
const ENTERED_AT = '2026-11-18T16:59:00Z';
const VERSION = 'the version of the entry that the other fields name';

/** The id of an entry of the other person. */
const entryOf =
  (kind: EntryKind): Ids =>
  async (_test, other) => {
    const [name] = kind.key;
    const [theirs, nobodys] = [{ [name]: randomUUID() }, { [name]: randomUUID() }];
    await callsOf(kind, other, () => ENTERED_AT).save({ ...examplesOf(kind).one, ...theirs });
    return [theirs, nobodys];
  };

/** The fields of the calls of a kind. Days and times are no ids. */
function fieldsOfKind(kind: EntryKind): [CallName, Readonly<Record<string, Ids | string>>][] {
  const { calls, key, fields, atOnce }: AnyKind = kind;
  const [name] = key;
  const isId = fields[name]?.type === 'id';
  const own = isId ? { [name]: entryOf(kind) } : {};
  const version = { [atOnce ? 'entries.0.version' : 'version']: VERSION };
  return [
    [calls.save, { ...(isId && { [name]: SENT }), ...(!calls.edit && version) }],
    ...(calls.edit ? [[calls.edit, { ...own, ...version }] as [CallName, typeof own]] : []),
    [calls.delete, own],
    [calls.restore, own],
  ];
}

const caregiver: Ids = async (test, other) => {
  const { caregiverId } = await caregiverOf(test, other, { may: 'log' });
  return [{ caregiverId }, { caregiverId: randomUUID() }];
};
const invitation: Ids = async (test, other) => {
  const { invitationId } = await invited(test, other, `helper-${other.email}`);
  return [{ invitationId }, { invitationId: randomUUID() }];
};

const device: Ids = async (_test, { browser, userId }) => {
  const answer = await browser.call('addPushDevice', { userId, ...subscriptionInput() });
  return [{ deviceId: answer.json().deviceId }, { deviceId: randomUUID() }];
};

const session: Ids = async (_test, { browser, userId }) => {
  const [own] = (await browser.call('getSessions', { userId })).json();
  return [{ sessionId: own.sessionId }, { sessionId: randomUUID() }];
};

const share: Ids = async (test, other) => {
  const { shareId } = await madeShare(test, other);
  return [{ shareId }, { shareId: randomUUID() }];
};

const shareSecret: Ids = async (test, other) => {
  const { secret } = await madeShare(test, other);
  return [{ secret }, { secret: 'A'.repeat(secret.length) }];
};

const healthLink: Ids = async (_test, other) => {
  const { healthLinkId } = await madeHealthLink(other);
  return [{ healthLinkId }, { healthLinkId: randomUUID() }];
};

const INVITED = 'a person gives it to whom they invite: see `caregivers.test.ts`';
const LETTER = 'it is in a letter to the account’s own address, and needs no session';

/** For each field of a call that resembles an id: the values to try, or why no value gives access to another's data. */
const FIELDS: Partial<Record<CallName, Readonly<Record<string, Ids | string>>>> = {
  signUp: {
    email: 'the spec wants the answer to say whether the address has an account',
    invitation: INVITED,
  },
  signIn: { email: addressWithWrongPassword },
  sendSignInLink: { email: address },
  signInWithLink: { email: address, challenge: linkProof, code: linkProof },
  resetPassword: { email: addressForCode, challenge: resetProof, code: resetProof },
  removeWayIn: { wayId: wayIn },
  endWayIn: { secret: LETTER },
  proveOwner: { challenge: ownerProof, code: ownerProof },
  proveAddress: { email: addressForCode, challenge: addressProof, code: addressProof },
  changeEmail: { email: addressForCode, challenge: changeProof, code: changeProof },
  undoEmailChange: { secret: LETTER },
  endSession: { sessionId: session },
  createUser: { email: address },
  inviteCaregiver: { email: address },
  sendExportEmail: { email: address },
  updateSymptoms: {
    symptomKey: 'one of the caller’s own five slots',
    rowIndex: 'accepted and ignored',
    version: 'the version of the form that formNumber names',
    sheetName: sheet,
    'formData.formNumber': async () => [
      { 'formData.formNumber': FORMS },
      { 'formData.formNumber': 99 },
    ],
  },
  deleteSymptom: { symptomNumber: 'one of the caller’s own five slots' },
  saveSymptomForm: {
    submissionId:
      'returned as sent: see `saveSymptomForm.test.ts`, ‘saves a separate form for another user’s identical submission id’',
  },
  getUserForms: {
    sheetName: sheet,
    before: async () => [{ before: FORMS }, { before: 99 }],
    formNumber: async () => [{ formNumber: FORMS }, { formNumber: 99 }],
  },
  deleteForm: { formNumber: async () => [{ formNumber: FORMS }, { formNumber: 99 }] },
  restoreForm: { formNumber: async () => [{ formNumber: FORMS }, { formNumber: 99 }] },
  ...Object.fromEntries(KINDS.flatMap(fieldsOfKind)),
  saveMedication: { medicationId: entryOf(medication), version: VERSION },
  logDose: { doseId: SENT, medicationId: entryOf(medication) },
  removePushDevice: { deviceId: device },
  endInvitation: { invitationId: invitation },
  getInvitation: { secret: INVITED },
  acceptInvitation: { secret: INVITED },
  confirmCaregiver: {
    caregiverId: async (test, other) => {
      const { caregiverId } = await acceptedElsewhere(test, other);
      return [{ caregiverId }, { caregiverId: randomUUID() }];
    },
  },
  updateCaregiver: { caregiverId: caregiver },
  endCaregiver: { caregiverId: caregiver },
  endShare: { shareId: share },
  restoreShare: { shareId: share },
  openShare: { shareId: share, secret: shareSecret },
  getSharedVisit: { shareId: share },
  getSharedReport: { shareId: share },
  endHealthLink: { healthLinkId: healthLink },
  getActivity: {
    before: async (_test, { browser, userId }) => {
      const [entry] = (await browser.call('getActivity', { userId })).json();
      return [{ before: entry.id }, { before: randomUUID() }];
    },
  },
};

onEveryDatabase((place) => {
  const test = testApp(place);

  it('another person’s id in any field is answered like an id that does not exist', async (context) => {
    let tried = 0;
    for (const call of allCalls) {
      const paths = kindsOf(call).flatMap((kind) => fieldsOf(kind).map(({ path }) => path));
      for (const path of new Set(paths.filter((each) => ID_LIKE.test(each)))) {
        const ids = path === 'userId' ? 'see `every-call.test.ts`' : FIELDS[call]?.[path];
        if (!ids)
          throw new Error(`Add the field ${path} of ${call} to FIELDS, because it resembles an id`);
        if (typeof ids === 'string') continue;
        const theirs = await answerTo(call, path, ids, 0);
        expect(theirs, `${call}, ${path}`).toEqual(await answerTo(call, path, ids, 1));
        tried += 1;
      }
    }
    tell(
      context,
      `${tried} fields that resemble an id: each answered as for an id that does not exist`,
    );
  });

  /** The answer to a valid input that contains another person's id (`which` 0) or nobody's (1). */
  async function answerTo(call: CallName, path: string, ids: Ids, which: 0 | 1) {
    const sample = samples.find(
      (each) => each.call === call && valueAt(each.input(SOMEBODY), path) !== undefined,
    );
    if (!sample) throw new Error(`${call} has no sample with ${path}`);
    const caller = await sample.caller(test);
    // Created after the caller, so that the other person's rows are the latest.
    const other = await freshUser(test, ['Tremor', 'Stiffness']);
    for (let form = 0; form < FORMS; form += 1) await savedForm(other);
    const input = Object.entries((await ids(test, other))[which]).reduce(
      (changed, [at, value]) => withValue(changed, at, value),
      sample.input(caller),
    );
    const before = await storedOf(other);
    const { statusCode, body } = await caller.browser.call(call, input);
    expect(await storedOf(other), `the other person's rows after ${call}`).toEqual(before);
    // Masks the caller's ids, which differ between two answers. An id of the other person stays visible.
    const text = body
      .replaceAll(caller.email, 'the caller')
      .replaceAll(String(valueAt(input, 'email') ?? caller.email), 'the sent address')
      .replaceAll(NEW_SECRETS, '$1a secret')
      .replaceAll(UUIDS, (id) => (before.some((row) => row.includes(id)) ? id : 'an id'));
    return { statusCode, text };
  }

  /**
   * A person's rows in all tables but `codes`, where a wrong code from anyone changes the number of tries.
   */
  async function storedOf({ userId }: TestUser): Promise<string[]> {
    const { codes, ...tables } = await everyRow(test.context.db);
    const rows = Object.values(tables).flat();
    return rows.map((row) => JSON.stringify(row)).filter((text) => text.includes(userId));
  }
});
