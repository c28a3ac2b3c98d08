import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type CallName, calls } from '../../../contract/calls.ts';
import { Browser, freshAccount, freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { runOAuthFlow, standInForGoogle, whoIsIn } from '../../testing/oauth-flows.ts';
import { NEW_PASSWORD } from '../../testing/outbox.ts';

/** Longer than the time for which the server may reuse a session lookup within a request (ms). */
const LATE_MS = 1001;

const isOfSessions = (statement: string) => statement.includes('from "sessions"');

onSqlite((place) => {
  const settings = {};
  const google = standInForGoogle(settings);
  const test = testApp(place, settings);
  beforeAll(async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });

  function begun(name: CallName, { cookie = '' }: Browser, more: Record<string, string> = {}) {
    const { method, path } = calls[name];
    const { port } = test.app.server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json', cookie, ...more };
    return request({ method, path, port, host: '127.0.0.1', headers });
  }

  /** Counts the session lookups from now on. */
  function countReads() {
    const executed = vi.spyOn(test.context.db.getExecutor(), 'executeQuery');
    onTestFinished(() => executed.mockRestore());
    return () => executed.mock.calls.filter(([query]) => isOfSessions(query.sql)).length;
  }

  it('looks the session up once if the body arrives with the head', async () => {
    const { browser, userId } = await freshUser(test, ['Tremor']);
    const readsSoFar = countReads();
    const save = begun('saveSymptomForm', browser);
    save.end(JSON.stringify({ userId, formData: { symptom1: { name: 'Tremor', severity: 3 } } }));
    const [response] = (await once(save, 'response')) as [IncomingMessage];
    expect([response.statusCode, readsSoFar()]).toEqual([200, 1]);
  });

  // The attack: someone makes an account with another person's address and sends only half of a call. They send the
  // other half after the owner of the address has reclaimed the account.
  it.each([
    ['changePassword', { newPassword: NEW_PASSWORD }],
    ['deleteAccount', {}],
    ['updateSymptoms', { action: 'update', symptom1: 'Mine' }],
    ['clearNewUser', {}],
    ['signOutEverywhere', {}],
  ] as const)('refuses %s if the session ends while the body is arriving', async (name, input) => {
    const { browser, userId, email } = await freshAccount(test);
    const held = begun(name, browser, { expect: '100-continue' });
    held.flushHeaders();
    await once(held, 'continue');
    google.person({ email });
    const owner = new Browser(test);
    expect(await runOAuthFlow(owner, google.provider)).toBe('');
    test.now += LATE_MS;

    held.end(JSON.stringify({ userId, ...input }));
    const [response] = (await once(held, 'response')) as [IncomingMessage];
    const answer = { status: response.statusCode, body: await json(response) };
    expect(answer).toEqual({ status: 401, body: { error: 'Please sign in.' } });
    expect(await whoIsIn(owner)).toMatchObject({ id: userId });
  });
});
