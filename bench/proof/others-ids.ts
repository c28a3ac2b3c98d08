import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CallName } from '../../src/contract/calls.ts';
import {
  freshAccount,
  freshUser,
  type TestApp,
  type TestUser,
} from '../../src/server/testing/app.ts';
import { savedForm } from '../../src/server/testing/entries.ts';
import { askForChange, askForLink, askForReset } from '../../src/server/testing/outbox.ts';
import { samples } from '../../src/server/testing/samples.ts';

/** An id of another's, and one that nobody has, in an input that is right but for it. */
interface Ids {
  readonly theirs: Record<string, unknown>;
  readonly nobodys: Record<string, unknown>;
}

interface OthersId {
  /** Of the call's samples, the one with this title; the first without. */
  readonly sample?: string;
  readonly caller?: (test: TestApp) => Promise<TestUser>;
  readonly ids: (
    test: TestApp,
    other: TestUser,
    input: Record<string, unknown>,
  ) => Promise<Ids> | Ids;
}

export const UUIDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const FORMS = 3;
const NOBODYS_PROOF = { challenge: 'A'.repeat(43), code: '123456' };
const SHEET = 'Grace_Hopper';

const sheets: OthersId['ids'] = (_test, { userId }) => ({
  theirs: { sheetName: `${userId}_${SHEET}` },
  nobodys: { sheetName: `${randomUUID()}_${SHEET}` },
});

const addresses: OthersId['ids'] = (_test, { email }) => ({
  theirs: { email },
  nobodys: { email: 'nobody@example.org' },
});

/** What was mailed to another, for whichever call. */
function proofs(ask: (test: TestApp, other: TestUser) => Promise<object>): OthersId['ids'] {
  return async (test, other) => ({
    theirs: { ...(await ask(test, other)) },
    nobodys: NOBODYS_PROOF,
  });
}

const resetProofs: OthersId = { ids: proofs(askForReset) };
const linkProofs: OthersId = { ids: proofs(askForLink) };
const changeProofs: OthersId = {
  caller: freshUser,
  async ids(test, other) {
    const email = `moved-${other.email}`;
    const proof = await askForChange(test, other, email);
    return { theirs: { email, ...proof }, nobodys: { email, ...NOBODYS_PROOF } };
  },
};

/** Of each call, by the field's path, how another's id gets into it. */
export const OTHERS_IDS: Partial<Record<CallName, Readonly<Record<string, OthersId>>>> = {
  signInWithLink: { email: linkProofs, challenge: linkProofs, code: linkProofs },
  resetPassword: { email: resetProofs, challenge: resetProofs, code: resetProofs },
  changeEmail: { email: changeProofs, challenge: changeProofs, code: changeProofs },
  createUser: { email: { caller: freshAccount, ids: addresses } },
  sendExportEmail: { email: { ids: addresses } },
  updateSymptoms: {
    sheetName: { sample: 'updateSymptoms, form', ids: sheets },
    'formData.formNumber': {
      sample: 'updateSymptoms, form',
      ids: (_test, _other, { formData }) => ({
        theirs: { formData: { ...(formData as object), formNumber: FORMS } },
        nobodys: { formData: { ...(formData as object), formNumber: 99 } },
      }),
    },
  },
  saveSymptomForm: {
    submissionId: {
      async ids(_test, { browser, userId }) {
        const submissionId = randomUUID();
        const formData = { symptom1: { name: 'Tremor', severity: 1 } };
        await browser.call('saveSymptomForm', { userId, formData, submissionId });
        return { theirs: { submissionId }, nobodys: { submissionId: randomUUID() } };
      },
    },
  },
  getUserForms: {
    sheetName: { ids: sheets },
    before: { ids: () => ({ theirs: { before: FORMS }, nobodys: { before: 99 } }) },
  },
  getActivity: {
    before: {
      async ids(_test, { browser, userId }) {
        const [entry] = (await browser.call('getActivity', { userId })).json();
        return { theirs: { before: entry.id }, nobodys: { before: randomUUID() } };
      },
    },
  },
};

/**
 * What a call answers to another's id and to one that nobody has, each to a caller of its own, whose ids
 * are written as the same in both.
 *
 * @param untouched told of the other one before and after: what is theirs is to stay as it is
 */
export async function answersTo(
  test: TestApp,
  call: CallName,
  { sample: title, caller: makeCaller, ids }: OthersId,
  untouched: (other: TestUser) => Promise<unknown>,
): Promise<{ readonly theirs: unknown; readonly nobodys: unknown }> {
  const sample = samples.find((each) => each.call === call && (!title || each.title === title));
  if (!sample) throw new Error(`${title ?? call} has no sample`);
  const callers = [
    await (makeCaller ?? sample.caller)(test),
    await (makeCaller ?? sample.caller)(test),
  ] as const;
  // After the callers, so that what is theirs is the latest there is.
  const other = await freshUser(test, ['Tremor', 'Stiffness']);
  for (let form = 0; form < FORMS; form += 1) await savedForm(other);
  const answer = async (caller: TestUser, which: keyof Ids) => {
    const input = sample.input(caller);
    const changed = await ids(test, other, input);
    const before = await untouched(other);
    const { statusCode, body } = await caller.browser.call(call, { ...input, ...changed[which] });
    expect(await untouched(other)).toEqual(before);
    const isTheirs = (id: string) => JSON.stringify(before).includes(id);
    return {
      statusCode,
      // Ids that are new in each answer are written as one; what is the other's stays, to be seen.
      body: body
        .replaceAll(caller.email, 'the caller')
        .replaceAll(UUIDS, (id) => (isTheirs(id) ? id : 'an id')),
    };
  };
  return {
    theirs: await answer(callers[0], 'theirs'),
    nobodys: await answer(callers[1], 'nobodys'),
  };
}
