import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { freshUser, testApp } from '../../src/server/testing/app.ts';
import { onSqlite } from '../../src/server/testing/databases.ts';
import { type DocumentedCall, documentedCalls } from './api-document.ts';
import { tell, times } from './figures.ts';
import { inputsOf } from './inputs.ts';

onSqlite((place) => {
  const test = testApp(place);

  it('every endpoint, fuzzed from the document', async (context) => {
    const calls = await documentedCalls(test);
    const each = times(10_000);
    const statuses = new Map<number, number>();
    for (const call of calls) await fuzz(call, each, statuses);
    const tally = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    tell(
      context,
      `${calls.length} endpoints, ${each} requests each: ${tally.join(', ')}; all as documented`,
    );
  });

  async function fuzz(call: DocumentedCall, requests: number, statuses: Map<number, number>) {
    let user = await freshUser(test, ['Tremor', 'Stiffness']);
    const schemas = new Map(
      [...call.answers].map(([status, schema]) => [status, z.fromJSONSchema(schema as never)]),
    );
    const inputs = inputsOf(call.input);
    const ownId = fc.integer({ min: 0, max: 9 }).map((digit) => digit > 0);
    let made = 0;
    await fc.assert(
      fc.asyncProperty(inputs, ownId, async (random, isOwn) => {
        // Now and then the clock goes on, so that no limit stands before what is to be tried.
        test.now += 60_000;
        made += 1;
        if (made % 100 === 0) user = await freshUser(test, ['Tremor', 'Stiffness']);
        const input = { ...random, ...(isOwn && { userId: user.userId }) };
        const answer = await user.browser.send({
          method: call.method,
          url: call.path,
          ...(call.method === 'GET'
            ? {
                query: Object.fromEntries(
                  Object.entries(input).map(([name, value]) => [name, String(value)]),
                ),
              }
            : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(input) }),
        });
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        expect(answer.statusCode, call.path).toBeLessThan(500);
        const schema = schemas.get(answer.statusCode);
        if (!schema || !/json/.test(String(answer.headers['content-type']))) return;
        expect(
          schema.safeParse(answer.json()).error,
          `${call.path}: ${answer.body}`,
        ).toBeUndefined();
      }),
      { numRuns: requests },
    );
  }
});
