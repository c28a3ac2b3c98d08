import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CallName } from '../../src/contract/calls.ts';
import { allCalls } from '../../src/contract/endpoints.ts';
import { freshUser, type TestApp, type TestUser, testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { fieldsOf, kindsOf, valueAt, withValue } from '../../src/server/testing/fields.ts';
import { askForChange, askForLink, askForReset } from '../../src/server/testing/outbox.ts';
import { everyRow } from '../../src/server/testing/rows.ts';
import { samples } from '../../src/server/testing/samples.ts';
import { tell } from './figures.ts';

/** The ends of names that say which one of something is meant, or prove that it is one's own. */
const ID_LIKE =
  /((^|\.)id|Id|Number|Index|Key|(^|\.)(before|after|challenge|code|email|sheetName|token|version))$/;
const UUIDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const SOMEBODY = { userId: 'u', email: 'u@example.org', password: 'p' } as TestUser;
const FORMS = 3;
const NOBODYS_PROOF = { challenge: 'A'.repeat(43), code: '123456' };

/** Values by the paths of their fields: another's, and those that nobody has. */
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
const address: Ids = async (_test, { email }) => [{ email }, { email: 'nobody@example.org' }];
const sheetOf = (userId: string) => ({ sheetName: `${userId}_Grace_Hopper` });
const sheet: Ids = async (_test, { userId }) => [sheetOf(userId), sheetOf(randomUUID())];

/** Of each call, by the path of a field that is like an id: what is put there, or why nothing of another's can be. */
const FIELDS: Partial<Record<CallName, Readonly<Record<string, Ids | string>>>> = {
  signUp: { email: 'answers whether it has an account, as the spec has it' },
  signIn: { email: 'worth nothing without its password: the row of guessing' },
  sendSignInLink: { email: 'answers the same for every address' },
  signInWithLink: { email: linkProof, challenge: linkProof, code: linkProof },
  resetPassword: { email: resetProof, challenge: resetProof, code: resetProof },
  changeEmail: { email: changeProof, challenge: changeProof, code: changeProof },
  createUser: { email: address },
  sendExportEmail: { email: address },
  updateSymptoms: {
    symptomKey: 'a place among one’s own five slots',
    rowIndex: 'taken and left alone',
    version: 'of the form that the number names',
    sheetName: sheet,
    'formData.formNumber': async () => [
      { 'formData.formNumber': FORMS },
      { 'formData.formNumber': 99 },
    ],
  },
  deleteSymptom: { symptomNumber: 'a place among one’s own five slots' },
  saveSymptomForm: {
    submissionId: async (_test, { browser, userId }) => {
      const submissionId = randomUUID();
      const formData = { symptom1: { name: 'Tremor', severity: 1 } };
      await browser.call('saveSymptomForm', { userId, formData, submissionId });
      return [{ submissionId }, { submissionId: randomUUID() }];
    },
  },
  getUserForms: { sheetName: sheet, before: async () => [{ before: FORMS }, { before: 99 }] },
  getActivity: {
    before: async (_test, { browser, userId }) => {
      const [entry] = (await browser.call('getActivity', { userId })).json();
      return [{ before: entry.id }, { before: randomUUID() }];
    },
  },
};

onEveryDatabase((place) => {
  const test = testApp(place);

  it('every field that is like an id, with another’s', async (context) => {
    let tried = 0;
    for (const call of allCalls) {
      const paths = kindsOf(call).flatMap((kind) => fieldsOf(kind).map(({ path }) => path));
      for (const path of new Set(paths.filter((each) => ID_LIKE.test(each)))) {
        const ids = path === 'userId' ? 'see `every-call.test.ts`' : FIELDS[call]?.[path];
        if (!ids) throw new Error(`${call} has the field ${path}, and nothing of another's for it`);
        if (typeof ids === 'string') continue;
        const theirs = await answerTo(call, path, ids, 0);
        expect(theirs, `${call}, ${path}`).toEqual(await answerTo(call, path, ids, 1));
        tried += 1;
      }
    }
    tell(context, `${tried} fields that are like an id: each as for one that does not exist`);
  });

  /** What a call answers to another's id (0) or to nobody's (1), in an input that is right but for it. */
  async function answerTo(call: CallName, path: string, ids: Ids, which: 0 | 1) {
    const sample = samples.find(
      (each) => each.call === call && valueAt(each.input(SOMEBODY), path) !== undefined,
    );
    if (!sample) throw new Error(`${call} has no sample with ${path}`);
    const caller = await sample.caller(test);
    // Made after the caller, so that their rows are the latest.
    const other = await freshUser(test, ['Tremor', 'Stiffness']);
    for (let form = 0; form < FORMS; form += 1) await savedForm(other);
    const input = Object.entries((await ids(test, other))[which]).reduce(
      (changed, [at, value]) => withValue(changed, at, value),
      sample.input(caller),
    );
    const before = await storedOf(other);
    const { statusCode, body } = await caller.browser.call(call, input);
    expect(await storedOf(other), `of the other one, after ${call}`).toEqual(before);
    // The caller's ids differ between two answers; what is the other's stays, to be seen.
    const text = body
      .replaceAll(caller.email, 'the caller')
      .replaceAll(UUIDS, (id) => (before.some((row) => row.includes(id)) ? id : 'an id'));
    return { statusCode, text };
  }

  /** All that is someone's in the database, but for tries at their codes: those count for every caller. */
  async function storedOf({ userId }: TestUser): Promise<string[]> {
    const { codes, ...tables } = await everyRow(test.context.db);
    const rows = Object.values(tables).flat();
    return rows.map((row) => JSON.stringify(row)).filter((text) => text.includes(userId));
  }
});
