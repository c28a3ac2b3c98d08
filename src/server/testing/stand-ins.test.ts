import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type OAuthProvider, startOAuthProvider } from './oauth-provider.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';

const CALLBACK = 'http://localhost:3999/callback';
const SHEETS = 'https://www.googleapis.com/auth/spreadsheets';
const ADA = {
  name: 'Ada "the first" Lovelace',
  email: 'ada@example.org',
  emailVerified: true,
  picture: 'https://example.org/ada.png',
};

/** An authorization request, and what its answer is checked against. */
async function request(config: client.Configuration, parameters: Record<string, string>) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { url, checks: { pkceCodeVerifier, expectedState } };
}

/** A browser without a screen: where it ends up, and the buttons of the page it shows. */
async function visit(address: URL | string, cookies: string[] = []) {
  let url = new URL(address);
  const { origin } = url;
  let page = '';
  while (url.origin === origin && page === '') {
    const headers = { cookie: cookies.join('; ') };
    const response = await fetch(url, { redirect: 'manual', headers });
    cookies.push(...response.headers.getSetCookie().map((set) => set.replace(/;.*/, '')));
    if (response.ok) page = await response.text();
    else url = new URL(response.headers.get('location') ?? '', url);
  }
  const action = new URL(/<form action="(.*?)">/.exec(page)?.[1] ?? '', url);
  const buttons = page.matchAll(/<button name="person" value="(.*?)">(.*?)<\/button>/g);
  const press = Object.fromEntries(
    [...buttons].map(([, person, label]) => {
      return [label, () => visit(new URL(`?person=${person}`, action), cookies)];
    }),
  );
  return { url, press };
}

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

describe('the mail server', () => {
  let server: MailServer;
  const MAIL = { from: 'tracker@example.org', subject: 'Grüße', text: 'Hello', html: '<p>Hello' };

  beforeAll(async () => {
    server = await startMailServer({ user: 'me@example.org', password: 'p@ss:word/ü' });
  });
  afterAll(() => server.stop());

  async function send(to: string, url = server.url) {
    return await createTransport(url).sendMail({ ...MAIL, to });
  }

  test('takes mail over TLS with a password, and hands each out once', async () => {
    const awaited = server.nextMail('grace@example.org');
    await send('ada@example.org, grace@example.org');
    const { to, from, subject, text, html, raw } = await awaited;
    expect({ to, from, subject }).toEqual({
      to: 'grace@example.org',
      from: MAIL.from,
      subject: MAIL.subject,
    });
    expect([text.trim(), html.trim()]).toEqual([MAIL.text, MAIL.html]);
    expect(raw).toContain('Content-Type: multipart/alternative');
    expect((await server.nextMail()).to).toBe('ada@example.org');
    expect(server.received).toHaveLength(2);
  });

  test('refuses mail without a password or without TLS', async () => {
    const url = new URL(server.url);
    await expect(send('a@example.org', `${url.href}&ignoreTLS=true`)).rejects.toThrow();
    url.username = '';
    url.password = '';
    await expect(send('a@example.org', url.href)).rejects.toMatchObject({ responseCode: 530 });
  });

  test('refuses a login and a recipient when told to', async () => {
    server.refuseLogin(true);
    await expect(send('a@example.org')).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    server.refuseLogin(false);
    server.refuseRecipients(true);
    await expect(send('a@example.org')).rejects.toMatchObject({ responseCode: 550 });
    server.refuseRecipients(false);
    await send('b@example.org');
    expect((await server.nextMail()).to).toBe('b@example.org');
  });

  test.each([
    ['greeting', 'greetingTimeout'],
    ['mail', 'socketTimeout'],
  ] as const)('holds the answer to the %s back', async (gate, timeout) => {
    const release = server.hold(gate);
    let answered = false;
    const patient = send('patient@example.org').then(() => {
      answered = true;
    });
    const hasty = send('hasty@example.org', `${server.url}&${timeout}=300`);
    await expect(hasty).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(answered).toBe(false);
    release();
    await patient;
    expect((await server.nextMail('patient@example.org')).subject).toBe(MAIL.subject);
  });

  test('goes down with a client that waits, and comes back', async () => {
    const { port } = server;
    server.hold('greeting');
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'connect');
    await Promise.all([once(socket, 'close'), server.stop()]);
    await expect(send('d@example.org')).rejects.toThrow('ECONNREFUSED');
    await server.start();
    await send('e@example.org');
    expect((await server.nextMail('e@example.org')).subject).toBe(MAIL.subject);
    expect(server.port).toBe(port);
  });
});
