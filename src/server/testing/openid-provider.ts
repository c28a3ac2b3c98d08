import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  Adapter,
  AdapterPayload,
  ClientAuthMethod,
  Configuration,
  KoaContextWithOIDC,
} from 'oidc-provider';
import { newKey, type Tampering, tampered } from './id-tokens.ts';

/** A person with an account at the provider. */
interface OpenIdAccount {
  readonly name: string;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean | undefined;
  /** The domain of the Workspace that manages the account. */
  readonly hd?: string | undefined;
  readonly picture?: string;
}

/** A fake of Google, or of an operator's own provider. */
export interface OpenIdProvider {
  /**
   * On 127.0.0.1, while the app is on localhost. For a browser these are different sites with separate
   * cookies, like Google and the app.
   */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The allowed redirect URIs. Add the app's when its port is known. */
  readonly redirectUris: string[];
  /** The accounts by subject. A deleted account can no longer refresh its tokens. */
  readonly accounts: Map<string, OpenIdAccount>;
  /** The query of each authorization request, oldest first. */
  readonly requests: Record<string, string>[];
  /** All access, refresh and ID tokens issued to the app. */
  readonly issued: string[];
  /** The tokens that the app revoked while they were still valid. */
  readonly revoked: string[];
  /** The number of authorization codes issued so far. */
  readonly codesIssued: number;
  /** Makes authorization requests succeed at once as this person, without a page. */
  signInAs(subject: string): void;
  /** Makes authorization requests fail at once, without a page. */
  deny(): void;
  /** Shows a sign-in page again, which is the default. */
  showPage(): void;
  /** Revokes all grants of this person, so that none of their tokens is valid any more. */
  withdraw(subject: string): void;
  /** Leaves these scopes out of later grants. */
  denyScopes(scopes: readonly string[]): void;
  /** Tampers with later ID tokens; without an argument they are valid again. */
  tamperWith(tampering?: Tampering): void;
  /**
   * Follows the redirects from an authorization URL to the app's redirect URI, without requesting that URI.
   */
  followSignIn(authorizationUrl: URL | string): Promise<URL>;
  stop(): Promise<void>;
}

const DENIAL = { error: 'access_denied', error_description: 'The person said no' };
const HOUR = 60 * 60;
const YEAR = 365 * 24 * HOUR;

