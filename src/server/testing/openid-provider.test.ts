import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CALLBACK, request, visit } from './authorizing.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

const SHEETS = 'https://www.googleapis.com/auth/spreadsheets';
const ADA = {
  name: 'Ada "the first" Lovelace',
  email: 'ada@example.org',
  emailVerified: true,
  picture: 'https://example.org/ada.png',
};

describe('the OpenID provider', () => {
  let provider: OpenIdProvider;
  let config: client.Configuration;
  const warn = vi.spyOn(console, 'warn');
  const info = vi.spyOn(console, 'info');

  beforeAll(async () => {
    provider = await startOpenIdProvider({ redirectUris: [CALLBACK] });
    provider.accounts.set('g-1', ADA);
    provider.signInAs('g-1');
    config = await discovered();
  });
  afterAll(() => provider.stop());

  async function discovered(authentication?: client.ClientAuth): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const options = { execute: [client.allowInsecureRequests] };
    return await client.discovery(new URL(issuer), clientId, clientSecret, authentication, options);
  }

  async function signIn(parameters: Record<string, string> = {}) {
    const expectedNonce = client.randomNonce();
    const scope = `openid email profile ${SHEETS}`;
    const { url, checks } = await request(config, { scope, nonce: expectedNonce, ...parameters });
    const callback = await provider.followSignIn(url);
    return { url, callback, checks: { ...checks, expectedNonce } };
  }

  test.each(['', 'select_account', 'consent', 'login', 'select_account consent'])(
    'signs a person in with the prompt "%s"',
    async (prompt) => {
      const { url, callback, checks } = await signIn(prompt === '' ? {} : { prompt });
      const tokens = await client.authorizationCodeGrant(config, callback, checks);
      expect(callback.href).toContain(`${CALLBACK}?`);
      expect(tokens.claims()).toMatchObject({
        sub: 'g-1',
        name: ADA.name,
        email: ADA.email,
        email_verified: true,
        picture: ADA.picture,
      });
      expect(tokens.scope).toBe(`openid email profile ${SHEETS}`);
      expect(tokens.refresh_token).toBeUndefined();
      expect(provider.requests.at(-1)).toEqual(Object.fromEntries(url.searchParams));
      expect([warn, info].flatMap(({ mock }) => mock.calls)).toEqual([]);
    },
  );

  test('takes the secret in the header too', async () => {
    const basic = await discovered(client.ClientSecretBasic(provider.clientSecret));
    const { callback, checks } = await signIn();
    await expect(client.authorizationCodeGrant(basic, callback, checks)).resolves.toBeDefined();
    const wrong = await discovered(client.ClientSecretPost('another'));
    const again = await signIn();
    await expect(
      client.authorizationCodeGrant(wrong, again.callback, again.checks),
    ).rejects.toMatchObject({ status: 401, error: 'invalid_client' });
  });

  test('refuses a wrong verifier, a code used before, and a request without PKCE', async () => {
    const { callback, checks } = await signIn();
    const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
    const refusal = { status: 400, error: 'invalid_grant' };
    await expect(client.authorizationCodeGrant(config, callback, wrong)).rejects.toMatchObject(
      refusal,
    );
    await client.authorizationCodeGrant(config, callback, checks);
    await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject(
      refusal,
    );
    const bare = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid' });
    const answer = await provider.followSignIn(bare);
    expect(answer.searchParams.get('error')).toBe('invalid_request');
  });

  test('counts codes, and sends nobody to an address it does not know', async () => {
    const before = provider.codesIssued;
    await signIn();
    expect(provider.codesIssued).toBe(before + 1);
    const elsewhere = 'http://localhost:3999/elsewhere';
    await expect(signIn({ redirect_uri: elsewhere })).rejects.toThrow('answered with 400');
    provider.redirectUris.push(elsewhere);
    await expect(signIn({ redirect_uri: elsewhere })).resolves.toBeDefined();
  });

  test('leaves denied scopes out', async () => {
    provider.denyScopes([SHEETS]);
    const { callback, checks } = await signIn({ include_granted_scopes: 'true' });
    provider.denyScopes([]);
    const tokens = await client.authorizationCodeGrant(config, callback, checks);
    expect(tokens.scope).toBe('openid email profile');
    expect(tokens.claims()?.email).toBe(ADA.email);
  });

  test('gives a token to renew with, until it is revoked', async () => {
    const { callback, checks } = await signIn({ access_type: 'offline', prompt: 'consent' });
    const { refresh_token: token = '' } = await client.authorizationCodeGrant(
      config,
      callback,
      checks,
    );
    const renewed = await client.refreshTokenGrant(config, token);
    expect(renewed.scope).toContain(SHEETS);
    await client.tokenRevocation(config, token);
    await expect(client.tokenRevocation(config, 'never issued')).rejects.toMatchObject({
      error: 'invalid_token',
    });
    expect(provider.revoked).toEqual([token]);
    await expect(client.refreshTokenGrant(config, token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('is told no', async () => {
    provider.deny();
    const { callback, checks } = await signIn();
    provider.signInAs('g-1');
    await expect(client.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'The person said no',
    });
  });

  test('asks a browser who it is', async () => {
    provider.accounts.set('g-2', { ...ADA, name: 'Grace' });
    provider.showPage();
    const { url, checks } = await request(config, { scope: 'openid email profile' });
    const { press } = await visit(url);
    const labels = ['Continue as Ada &#34;the first&#34; Lovelace', 'Continue as Grace', 'Cancel'];
    expect(Object.keys(press)).toEqual(labels);
    const { url: callback } = (await press['Continue as Grace']?.()) ?? {};
    const tokens = await client.authorizationCodeGrant(config, callback ?? url, checks);
    expect(tokens.claims()?.name).toBe('Grace');
    const cancelled = await (await visit(url)).press.Cancel?.();
    expect(cancelled?.url.searchParams.get('error_description')).toBe('The person said no');
  });

  test('frees its port', async () => {
    const port = Number(new URL(provider.issuer).port);
    await provider.stop();
    const second = await startOpenIdProvider({ port });
    expect(second.issuer).toBe(provider.issuer);
    await second.stop();
  });
});
