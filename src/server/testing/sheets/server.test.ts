import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenIdProvider, startOpenIdProvider } from '../openid-provider.ts';
import { type SheetsServer, startSheetsServer } from './server.ts';

const CALLBACK = 'http://localhost:3999/callback';
const SHEETS = 'https://www.googleapis.com/auth/spreadsheets';

/** The fake of the Sheets API must behave as Google documents, and must answer with Google's errors. */

let google: OpenIdProvider;
let sheets: SheetsServer;
let token: string;

beforeAll(async () => {
  google = await startOpenIdProvider({ redirectUris: [CALLBACK] });
  sheets = await startSheetsServer(google);
  token = await tokenOf('ada', `openid ${SHEETS}`);
});
afterAll(() => Promise.all([google.stop(), sheets.stop()]));

async function tokenOf(subject: string, scope: string): Promise<string> {
  const email = `${subject}@example.org`;
  google.accounts.set(subject, { name: subject, email, emailVerified: true });
  google.signInAs(subject);
  const { issuer, clientId, clientSecret } = google;
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    undefined,
    options,
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const back = await google.followSignIn(url);
  const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier });
  return tokens.access_token;
}

async function ask(method: string, path: string, body?: object, bearer = token) {
  const response = await fetch(`${sheets.url}/v4/spreadsheets${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  return { status: response.status, answer, message: answer.error?.message };
}

async function newBook(): Promise<string> {
  const sheet = { properties: { title: 'HealthData' } };
  const made = await ask('POST', '', { properties: { title: 'A book' }, sheets: [sheet] });
  expect(made.status).toBe(200);
  return made.answer.spreadsheetId;
}

/** Writes rows from cell A1 on and reads all values back. */
async function entered(values: unknown[][], valueInputOption: string) {
  const id = await newBook();
  const data = [{ range: 'HealthData!A1:C9', values }];
  const wrote = await ask('POST', `/${id}/values:batchUpdate`, { valueInputOption, data });
  expect(wrote.status).toBe(200);
  return (await ask('GET', `/${id}/values/HealthData`)).answer.values;
}

describe('the owner of a token', () => {
  it('is looked up at the provider', async () => {
    const id = await newBook();
    expect((await ask('GET', `/${id}`, undefined, 'made up')).status).toBe(401);
    const withdrawn = await tokenOf('wanda', `openid ${SHEETS}`);
    google.withdraw('wanda');
    expect((await ask('GET', `/${id}`, undefined, withdrawn)).status).toBe(401);
    const narrow = await tokenOf('nora', 'openid email');
    expect(await ask('GET', `/${id}`, undefined, narrow)).toMatchObject({
      status: 403,
      message: 'Request had insufficient authentication scopes.',
    });
    const another = await tokenOf('bob', `openid ${SHEETS}`);
    expect((await ask('GET', `/${id}`, undefined, another)).status).toBe(403);
    expect((await ask('GET', '/unknown')).status).toBe(404);
  });
});

describe('a request outside the description', () => {
  it.each([
    ['a path', 'GET', '/ID/charts', undefined, 404],
    ['a method', 'DELETE', '/ID', undefined, 404],
    ['a parameter', 'GET', '/ID?colour=red', undefined, 400],
    ['a field', 'POST', '', { properties: { name: 'A book' } }, 400],
    ['a field of a list', 'POST', '', { sheets: [{ title: 'HealthData' }] }, 400],
    ['a type', 'POST', '', { properties: { title: 1 } }, 400],
    ['a request', 'POST', '/ID:batchUpdate', { requests: [{ growSheet: {} }] }, 400],
    [
      'a request that the fake does not support',
      'POST',
      '/ID:batchUpdate',
      { requests: [{ sortRange: {} }] },
      400,
    ],
    ['no request', 'POST', '/ID:batchUpdate', { requests: [] }, 400],
    ['a dimension', 'POST', '/ID/values:batchUpdate', { data: [{ majorDimension: 'ROW' }] }, 400],
    ['an input option', 'POST', '/ID/values:batchUpdate', { valueInputOption: 'PLAIN' }, 400],
    ['no input option', 'PUT', '/ID/values/HealthData!A1', { values: [['x']] }, 400],
  ])('%s is rejected', async (_what, method, path, body, status) => {
    const before = sheets.violations.length;
    const id = await newBook();
    expect((await ask(method, path.replace('ID', id), body)).status).toBe(status);
    expect((await ask('GET', `/${id}/values/HealthData`)).answer.values).toEqual([]);
    expect(sheets.violations.length).toBe(before + 1);
  });
});

describe('values', () => {
  it('that are RAW stay as they are', async () => {
    const values = [
      ['=1+1', '007', "'x"],
      [1.5, true, 'a\nb'],
    ];
    expect(await entered(values, 'RAW')).toEqual(values);
  });

  it('that are USER_ENTERED are read as if they were typed', async () => {
    const values = [['=1+1', '007', "'x"]];
    expect(await entered(values, 'USER_ENTERED')).toEqual([['#EVALUATED!', 7, 'x']]);
  });

  it('leave a cell unchanged if they are null, and clear it if they are empty', async () => {
    const id = await newBook();
    for (const row of [
      ['a', 'b', 'c'],
      [null, '', 'd'],
    ]) {
      const data = [{ range: 'HealthData!A1:C1', values: [row] }];
      await ask('POST', `/${id}/values:batchUpdate`, { valueInputOption: 'RAW', data });
    }
    const { answer } = await ask('GET', `/${id}/values/HealthData!A:C`);
    expect(answer.values).toEqual([['a', '', 'd']]);
  });

  it.each([
    ['Unknown!A1:B1', [['x']]],
    ['HealthData!1A', [['x']]],
    ['HealthData!A1001:H1001', [['x']]],
    ['HealthData!AA1', [['x']]],
    ['HealthData!A1:A1', [['x', 'y']]],
    ['HealthData!A1:A1', [['x'], ['y']]],
    ['HealthData!A1', [['x'.repeat(50_001)]]],
    ['HealthData!A1', [[{}]]],
  ])('for %s are rejected with all other values of the request', async (range, values) => {
    const id = await newBook();
    const data = [
      { range: 'HealthData!A5', values: [['first']] },
      { range, values },
    ];
    const body = { valueInputOption: 'RAW', data };
    expect((await ask('POST', `/${id}/values:batchUpdate`, body)).status).toBe(400);
    expect((await ask('GET', `/${id}/values/HealthData`)).answer.values).toEqual([]);
  });
});
