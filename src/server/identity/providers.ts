import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  type IDToken,
  None,
} from 'openid-client';
import { z } from 'zod';
import type { OAuthPurpose, ProviderKey } from '../../contract/providers.ts';
import type { ClientAuthName, ProviderSettings } from '../config.ts';

/** A user's identity at a provider. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | undefined;
  /**
   * Whether the provider vouches that the address belongs to the user now. A provider that verified the address once
   * and does not look again does not vouch for it: the address may have a new owner (DECISIONS 42).
   */
  readonly emailVouched: boolean;
  /** Whether the address of a new account counts as proven; by default if the provider vouches for it. */
  readonly emailProven?: boolean;
  /** Why the provider did not say more about the person, for the log. */
  readonly userInfoFault?: unknown;
}

interface Tokens {
  readonly accessToken: string;
  readonly claims: IDToken | undefined;
}

/** The type of the rows of `providers` below. */
export interface Provider {
  /** OpenID providers return an ID token, whose nonce is checked; the others are queried for the identity. */
  readonly openId: boolean;
  readonly scope: string;
  /** Whether the provider proves that it asked for its password again before it confirms a user who is signed in there. */
  readonly asksAgain: boolean;
  /** Additional authorization parameters for each purpose. */
  readonly extras: (purpose: OAuthPurpose) => Record<string, string>;
  readonly connect: (settings: ProviderSettings) => Promise<Configuration>;
  readonly whoIs: (
    tokens: Tokens,
    config: Configuration,
    settings: ProviderSettings,
  ) => Promise<ProviderPerson>;
}

export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** How long a provider may take to respond, in seconds: a user is waiting. */
const TIMEOUT_S = 10;

const GOOGLE_ISSUER = 'https://accounts.google.com';

/** The endpoints of an OAuth 2 provider without discovery. */
interface ProviderEndpoints {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly auth: typeof ClientSecretPost;
}

function connectTo({ issuer, authorize, token, auth }: ProviderEndpoints) {
  return async (settings: ProviderSettings): Promise<Configuration> => {
    const server = {
      issuer,
      authorization_endpoint: urlOf(authorize, settings).href,
      token_endpoint: urlOf(token, settings).href,
    };
    const { clientId, clientSecret } = settings;
    const config = new Configuration(server, clientId, undefined, auth(clientSecret));
    config.timeout = TIMEOUT_S;
    if (isInsecure(settings)) allowInsecureRequests(config);
    return config;
  };
}

/** A provider's URL, or the same path on its stand-in server. */
function urlOf(address: string, { url }: ProviderSettings): URL {
  const original = new URL(address);
  return url ? new URL(original.pathname + original.search, url) : original;
}

/** True for a stand-in server without TLS, as in development and tests. */
function isInsecure({ url }: ProviderSettings): boolean {
  return url?.startsWith('http:') ?? false;
}

