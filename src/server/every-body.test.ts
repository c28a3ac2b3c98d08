import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../contract/calls.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { errors } from '../contract/errors.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { everythingStored, onSqlite } from './testing/databases.ts';
import { standInForNtfy } from './testing/ntfy.ts';
import { standInForPush } from './testing/pushing.ts';
import { expectRefusal, faultOf } from './testing/refusals.ts';
import { samples } from './testing/samples.ts';

const CROSS_SITE = 'Please open Symptom Tracker at its usual address, and try again.';
const NOT_JSON = 'The request body is not valid JSON.';
const KIB = 1024;

const FOREIGN_ORIGINS = [
  'https://elsewhere.example',
  'null',
  'http://localhost:3001',
  'https://localhost:3000',
  'http://localhost:3000.elsewhere.example',
  '',
];
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=application/json',
  'text/plain; application/json',
  'application/jsonp',
  '',
];
const NO_JSON = ['', '{', '{"userId":', 'userId=1', '{"a":1}}', '\u0000', '{a:1}'];
const NO_OBJECT = ['null', '[]', '"text"', '7', 'true'];
const REACHING = [
  '"__proto__":{"isAdmin":true}',
  '"\\u005f_proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
];

onSqlite((place) => {
  const pushing = standInForPush(() => test.now);
  standInForNtfy(pushing.settings);
  const test: TestApp = testApp(place, pushing.settings);

  describe.each(samples.filter(({ call }) => calls[call].method === 'POST'))('$title', (sample) => {
    const { path: url } = calls[sample.call];
    const { session, bodyLimit }: Endpoint = endpoints[sample.call];
    const isSignedOut = session === 'none' || session === 'reader';
    const MOST = bodyLimit?.bytes ?? (isSignedOut ? 16 : 1024) * KIB;
    const LIMIT = `${MOST / KIB} KiB`;
    let caller: TestUser;
    let json: string;

    beforeAll(async () => {
      caller = await sample.caller(test);
      json = JSON.stringify(sample.input(caller));
    });

    function post(payload: string, headers: Record<string, string> = {}) {
      return caller.browser.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      });
    }

    /** The sample as JSON, with one more field before its own fields. */
    function withField(field: string): string {
      return `{${field},${json.slice(1)}`.replace(',}', '}');
    }

    it('refuses requests of another site or without JSON, and does nothing', async () => {
      const before = await everythingStored(test.context.db);
      for (const origin of FOREIGN_ORIGINS) {
        expectRefusal(await post(json, { origin }), 403, CROSS_SITE);
      }
      for (const contentType of OTHER_TYPES) {
        expectRefusal(await post(json, { 'content-type': contentType }), 403, CROSS_SITE);
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('refuses a body that is not a JSON object, and does nothing', async () => {
      const before = await everythingStored(test.context.db);
      for (const body of NO_JSON) expectRefusal(await post(body), 400, NOT_JSON);
      for (const body of NO_OBJECT) {
        const response = await post(body);
        expect(response.statusCode, body).toBe(400);
        expect(faultOf(response), body).toBeUndefined();
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('refuses keys that would pollute object prototypes, and does nothing', async () => {
      const before = await everythingStored(test.context.db);
      for (const field of REACHING) expectRefusal(await post(withField(field)), 400, NOT_JSON);
      expect({}).not.toHaveProperty('isAdmin');
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it(`refuses a body of more than ${LIMIT}, and does nothing`, async () => {
      const before = await everythingStored(test.context.db);
      const body = withField(
        `"filler":"${'x'.repeat(MOST - withField('"filler":""').length + 1)}"`,
      );
      expect(body).toHaveLength(MOST + 1);
      const { message } = errors[bodyLimit?.error ?? 'tooLarge'];
      expectRefusal(await post(body), 413, message);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it(`accepts a body of ${LIMIT}, with a charset, from our own origin`, async () => {
      const body = withField(`"filler":"${'x'.repeat(MOST - withField('"filler":""').length)}"`);
      expect(body).toHaveLength(MOST);
      const response = await post(body, {
        'content-type': 'Application/JSON; charset=utf-8',
        origin: 'http://localhost:3000',
      });
      expect(response.statusCode).toBe(endpoints[sample.call].status);
    });
  });
});