export async function startOpenIdProvider({
  port = 0,
  redirectUris = [] as string[],
  postLogoutUris = [] as string[],
  clientAuth = 'client_secret_post' as ClientAuthMethod,
  /** Whether name and address are only at UserInfo, as the specification has it, and not in the ID token too. */
  claimsAtUserInfo = false,
} = {}): Promise<OpenIdProvider> {
  const { default: Provider, interactionPolicy } = await oidcProvider();
  const clientId = 'symptom-tracker';
  const clientSecret = 'only Google knows';
  const accounts = new Map<string, OpenIdAccount>();
  const requests: Record<string, string>[] = [];
  const issued: string[] = [];
  const revoked: string[] = [];
  const denied = new Set<string>();
  const offlineGrants = new Set<string>();
  let codesIssued = 0;
  const key = newKey();
  let tampering: Tampering | undefined;
  let next: { readonly subject: string } | 'deny' | 'page' = 'page';

  // Adds Google's account chooser, which the fake answers together with the other prompts.
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

  const kept: Map<string, AdapterPayload>[] = [];
  const configuration: Configuration = {
    adapter: memory(kept, () => ({
      client_id: clientId,
      client_secret: clientSecret,
      // The client secret is accepted in the body and in the header.
      token_endpoint_auth_method: clientAuth,
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [...redirectUris],
      post_logout_redirect_uris: [...postLogoutUris],
    })),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'picture'],
    },
    // Unless told otherwise, includes the email and profile claims in the ID token, as Google does.
    conformIdTokenClaims: claimsAtUserInfo,
    clientAuthMethods: [clientAuth],
    cookies: {
      keys: [randomUUID()],
      names: {
        session: 'openid-session',
        interaction: 'openid-interaction',
        resume: 'openid-resume',
      },
    },
    expiresWithSession: () => false,
    extraParams: ['access_type', 'include_granted_scopes'],
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: postLogoutUris.length > 0,
        // A page that loads nothing.
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Log out</title><link rel="icon" href="data:,">${form}
<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
        },
      },
    },
    findAccount: (_context, subject) => {
      const account = accounts.get(subject);
      if (!account) return undefined;
      const { name, email, emailVerified: email_verified, hd, picture } = account;
      const claims = { sub: subject, name, email, email_verified, hd, picture };
      return { accountId: subject, claims: () => claims };
    },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: (_context, _client, { grantId }) => offlineGrants.has(grantId ?? ''),
    jwks: { keys: [key] },
    pkce: { required: () => true },
    renderError: (context, out, error) => {
      context.type = 'text/plain';
      context.body = `${out.error}: ${out.error_description}\n${error.stack}`;
    },
    rotateRefreshToken: false,
    scopes: ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/spreadsheets'],
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: HOUR,
      Grant: YEAR,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: YEAR,
      Session: HOUR,
    },
  };

  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration);
  provider.on('authorization_code.saved', () => {
    codesIssued += 1;
  });

  /** Signs the person in and consents without a prompt. Grants all requested scopes except the denied ones. */
  async function agreement(subject: string, params: Record<string, unknown>) {
    const grant = new provider.Grant({ accountId: subject, clientId });
    grant.addOIDCScope(String(params.scope));
    grant.rejectOIDCScope([...denied].join(' '));
    const grantId = await grant.save();
    if (params.access_type === 'offline') offlineGrants.add(grantId);
    return { select_account: {}, login: { accountId: subject }, consent: { grantId } };
  }

  provider.use(async (ctx, proceed) => {
    if (ctx.path === '/auth') {
      requests.push({ ...ctx.query } as Record<string, string>);
      // Each sign-in starts without the browser's session, because that session may belong to another person.
      delete ctx.req.headers.cookie;
    }
    if (!ctx.path.startsWith('/interaction/')) {
      await proceed();
      const { entities, params, route } = (ctx as unknown as KoaContextWithOIDC).oidc ?? {};
      const wasValid = entities?.AccessToken ?? entities?.RefreshToken;
      if (route === 'revocation' && wasValid) revoked.push(String(params?.token));
      if (route === 'revocation' && !wasValid) {
        // RFC 7009 demands status 200 for an invalid token, but Google answers with this error.
        ctx.status = 400;
        ctx.body = { error: 'invalid_token', error_description: 'Token expired or revoked' };
      }
      if (route === 'token') {
        const answer = ctx.body as Record<string, string>;
        if (tampering && answer.id_token) {
          answer.id_token = tampered(answer.id_token, tampering, key);
        }
        const { access_token, refresh_token, id_token } = answer;
        issued.push(
          ...[access_token, refresh_token, id_token].filter((token) => token !== undefined),
        );
      }
      return;
    }
    const { person } = ctx.query;
    if (next === 'page' && person === undefined) {
      const people = [...accounts].map(([id, { name }]) => ({ id, name }));
      ctx.body = signInPage('Google', ctx.path, people);
      return;
    }
    const { params } = await provider.interactionDetails(ctx.req, ctx.res);
    const subject = typeof next === 'object' ? next.subject : String(person ?? '');
    const result = accounts.has(subject) ? await agreement(subject, params) : DENIAL;
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  });
  server.on('request', provider.callback());

  return {
    issuer,
    clientId,
    clientSecret,
    redirectUris,
    accounts,
    requests,
    issued,
    revoked,
    get codesIssued() {
      return codesIssued;
    },
    signInAs: (subject) => {
      if (!accounts.has(subject)) throw new Error(`Nobody is known as ${subject}`);
      next = { subject };
    },
    deny: () => {
      next = 'deny';
    },
    showPage: () => {
      next = 'page';
    },
    withdraw: (subject) => {
      for (const stored of kept) {
        for (const [id, { accountId }] of stored) if (accountId === subject) stored.delete(id);
      }
    },
    denyScopes: (scopes) => {
      denied.clear();
      for (const scope of scopes) denied.add(scope);
    },
    tamperWith: (how) => {
      tampering = how;
    },
    followSignIn,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** Loads the package without its warning about Node versions that are not LTS yet: it works with them too. */
async function oidcProvider() {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

/**
 * Stores the provider's state in memory. The client is read on each request, because its redirect URIs may
 * change.
 */
function memory(
  kept: Map<string, AdapterPayload>[],
  client: () => AdapterPayload,
): (model: string) => Adapter {
  return (model) => {
    const stored = new Map<string, AdapterPayload>();
    kept.push(stored);
    return {
      upsert: async (id, payload) => void stored.set(id, payload),
      find: async (id) => {
        const payload = model === 'Client' ? client() : stored.get(id);
        return model === 'Client' && payload?.client_id !== id ? undefined : payload;
      },
      findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = stored.get(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void stored.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}

/** The sign-in page of a provider. It loads nothing, so that the browser logs no errors. */
export function signInPage(
  service: string,
  action: string,
  people: readonly { readonly id: string; readonly name: string }[],
): string {
  const choices = people.map(
    ({ id, name }) =>
      `<p><button name="person" value="${escaped(id)}">Continue as ${escaped(name)}</button></p>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in with ${service}</title>
<link rel="icon" href="data:,">
<h1>Sign in with ${service}</h1>
<form action="${action}">
${choices.join('\n')}
<p><button name="person" value="">Cancel</button></p>
</form>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Acts as a browser: follows a provider's redirects with its cookies until one leads to another origin. */
export async function followSignIn(authorizationUrl: URL | string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(authorizationUrl);
  const { origin } = url;
  while (url.origin === origin) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const body = await response.text();
    const location = response.headers.get('location');
    if (!location) throw new Error(`${url.pathname} answered with ${response.status}: ${body}`);
    url = new URL(location, url);
  }
  return url;
}
