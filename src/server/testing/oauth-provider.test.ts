import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALLBACK, request, visit } from './authorizing.ts';
import { type OAuthProvider, startOAuthProvider } from './oauth-provider.ts';

describe('the OAuth provider', () => {
  let provider: OAuthProvider;
  const PERSON = { id: '42', name: 'Grace Hopper', email: 'grace@example.org' };

  beforeAll(async () => {
    provider = await startOAuthProvider({ redirectUris: [CALLBACK] });
  });
  beforeEach(() => provider.signInAs(PERSON));
  afterAll(() => provider.stop());

  const services = {
    GitHub: {
      authorize: '/login/oauth/authorize',
      token: '/login/oauth/access_token',
      scope: 'read:user user:email',
      info: '/user/emails',
      knows: [
        expect.objectContaining({ primary: false }),
        { email: PERSON.email, primary: true, verified: true, visibility: 'private' },
      ],
      // The client takes an error with status 200 for an answer without a token.
      used: { cause: { cause: { body: { error: 'bad_verification_code' } } } },
    },
    Facebook: {
      authorize: '/v25.0/dialog/oauth',
      token: '/v25.0/oauth/access_token',
      scope: 'public_profile email',
      info: '/v25.0/me?fields=id,name,email',
      knows: PERSON,
      // Nor is Facebook's way of refusing the standard's.
      used: { cause: { status: 400 } },
    },
    X: {
      authorize: '/i/oauth2/authorize',
      token: '/2/oauth2/token',
      scope: 'users.read tweet.read users.email',
      info: '/2/users/me?user.fields=confirmed_email',
      knows: {
        data: { id: '42', name: PERSON.name, username: 'person_42', confirmed_email: PERSON.email },
      },
      used: { error: 'invalid_request' },
    },
  };

  function configOf(
    name: keyof typeof services,
    secret = provider.clientSecret,
    way = name === 'X' ? client.ClientSecretBasic() : client.ClientSecretPost(),
  ) {
    const { authorize, token } = services[name];
    const server = {
      issuer: provider.origin,
      authorization_endpoint: provider.origin + authorize,
      token_endpoint: provider.origin + token,
    };
    const config = new client.Configuration(server, provider.clientId, secret, way);
    client.allowInsecureRequests(config);
    return config;
  }

  async function infoOf(name: keyof typeof services, token: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return await fetch(provider.origin + services[name].info, { headers });
  }

  describe.each(['GitHub', 'Facebook', 'X'] as const)('as %s', (name) => {
    const { scope, knows, used } = services[name];

    test('signs a person in, and takes a code once', async () => {
      const config = configOf(name);
      const { url, checks } = await request(config, { scope });
      const callback = await provider.followSignIn(url);
      expect(callback.hash).toBe(name === 'Facebook' ? '#_=_' : '');
      const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
      const bad = client.authorizationCodeGrant(config, callback, wrong);
      await expect(bad).rejects.toMatchObject(used);
      const tokens = await client.authorizationCodeGrant(config, callback, checks);
      expect(await (await infoOf(name, tokens.access_token)).json()).toEqual(knows);
      expect((await infoOf(name, 'another')).status).toBe(401);
      const again = client.authorizationCodeGrant(config, callback, checks);
      await expect(again).rejects.toMatchObject(used);
    });

    test('refuses a wrong secret, a wrong address, and a denial', async () => {
      const { url, checks } = await request(configOf(name), { scope });
      const callback = await provider.followSignIn(url);
      const wrong = configOf(name, 'another secret');
      await expect(client.authorizationCodeGrant(wrong, callback, checks)).rejects.toThrow();
      url.searchParams.set('redirect_uri', 'http://localhost:3999/elsewhere');
      await expect(provider.followSignIn(url)).rejects.toThrow('redirect_uri is wrong');
      provider.deny();
      const denied = await request(configOf(name), { scope });
      const answer = await provider.followSignIn(denied.url);
      expect(answer.searchParams.get('error')).toBe('access_denied');
      expect(answer.searchParams.get('state')).toBe(denied.checks.expectedState);
    });

    test('keeps an address that is not confirmed to itself, or says so', async () => {
      provider.signInAs({ ...PERSON, emailVerified: false });
      const config = configOf(name);
      const { url, checks } = await request(config, { scope });
      const callback = await provider.followSignIn(url);
      const tokens = await client.authorizationCodeGrant(config, callback, checks);
      const told = await (await infoOf(name, tokens.access_token)).text();
      if (name === 'GitHub') expect(told).toContain('"primary":true,"verified":false');
      else expect(told).not.toContain(PERSON.email);
    });

    test('asks a browser who it is', async () => {
      provider.people.splice(0, provider.people.length, PERSON);
      provider.showPage();
      const { url, checks } = await request(configOf(name), { scope });
      const { press } = await visit(url);
      const chosen = await press['Continue as Grace Hopper']?.();
      const callback = chosen?.url ?? url;
      await client.authorizationCodeGrant(configOf(name), callback, checks);
      const cancelled = await (await visit(url)).press.Cancel?.();
      expect(cancelled?.url.searchParams.get('error')).toBe('access_denied');
    });
  });

  test('as GitHub takes the secret in the header, as X nowhere else', async () => {
    const { clientSecret } = provider;
    const inHeader = configOf('GitHub', clientSecret, client.ClientSecretBasic());
    const gitHub = await request(inHeader, {});
    const callback = await provider.followSignIn(gitHub.url);
    const grant = client.authorizationCodeGrant(inHeader, callback, gitHub.checks);
    await expect(grant).resolves.toBeDefined();
    const inBody = configOf('X', clientSecret, client.ClientSecretPost());
    const x = await request(inBody, {});
    const refused = await provider.followSignIn(x.url);
    await expect(client.authorizationCodeGrant(inBody, refused, x.checks)).rejects.toMatchObject({
      status: 401,
      error: 'unauthorized_client',
    });
  });

  test('as X insists on PKCE', async () => {
    const { url } = await request(configOf('X'), {});
    url.searchParams.delete('code_challenge');
    await expect(provider.followSignIn(url)).rejects.toThrow('code_challenge is wrong');
  });
});
