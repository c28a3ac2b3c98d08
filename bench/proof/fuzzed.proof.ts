import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CallName, calls as contract } from '../../src/contract/calls.ts';
import { freshUser, testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { type DocumentedCall, documentedCalls, fieldsIn } from './api-document.ts';
import { answerCheck } from './documented-answers.ts';
import { tell, times } from './figures.ts';
import { inputsOf } from './inputs.ts';

/** Of each endpoint, half of them on each database. */
const REQUESTS = 10_000;
/** How many people send at the same time: one core runs the server, another hashes and is PostgreSQL. */
const PEOPLE = 8;
/** There are four places for imports in all; whoever comes beside them is told that the server is busy. */
const PEOPLE_WHO_IMPORT = 4;
const REQUESTS_OF_ONE = 100;
/**
 * What hashes a password or begins a thread takes ten to a thousand times as long as other calls, whatever it is sent.
 * There the clock goes on by a minute only when each of the people has sent so many: those that are right are taken
 * until the limit of the minute, and the others show what the limit answers.
 */
const REQUESTS_A_MINUTE: Partial<Record<CallName, number>> = {
  signUp: 60,
  signIn: 60,
  changePassword: 60,
  deleteAccount: 60,
  importData: 120,
  importLegacySheet: 120,
};
/** Pino's number for 'error', which is what a failure nobody expected is logged as. */
const LOGGED_ERROR = 50;

onEveryDatabase((place) => {
  const test = testApp(place);

  it('every endpoint, fuzzed from the document', async (context) => {
    const calls = await documentedCalls(test);
    const each = times(REQUESTS / 2);
    const statuses = new Map<number, number>();
    for (const call of calls) await fuzz(call, each, statuses);
    const tally = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    tell(
      context,
      `${place().engine}: ${calls.length} endpoints, ${each} requests each: ${tally.join(', ')}; all as documented`,
    );
  });

  /** Sends requests by several people at once, and throws what the first of them found wrong. */
  async function fuzz(call: DocumentedCall, requests: number, statuses: Map<number, number>) {
    const imports: readonly string[] = [contract.importData.path, contract.importLegacySheet.path];
    const isImport = imports.includes(call.path);
    const people = isImport ? PEOPLE_WHO_IMPORT : PEOPLE;
    const shares = Array.from({ length: people }, (_, person) =>
      Math.floor((requests + person) / people),
    ).filter((share) => share > 0);
    const ended = await Promise.allSettled(
      shares.map((share) => fuzzInTurn(call, share, people, statuses)),
    );
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    expect(test.logged.filter(({ level }) => Number(level) >= LOGGED_ERROR)).toEqual([]);
    test.logged.length = 0;
  }

  async function fuzzInTurn(
    call: DocumentedCall,
    requests: number,
    people: number,
    statuses: Map<number, number>,
  ) {
    const check = answerCheck(call);
    let user = await freshUser(test, ['Tremor', 'Stiffness']);
    // The clock is one for all: each person takes it on by their part of a minute.
    const aMinute = Object.entries(REQUESTS_A_MINUTE).find(
      ([name]) => contract[name as CallName].path === call.path,
    );
    const stepMs = aMinute ? Math.ceil(60_000 / (people * aMinute[1])) : 60_000;
    let made = 0;
    await fc.assert(
      fc.asyncProperty(inputsOf(call.input), ownFields(call), async (random, own) => {
        // The clock goes on, so that no limit stands before what is to be tried.
        test.now += stepMs;
        made += 1;
        if (made % REQUESTS_OF_ONE === 0) user = await freshUser(test, ['Tremor', 'Stiffness']);
        const input = { ...random, ...Object.fromEntries(own.map((name) => [name, user[name]])) };
        const answer = await user.browser.send(requestOf(call, input));
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        expect(check(answer), call.path).toBeUndefined();
      }),
      { numRuns: requests },
    );
  }
});

type OwnField = 'userId' | 'email' | 'password';

/** Which fields of a request are the sender's own: nearly always who they are, now and then what proves it. */
function ownFields({ input }: DocumentedCall): fc.Arbitrary<OwnField[]> {
  const fields = fieldsIn(input);
  const outOfTen: Record<OwnField, number> = { userId: 9, email: 3, password: 1 };
  const chances = Object.entries(outOfTen).filter(([name]) => name in fields);
  return fc
    .tuple(...chances.map(() => fc.integer({ min: 0, max: 9 })))
    .map((drawn) =>
      chances.flatMap(([name, chance], index) =>
        (drawn[index] ?? 0) < chance ? [name as OwnField] : [],
      ),
    );
}

function requestOf({ method, path }: DocumentedCall, input: Record<string, unknown>) {
  if (method === 'POST') {
    const headers = { 'content-type': 'application/json' };
    return { method, url: path, headers, payload: JSON.stringify(input) };
  }
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { method, url: path, query: Object.fromEntries(texts) };
}
