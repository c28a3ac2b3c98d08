import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type CallName, calls } from '../../src/contract/calls.ts';
import { allCalls } from '../../src/contract/endpoints.ts';
import { type TestUser, testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import {
  fieldsOf,
  isOfKind,
  kindsOf,
  valueAt,
  withValue,
} from '../../src/server/testing/fields.ts';
import { type Sample, samples } from '../../src/server/testing/samples.ts';
import { tell, times } from './figures.ts';

/** Requests per endpoint, half of them on each database. */
const REQUESTS = 10_000;
/** How many people send requests in parallel. The server answers a fifth concurrent large import with 503. */
const PEOPLE = 4;
/**
 * How many requests a person sends. Then a new person continues, because a request may have signed the person out or
 * deleted the account.
 */
const REQUESTS_OF_ONE = 20;
/**
 * Calls that hash a password or start a process, or whose callers do, and so take ten to a thousand times as long as
 * others. With the long step, the code of a caller would expire while the password is hashed.
 */
const COSTLY: readonly CallName[] = [
  ...(['signUp', 'signIn', 'changePassword', 'deleteAccount'] as const),
  ...(['joinEntries', 'answerSplit', 'importData', 'importLegacySheet'] as const),
];
/**
 * How far the clock advances before each request (ms). With the short step, the rate limit per minute rejects
 * most of the costly requests.
 */
const [STEP_MS, COSTLY_STEP_MS] = [60_000, 125];
/** Pino's number for the level 'error', at which unexpected failures are logged. */
const LOGGED_ERROR = 50;

/** Longer than every accepted text, but short enough to be sent ten thousand times. */
const LONG = 'x'.repeat(12_000);
const HOSTILE = ['', ' ', '\u0000', '\ud800', '=1+1', "'; drop table forms; --", '震え🙂', LONG];
/** Includes numbers outside 32 and 64 bits, outside the safe integers, and a fraction. */
const NUMBERS = [0, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
  fc.constantFrom(...HOSTILE, 'Tremor', '2026-11-17'),
  fc.emailAddress(),
  fc.uuid(),
);
const number = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer(), fc.constantFrom(...NUMBERS));

/** A value for a field, usually of its type and sometimes valid. */
function valueFor(type: string): fc.Arbitrary<unknown> {
  const right = type === 'string' ? text : type === 'boolean' ? fc.boolean() : number;
  return fc.oneof(
    { arbitrary: right, weight: 4 },
    { arbitrary: fc.oneof(fc.jsonValue(), text, fc.constant(undefined)), weight: 1 },
  );
}

type Responses = Record<
  string,
  { content?: Record<string, { schema: z.core.JSONSchema.JSONSchema }> }
>;

onEveryDatabase((place) => {
  const test = testApp(place);

  it('every endpoint, fuzzed from the document', async (context) => {
    const { paths } = (await test.app.inject('/api/openapi.json')).json();
    const statuses = new Map<number, number>();
    const each = times(REQUESTS / 2);
    for (const call of allCalls) {
      const { path, method } = calls[call];
      const faultOf = answerCheck(paths[path][method.toLowerCase()].responses);
      const kinds = samples.filter((sample) => sample.call === call);
      const requests = Math.ceil(each / kinds.length / PEOPLE);
      for (const sample of kinds) {
        const people = Array.from({ length: PEOPLE }, () =>
          fuzz(sample, requests, (answer) => {
            statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
            expect(faultOf(answer), sample.title).toBeUndefined();
          }),
        );
        // Waits for all people even if one has failed, so that no request outlives the test.
        for (const end of await Promise.allSettled(people)) {
          if (end.status === 'rejected') throw end.reason;
        }
      }
      expect(test.logged.filter(({ level }) => Number(level) >= LOGGED_ERROR)).toEqual([]);
      test.logged.length = 0;
    }
    const tally = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    tell(
      context,
      `${place().engine}: ${allCalls.length} endpoints, ${each} requests each: ${tally.join(', ')}; all as documented`,
    );
  });

  /** Sends a sample of a call repeatedly, with other values in up to three of its fields. */
  async function fuzz(
    { call, caller, input: inputOf }: Sample,
    requests: number,
    judge: (answer: LightMyRequestResponse) => void,
  ): Promise<void> {
    let user: TestUser = await caller(test);
    let made = 0;
    const kind = kindsOf(call).find((one) => isOfKind(inputOf(user), one));
    const unknown = { path: 'other', type: 'string' } as const;
    const change = fc
      .constantFrom(...(kind ? fieldsOf(kind) : []), unknown)
      .chain(({ path, type }) => fc.tuple(fc.constant(path), valueFor(type)));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 3 }), async (changes) => {
        test.now += COSTLY.includes(call) ? COSTLY_STEP_MS : STEP_MS;
        made += 1;
        if (made % REQUESTS_OF_ONE === 0) user = await caller(test);
        const input = changes.reduce(changed, inputOf(user));
        judge(await user.browser.call(call, calls[call].method === 'GET' ? inQuery(input) : input));
      }),
      { numRuns: requests },
    );
  }
});

function changed(input: Record<string, unknown>, [path, value]: [string, unknown]) {
  // Another change may have replaced the object or list that the field is in.
  const end = path.lastIndexOf('.');
  const holder = end < 0 ? input : valueAt(input, path.slice(0, end));
  return holder instanceof Object ? withValue(input, path, value) : input;
}

function inQuery(input: Record<string, unknown>): Record<string, string> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, textOf(value)]));
}

/** Returns a function that describes how an answer violates the OpenAPI document; undefined if it does not. */
function answerCheck(responses: Responses) {
  const parsers = new Map<object, z.ZodType>();
  return ({ statusCode, headers, body }: LightMyRequestResponse): string | undefined => {
    const type = String(headers['content-type']);
    const content = responses[statusCode]?.content ?? {};
    const { schema } = content[type] ?? content[type.split(';')[0] ?? ''] ?? {};
    if (!schema || statusCode >= 500) return `${statusCode} with ${type}: ${body}`;
    const parser = parsers.get(schema) ?? z.fromJSONSchema(schema);
    parsers.set(schema, parser);
    // The OpenAPI document describes a file as text, whatever its format.
    const { error } = parser.safeParse(schema.type === 'string' ? body : JSON.parse(body));
    return error && `${statusCode} does not match its schema: ${error.message}: ${body}`;
  };
}