async function ask<Answer>(
  schema: z.ZodType<Answer>,
  address: string,
  { accessToken }: Tokens,
  config: Configuration,
  settings: ProviderSettings,
): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'symptom-tracker' });
  const url = urlOf(address, settings);
  const response = await fetchProtectedResource(
    config,
    accessToken,
    url,
    'GET',
    undefined,
    headers,
  );
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`);
  return schema.parse(await response.json());
}

const FACEBOOK = 'https://graph.facebook.com/v25.0';
const GITHUB = 'https://api.github.com';
const X = 'https://api.x.com/2';

const facebookPerson = z.object({
  id: z.string(),
  name: z.string().default(''),
  email: z.string().optional(),
});
const githubPerson = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
});
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean() }));
const xPerson = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    confirmed_email: z.string().optional(),
  }),
});
const googlePerson = z.object({
  iss: z.string(),
  sub: z.string(),
  name: z.string().default(''),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  hd: z.string().optional(),
});

/**
 * Whether Google is the authority for the address: it manages the addresses of Gmail and those of the domain of a
 * Workspace (`hd`). It verified every other address only once.
 */
function isManagedByGoogle({ email = '', email_verified, hd }: z.infer<typeof googlePerson>) {
  return email_verified && (hd !== undefined || /@gmail\.com$/i.test(email.trim()));
}

/** How far the clock of the operator's own provider may differ from ours (s). */
const CLOCK_TOLERANCE_S = 60;

const ownPerson = z.object({
  iss: z.string(),
  sub: z.string(),
  name: z.string().nullish(),
  preferred_username: z.string().nullish(),
  email: z.string().nullish(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
});

/** What UserInfo says. Without it a person can sign in all the same, because issuer and subject are known. */
async function userInfoOf(config: Configuration, accessToken: string, subject: string) {
  try {
    return { more: ownPerson.partial().parse(await fetchUserInfo(config, accessToken, subject)) };
  } catch (error) {
    return { userInfoFault: error };
  }
}

/** How to prove to a provider who we are: as the operator says, or as its discovery does (OpenID Connect Discovery 3). */
function clientAuthFor(
  { clientSecret, clientAuth }: ProviderSettings,
  // OpenID Connect says that a provider that names none takes the client's secret in a header.
  supported: readonly string[] = ['client_secret_basic'],
): ClientAuth {
  const made: Record<ClientAuthName, () => ClientAuth> = {
    client_secret_basic: () => ClientSecretBasic(clientSecret),
    client_secret_post: () => ClientSecretPost(clientSecret),
    client_secret_jwt: () => ClientSecretJwt(clientSecret),
    none: () => None(),
  };
  const known = (Object.keys(made) as ClientAuthName[]).find((name) => supported.includes(name));
  return made[clientAuth ?? known ?? 'client_secret_basic']();
}

export const providers: Readonly<Record<ProviderKey, Provider>> = {
  // The operator's own provider: Keycloak, Authelia, Authentik, Entra, a hospital (DECISIONS 47).
  oidc: {
    openId: true,
    scope: 'openid email profile',
    asksAgain: true,
    extras: (purpose): Record<string, string> => {
      // With `max_age` the ID token says when the person signed in there, which `exchangeCode` checks.
      if (purpose === 'confirm') return { prompt: 'login', max_age: '0' };
      // The browser may be signed in there as another person.
      return purpose === 'join' ? { prompt: 'login' } : {};
    },
    connect: async (settings) => {
      const { clientId, url = '' } = settings;
      const execute = [enableNonRepudiationChecks];
      if (isInsecure(settings)) execute.push(allowInsecureRequests);
      const found = await discovery(new URL(url), clientId, undefined, None(), {
        execute,
        timeout: TIMEOUT_S,
      });
      const server = found.serverMetadata();
      const auth = clientAuthFor(settings, server.token_endpoint_auth_methods_supported);
      const client = { [clockTolerance]: CLOCK_TOLERANCE_S };
      const config = new Configuration(server, clientId, client, auth);
      config.timeout = TIMEOUT_S;
      for (const change of execute) change(config);
      return config;
    },
    async whoIs({ accessToken, claims }, config, { trustsEmail = false }) {
      const told = ownPerson.parse(claims);
      const { iss: issuer, sub: subject } = told;
      const isComplete = told.email && told.email_verified !== undefined;
      const hasMore = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined;
      const { more = {}, userInfoFault } = hasMore
        ? await userInfoOf(config, accessToken, subject)
        : {};
      // The address and what is said of it belong together.
      const ofAddress =
        !told.email || (told.email_verified === undefined && told.email === more.email)
          ? more
          : told;
      const { email, email_verified } = ofAddress;
      return {
        ...{ issuer, subject, userInfoFault },
        email: email ?? undefined,
        name: told.name ?? more.name ?? told.preferred_username ?? more.preferred_username ?? '',
        // The operator says that addresses of this provider are those of its people (DECISIONS 42).
        emailVouched: trustsEmail && email_verified !== false,
        emailProven: email_verified ?? trustsEmail,
      };
    },
  },
  google: {
    openId: true,
    scope: 'openid email profile',
    asksAgain: false,
    extras: (purpose): Record<string, string> => {
      if (purpose === 'signIn') return {};
      // The browser may be signed in to another person's Google account, so the user chooses one.
      if (purpose !== 'sheets') return { prompt: 'select_account' };
      return {
        scope: `openid email profile ${SHEETS_SCOPE}`,
        access_type: 'offline',
        prompt: 'select_account consent',
        include_granted_scopes: 'true',
      };
    },
    connect: async (settings) => {
      const { clientId, clientSecret, url = GOOGLE_ISSUER } = settings;
      // Verify the ID token's signature with Google's keys: openid-client does so only on request if the token arrives
      // over TLS.
      const execute = [enableNonRepudiationChecks];
      if (isInsecure(settings)) execute.push(allowInsecureRequests);
      return await discovery(new URL(url), clientId, undefined, ClientSecretPost(clientSecret), {
        execute,
        timeout: TIMEOUT_S,
      });
    },
    async whoIs({ claims }) {
      const person = googlePerson.parse(claims);
      const { iss: issuer, sub: subject, name, email } = person;
      return { issuer, subject, name, email, emailVouched: isManagedByGoogle(person) };
    },
  },
  facebook: {
    openId: false,
    scope: 'email public_profile',
    // It is told to ask, but its answer does not say whether it did, and the person at the browser can change the address.
    asksAgain: false,
    extras: (purpose): Record<string, string> =>
      purpose === 'confirm' ? { auth_type: 'reauthenticate' } : {},
    connect: connectTo({
      issuer: 'https://www.facebook.com',
      authorize: 'https://www.facebook.com/v25.0/dialog/oauth',
      token: `${FACEBOOK}/oauth/access_token`,
      auth: ClientSecretPost,
    }),
    async whoIs(...asked) {
      const address = `${FACEBOOK}/me?fields=id,name,email`;
      const { id, name, email } = await ask(facebookPerson, address, ...asked);
      // Facebook does not vouch for the addresses that it returns.
      return { issuer: 'https://www.facebook.com', subject: id, name, email, emailVouched: false };
    },
  },
  github: {
    openId: false,
    scope: 'read:user user:email',
    asksAgain: false,
    extras: (purpose): Record<string, string> =>
      purpose === 'signIn' ? {} : { prompt: 'select_account' },
    connect: connectTo({
      issuer: 'https://github.com/login/oauth',
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      auth: ClientSecretPost,
    }),
    async whoIs(...asked) {
      const person = await ask(githubPerson, `${GITHUB}/user`, ...asked);
      const emails = await ask(githubEmails, `${GITHUB}/user/emails`, ...asked);
      const chosen = emails.find(({ primary }) => primary);
      return {
        issuer: 'https://github.com',
        subject: String(person.id),
        name: person.name || person.login,
        email: chosen?.email,
        // GitHub verified the address once, and does not look again.
        emailVouched: false,
      };
    },
  },
  twitter: {
    openId: false,
    scope: 'users.read tweet.read users.email',
    asksAgain: false,
    extras: () => ({}),
    connect: connectTo({
      issuer: 'https://x.com',
      authorize: 'https://x.com/i/oauth2/authorize',
      token: `${X}/oauth2/token`,
      auth: ClientSecretBasic,
    }),
    async whoIs(...asked) {
      const address = `${X}/users/me?user.fields=confirmed_email`;
      const { data } = await ask(xPerson, address, ...asked);
      return {
        issuer: 'https://x.com',
        subject: data.id,
        name: data.name,
        email: data.confirmed_email,
        // X confirmed the address once, and does not look again.
        emailVouched: false,
      };
    },
  },
};
