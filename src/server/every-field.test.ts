import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../contract/calls.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { everythingStored, forgetEverybody, onSqlite } from './testing/databases.ts';
import { type Field, fieldsOf, isOfKind, kindsOf, valueAt, withValue } from './testing/fields.ts';
import { standInForNtfy } from './testing/ntfy.ts';
import { standInForPush } from './testing/pushing.ts';
import { faultOf } from './testing/refusals.ts';
import { samples } from './testing/samples.ts';

/** Longer than any text that is accepted. */
const TOO_LONG = 10_001;

const ANYTHING = ['text', '', 7, 1.5, -1, true, null, {}, [], ['text']];
const RIGHT: Record<Field['type'], (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'number',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
};

/**
 * A query string contains only texts. There, a wrong number is a text that is not a whole number from 0 on, and a wrong
 * text is a repeated parameter, which arrives as a list.
 */
const WRONG_IN_QUERY = { string: [['one', 'two']], number: ['ten', '', '1.5', '-1', ['1', '2']] };

function wrongFor({ type, nullable }: Field, inQuery: boolean): unknown[] {
  if (inQuery) return type === 'string' ? WRONG_IN_QUERY.string : WRONG_IN_QUERY.number;
  return ANYTHING.filter((value) => !RIGHT[type](value) && !(value === null && nullable));
}

onSqlite((place) => {
  const pushing = standInForPush(() => test.now);
  standInForNtfy(pushing.settings);
  const test: TestApp = testApp(place, pushing.settings);

  describe.each(samples)('$title', (sample) => {
    let caller: TestUser;
    let input: Record<string, unknown>;
    let fields: Field[];

    beforeAll(async () => {
      caller = await sample.caller(test);
      input = sample.input(caller);
      const kind = kindsOf(sample.call).find((one) => isOfKind(input, one));
      fields = kind ? fieldsOf(kind) : [];
    });

    afterAll(() => forgetEverybody(test.context.db));

    const inQuery = calls[sample.call].method === 'GET';

    /**
     * Fields that the text tests skip: createUser ignores its password (DECISIONS 4), and the server checks
     * an imported file value by value, not as one text.
     */
    const NO_TEXTS = ['createUser password', 'importData content'];
    const texts = () =>
      fields.filter(
        ({ type, path }) => type === 'string' && !NO_TEXTS.includes(`${sample.call} ${path}`),
      );

    /**
     * Sends each case and expects that nothing is stored. Returns a message for each case whose answer is not
     * a well-formed 400 that names the field and the rule.
     */
    async function notRefused(cases: { path: string; value: unknown; rule?: string }[]) {
      const faults = [];
      const before = await everythingStored(test.context.db);
      for (const { path, value, rule = '' } of cases) {
        const response = await caller.browser.call(sample.call, withValue(input, path, value));
        const sent = `${path} = ${JSON.stringify(value)?.slice(0, 40)}`;
        const { error } = response.json();
        if (response.statusCode !== 400) faults.push(`${sent} got ${response.statusCode}`);
        else if (!`${error}`.startsWith(`${path} ${rule}`)) faults.push(`${sent} got '${error}'`);
        const form = faultOf(response);
        if (form) faults.push(`the answer to ${sent} ${form}`);
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
      return faults;
    }

    it('names a missing required field, and does nothing', async () => {
      const missing = fields
        .filter(({ required }) => required)
        .map(({ path }) => ({
          path,
          value: undefined,
          rule: path === 'action' ? '' : 'is missing',
        }));
      expect(await notRefused(missing)).toEqual([]);
    });

    it('names a field of the wrong type, and does nothing', async () => {
      const wrong = fields.flatMap((field) =>
        wrongFor(field, inQuery).map((value) => ({ path: field.path, value })),
      );
      expect(await notRefused(wrong)).toEqual([]);
    });

    it('names a text that is too long, and does nothing', async () => {
      const long = texts().map(({ path, maxLength }) => ({
        path,
        value: 'x'.repeat((maxLength ?? TOO_LONG - 1) + 1),
      }));
      expect(await notRefused(long)).toEqual([]);
    });

    it('names a text with characters that cannot be stored, and does nothing', async () => {
      // A query string cannot contain half a surrogate pair.
      const unkeepable = inQuery ? ['\0'] : ['\0', '\ud800', '\udc00', '\udc00\ud800'];
      const wrong = texts().flatMap(({ path }) =>
        unkeepable.flatMap((characters) => {
          const right = String(valueAt(input, path));
          return [
            right + characters,
            characters + right,
            right[0] + characters + right.slice(1),
          ].map((value) => ({ path, value }));
        }),
      );
      expect(await notRefused(wrong)).toEqual([]);
    });

    it('works without its optional fields', async () => {
      const somebody = await sample.caller(test);
      const bare = fields
        .filter(({ required, path }) => !required && !path.includes('.'))
        .filter(({ path }) => !sample.needed.includes(path))
        .reduce((rest, { path }) => withValue(rest, path, undefined), sample.input(somebody));
      const response = await somebody.browser.call(sample.call, bare);
      expect(response.statusCode, response.body).toBeLessThan(300);
    });
  });
});
