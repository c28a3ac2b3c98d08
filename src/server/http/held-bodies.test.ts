import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { NEW_PASSWORD } from '../testing/outbox.ts';
import { standInForGoogle, visit, whoIsIn } from '../testing/visits.ts';

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);
  beforeAll(async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });

  // Someone in an account made with another's address, who keeps a call half sent until its owner comes.
  it.each([
    ['changePassword', { newPassword: NEW_PASSWORD }],
    ['deleteAccount', {}],
    ['updateSymptoms', { action: 'update', symptom1: 'Mine' }],
    ['clearNewUser', {}],
    ['signOutEverywhere', {}],
  ] as const)(
    'refuses %s where the session ends while the body is on its way',
    async (name, input) => {
      const { browser, userId, email } = await freshUser(test);
      const { method, path } = calls[name];
      const { port } = test.app.server.address() as AddressInfo;
      const headers = {
        'content-type': 'application/json',
        cookie: browser.cookie ?? '',
        expect: '100-continue',
      };
      const held = request({ method, path, port, host: '127.0.0.1', headers });
      held.flushHeaders();
      await once(held, 'continue');
      google.person({ email });
      const owner = new Browser(test);
      expect(await visit(owner, google.provider)).toBe('');

      held.end(JSON.stringify({ userId, ...input }));
      const [response] = (await once(held, 'response')) as [IncomingMessage];
      const answer = { status: response.statusCode, body: await json(response) };
      expect(answer).toEqual({ status: 401, body: { error: 'Please sign in.' } });
      expect(await whoIsIn(owner)).toMatchObject({ id: userId });
    },
  );
});
